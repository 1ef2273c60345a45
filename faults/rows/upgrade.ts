/** A newer version replaces this one under load: no data is lost, no request is refused, and a downgrade is possible. */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listMigrations } from '#kernel/db/migrate.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { compare } from '../checker.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { newFolder } from '../postgres.ts';
import { freePort, type Program, ROOT } from '../program.ts';
import type { Row, Stage } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const SLOWEST_MS = 1_000;
/** The time for which a dump may read a table. */
const READ_MS = 3_000;

const upgrade: Row = {
  name: 'an upgrade under load, process by process, and back',
  async run(stage) {
    const installation = await openInstallation(stage);
    const newer = newerVersion(stage);
    const balancer = openBalancer(stage);
    const start = async (root?: string) => {
      const program = await installation.api({ PORT: String(await freePort()) }, root);
      balancer.programs.push(program);
      return program;
    };
    let [first, second] = [await start(), await start()];
    let worker = await installation.worker();
    await openTenants(installation);
    const load = loadTenants(installation, { url: balancer.next, insisting: 1, pauseMs: 10 });
    await warmUp(installation);

    await migrateBesideAReader(installation, newer);
    await warmUp(installation);
    stage.check('the old ones are ready after it', balancer.ready().length === 2);

    first.signal('SIGKILL');
    await first.ended;
    first = await start();

    for (const root of [newer, undefined]) {
      [first, second] = [await replace(first, root), await replace(second, root)];
      const former = worker;
      worker = await installation.worker({}, root);
      former.signal('SIGTERM');
      await former.ended;
      await warmUp(installation);
    }
    await load.stop();
    await compare(installation, load.wishes);
    const answers = load.wishes.flatMap((wish) => wish.answers);
    const slowest = Math.max(...answers.filter(({ status }) => status === 201).map(({ ms }) => ms));
    const refused = answers.filter(({ status }) => status >= 400);
    const lost = answers.filter(({ status }) => status === 0);
    stage.check(`the slowest took ${Math.round(slowest)} ms`, slowest < SLOWEST_MS);
    stage.check(`${refused.length} were refused`, refused.length === 0);
    stage.check(`${balancer.turnedAway()} times nobody was ready`, balancer.turnedAway() === 0);
    stage.note({ 'slowest ms': Math.round(slowest), 'asked again': lost.length });

    async function replace(program: Program, root?: string): Promise<Program> {
      const successor = await start(root);
      await balancer.forget(program);
      program.signal('SIGTERM');
      await program.ended;
      return successor;
    }
  },
};

/** This version with one more migration, which locks a busy table exclusively for a moment. */
function newerVersion(stage: Stage): string {
  const root = newFolder(stage);
  cpSync(join(ROOT, 'server'), join(root, 'server'), { recursive: true });
  copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const name of readdirSync(ROOT)) {
    if (!['server', 'package.json'].includes(name) && !name.startsWith('.'))
      symlinkSync(join(ROOT, name), join(root, name));
  }
  const last = listMigrations().length;
  const name = `${String(last + 1).padStart(4, '0')}-of-a-newer-version.sql`;
  writeFileSync(
    join(root, 'server/kernel/db/migrations', name),
    `-- Why: a newer version.\n-- Works with: ${last}\nalter table orders add column of_a_newer_version int;\n`,
  );
  return root;
}

async function migrateBesideAReader(installation: Installation, root: string): Promise<void> {
  await installation.asOwner(async (reader) => {
    await reader.query('begin; select from orders limit 1');
    const migrating = promisify(execFile)(process.execPath, [join(root, 'server/main.ts'), 'migrate'], {
      env: { PATH: process.env.PATH, DATABASE_URL: installation.databaseUrl, COLONNADE_SECRET: TEST_SECRET },
    });
    await Promise.all([migrating, sleep(READ_MS).then(() => reader.query('commit'))]);
  });
}

/** Sends requests to the ready programs, as a load balancer does. */
function openBalancer(stage: Stage) {
  const programs: Program[] = [];
  let ready: Program[] = [];
  let turnedAway = 0;
  let isOver = false;
  const isReady = ({ url }: Program) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
  const look = async () => {
    const answers = await Promise.all(programs.map(isReady));
    ready = programs.filter((_, index) => answers[index]);
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await sleep(100);
    }
  })();
  stage.cleanUp(() => {
    isOver = true;
    return watching;
  });
  return {
    programs,
    ready: () => ready,
    turnedAway: () => turnedAway,
    next(): string {
      const candidates = ready.filter((program) => program.isAlive());
      if (candidates.length === 0) turnedAway += 1;
      return stage.random.oneOf(candidates.length > 0 ? candidates : programs).url;
    },
    /** Stops sending to a program before the program is stopped. */
    async forget(program: Program) {
      await look();
      programs.splice(programs.indexOf(program), 1);
      ready = ready.filter((other) => other !== program);
    },
  };
}

export const upgradeRows: Row[] = [upgrade];
