/** kill −9 of the API, at random and at each crash point: acknowledged writes exist once and complete. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash.ts';
import { compare } from '../checker.ts';
import { type Installation, openInstallation } from '../installation.ts';
import type { Program } from '../program.ts';
import type { Row, Smoke } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const READY_MS = 3_000;

/** On a machine too busy for READY_MS, a restart may take at most 1.5 times as long as the first start. */
function checkReady(installation: Installation, first: Program, again: Program): void {
  // The smoke runs beside other tests, so its times vary; server/commands/start.process.test.ts checks the start time.
  if (installation.stage.isSmoke) return;
  installation.stage.check(
    `ready again in ${Math.round(again.readyMs)} ms`,
    again.readyMs < Math.max(READY_MS, first.readyMs * 1.5),
  );
}

const atRandom: Row = {
  name: 'kill -9 of the API at random, under load',
  async run(stage) {
    const installation = await openInstallation(stage);
    let api = await installation.api();
    const first = api;
    await installation.worker();
    await openTenants(installation);
    const load = loadTenants(installation);
    const times: number[] = [];
    for (let kill = 0; kill < 3; kill++) {
      await sleep(stage.random.between(500, 2_000));
      api.signal('SIGKILL');
      await api.ended;
      api = await installation.api();
      times.push(Math.round(api.readyMs));
      checkReady(installation, first, api);
    }
    await warmUp(installation);
    await load.stop();
    await compare(installation, load.wishes);
    stage.note({ 'ready again in ms': times.join('/') });
  },
};

const atPoint = (point: CrashPoint, smoke?: Smoke): Row => ({
  name: `kill -9 of the API at ${point}`,
  ...(smoke && { smoke }),
  async run(stage) {
    const installation = await openInstallation(stage);
    const first = await installation.api({ CRASH_AT: `${point}:${stage.random.between(40, 60)}` });
    await installation.worker();
    await openTenants(installation, { inboxes: 1 });
    const load = loadTenants(installation);
    stage.check('it died at its crash point', (await first.ended).signal === 'SIGKILL');
    const again = await installation.api();
    checkReady(installation, first, again);
    await warmUp(installation);
    await load.stop();
    const replays = load.wishes.flatMap(({ answers }) => answers).filter(({ replayed }) => replayed).length;
    await compare(installation, load.wishes);
    stage.note({ replayed: replays, 'ready again in ms': Math.round(again.readyMs) });
  },
});

export const apiRows: Row[] = [
  atRandom,
  atPoint('before_commit'),
  atPoint('after_commit_before_response', 'usual'),
];
