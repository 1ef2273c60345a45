/** A newer version replaces this one under load: no data is lost, no request is refused, and a downgrade is possible. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listMigrations } from '#kernel/db/migrate.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { compare } from '../checker.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { newFolder } from '../postgres.ts';
import { freePort, type Program, ROOT } from '../program.ts';
import type { Row, Stage } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const SLOWEST_MS = 1_000;
/** The time for which a dump may read a table. */
const READ_MS = 3_000;

type Versions = { older?: string; newer?: string; databaseUrl?: string };

/** A version is the folder of its sources; none is this version. */
const upgradeRow = (name: string, open: (stage: Stage) => Promise<Versions>): Row => ({
  name,
  async run(stage) {
    const { older, newer, databaseUrl } = await open(stage);
    const installation = await openInstallation(stage, databaseUrl);
    const balancer = openBalancer(stage);
    const start = async (root?: string) => {
      const program = await installation.api({ PORT: String(await freePort()) }, root);
      balancer.programs.push(program);
      return program;
    };
    let [first, second] = [await start(older), await start(older)];
    let worker = await installation.worker({}, older);
    await openTenants(installation, { root: older });
    const load = loadTenants(installation, { url: balancer.next, insisting: 1, pauseMs: 10 });
    await warmUp(installation);

    await migrateBesideAReader(installation, newer);
    await warmUp(installation);
    stage.check('the old ones are ready after it', balancer.ready().length === 2);

    first.signal('SIGKILL');
    await first.ended;
    first = await start(older);

    for (const root of [newer, older]) {
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
});

/** A folder with other sources of the server, and everything else of this one. */
function versionFolder(stage: Stage, fill: (root: string) => void): string {
  const root = newFolder(stage);
  fill(root);
  const own = readdirSync(root);
  for (const name of readdirSync(ROOT)) {
    if (!own.includes(name) && !name.startsWith('.')) symlinkSync(join(ROOT, name), join(root, name));
  }
  return root;
}

/** This version with one more migration, which locks a busy table exclusively for a moment. */
const newerVersion = (stage: Stage): string =>
  versionFolder(stage, (root) => {
    cpSync(join(ROOT, 'server'), join(root, 'server'), { recursive: true });
    copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'));
    const last = listMigrations().length;
    const name = `${String(last + 1).padStart(4, '0')}-of-a-newer-version.sql`;
    writeFileSync(
      join(root, 'server/kernel/db/migrations', name),
      `-- Why: a newer version.\n-- Works with: ${last}\nalter table orders add column of_a_newer_version int;\n`,
    );
  });

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The migrations of a commit, each with the name of its contents. */
const migrationsOf = (commit: string): string[] =>
  git('ls-tree', '-r', '--format=%(objectname) %(path)', commit, '--', 'server')
    .split('\n')
    .filter((line) => /\/migrations\/[^/]+\.sql$/.test(line));

/** The last release, or else the last version with fewer migrations than this one, which have not been edited since. */
function formerVersion(stage: Stage): string {
  const today = new Set(migrationsOf('HEAD'));
  const isFormer = (commit: string) => {
    const former = migrationsOf(commit);
    return former.length < today.size && former.every((line) => today.has(line));
  };
  const changes = git('log', '--first-parent', '-m', '--format=%H', '--', 'server/**/migrations/*.sql');
  const commit =
    git('tag', '--merged', 'HEAD^', '--sort=-creatordate').split('\n')[0] ||
    changes
      .split('\n')
      .map((change) => `${change}^`)
      .find(isFormer)!;
  return versionFolder(stage, (root) => {
    const parts = ['server', 'shared', 'package.json'];
    execFileSync('sh', ['-c', 'git archive "$0" -- "$@" | tar -x -C "$root"', commit, ...parts], {
      cwd: ROOT,
      env: { ...process.env, root },
    });
    stage.note({ 'the version before': git('log', '-1', '--format=%h', commit) });
  });
}

/** A database that the version before has migrated. */
async function databaseOf(stage: Stage, root: string): Promise<string> {
  const database = await cloneDatabase('template0');
  stage.cleanUp(() => database.drop());
  await migrateWith(root, database.connectionString);
  return database.connectionString;
}

const migrateWith = (root: string, databaseUrl: string) =>
  promisify(execFile)(process.execPath, [join(root, 'server/main.ts'), 'migrate'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, COLONNADE_SECRET: TEST_SECRET },
  });

async function migrateBesideAReader(installation: Installation, root = ROOT): Promise<void> {
  await installation.asOwner(async (reader) => {
    await reader.query('begin; select from orders limit 1');
    const migrating = migrateWith(root, installation.databaseUrl);
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

export const upgradeRows: Row[] = [
  upgradeRow('an upgrade under load, process by process, and back', async (stage) => ({
    newer: newerVersion(stage),
  })),
  upgradeRow('an upgrade from the version before, under load, and back', async (stage) => {
    const older = formerVersion(stage);
    return { older, databaseUrl: await databaseOf(stage, older) };
  }),
];
