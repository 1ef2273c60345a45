/** Combined faults: killed with its PostgreSQL, stopped under load, two of each process with random kills. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { readSettings } from '../../server/settings.ts';
import { compare } from '../checker.ts';
import { openInstallation } from '../installation.ts';
import { newFolder } from '../postgres.ts';
import { isGone, postgresOf } from '../postmaster.ts';
import { freePort, type Program, startProgram } from '../program.ts';
import type { Row } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const powerCut: Row = {
  name: 'kill -9 of everything at once, PostgreSQL too',
  async run(stage) {
    const settings = {
      DATA_DIR: newFolder(stage),
      COLONNADE_SECRET: TEST_SECRET,
      PORT: String(await freePort()),
    };
    const password = loadSecrets(readSettings(settings)).databasePassword('owner');
    let program = await startProgram(stage, 'start', settings);
    const first = postgresOf(settings.DATA_DIR);
    const databaseAt = (port: number) => `postgres://colonnade:${password}@127.0.0.1:${port}/colonnade`;
    const installation = await openInstallation(stage, databaseAt(first.port));
    installation.url = program.url;
    await openTenants(installation);
    const load = loadTenants(installation);
    for (let cut = 0; cut < 2; cut++) {
      await warmUp(installation);
      const { pid } = postgresOf(settings.DATA_DIR);
      program.signal('SIGKILL');
      process.kill(pid, 'SIGKILL');
      await program.ended;
      await isGone(pid);
      program = await startProgram(stage, 'start', settings);
    }
    await warmUp(installation);
    await load.stop();
    installation.databaseUrl = databaseAt(postgresOf(settings.DATA_DIR).port);
    await compare(installation, load.wishes);
    stage.note({ 'ready again in ms': Math.round(program.readyMs) });
  },
};

const toldToStop: Row = {
  name: 'SIGTERM under load',
  smoke: 'usual',
  async run(stage) {
    const installation = await openInstallation(stage);
    const programs = [await installation.api(), await installation.worker()];
    await openTenants(installation, { answer: async () => sleep(stage.random.between(20, 200), 200) });
    const load = loadTenants(installation, { insisting: 0 });
    await warmUp(installation);
    const told = performance.now();
    for (const program of programs) program.signal('SIGTERM');
    const ends = await Promise.all(programs.map(({ ended }) => ended));
    const seconds = (performance.now() - told) / 1000;
    await load.stop();
    stage.check(
      `ends in order: ${JSON.stringify(ends)}`,
      ends.every(({ code }) => code === 0),
    );
    stage.check(`exit in ${seconds.toFixed(1)} s`, seconds < 15);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ leases: number; stored: number }>(
        `select (select count(*)::int from webhook_lanes) as leases,
           (select count(*)::int from orders) + (select count(*)::int from redirects) as stored`,
      ),
    );
    const acknowledged = load.wishes.filter(({ answers }) => answers[0]!.status === 201).length;
    stage.check(`leases are given back: ${rows[0]!.leases} left`, rows[0]!.leases === 0);
    stage.check(
      `what was in flight was answered: ${rows[0]!.stored} stored, ${acknowledged} acknowledged`,
      rows[0]!.stored === acknowledged,
    );
    await installation.worker();
    await compare(installation, load.wishes);
    stage.note({ 'exit s': seconds.toFixed(1) });
  },
};

const KILL_FOR_MS = 40_000;

const randomKills: Row = {
  name: 'two of every process with random kills',
  async run(stage) {
    const installation = await openInstallation(stage);
    const ports = [String(await freePort()), String(await freePort())];
    const starters = [
      () => installation.api({ PORT: ports[0]! }),
      () => installation.api({ PORT: ports[1]! }),
      () => installation.worker(),
      () => installation.worker(),
    ];
    const programs: Program[] = [];
    for (const start of starters) programs.push(await start());
    await openTenants(installation, {
      tenants: 3,
      answer: async () => sleep(stage.random.between(0, 100), stage.random.next() < 0.1 ? 503 : 200),
    });
    const load = loadTenants(installation, {
      url: () => `http://127.0.0.1:${stage.random.oneOf(ports)}`,
      senders: 4,
      pauseMs: 5,
    });
    let kills = 0;
    for (const end = Date.now() + KILL_FOR_MS; Date.now() < end; kills++) {
      await sleep(stage.random.between(500, 2_500));
      const index = stage.random.between(0, programs.length - 1);
      programs[index]!.signal('SIGKILL');
      await programs[index]!.ended;
      programs[index] = await starters[index]!();
    }
    await load.stop();
    await compare(installation, load.wishes);
    for (const tenant of installation.tenants) {
      const { rows } = await installation.asOwner((owner) =>
        owner.query<{ entries: number }>(
          `select count(*)::int as entries from audit_log where tenant_id = $1 and action = 'webhook_subscription.created'`,
          [tenant.id],
        ),
      );
      stage.check(
        `one audit row per subscription: ${rows[0]!.entries}`,
        rows[0]!.entries === tenant.inboxes.length,
      );
    }
    stage.note({ kills });
  },
};

export const everythingRows: Row[] = [powerCut, toldToStop, randomKills];
