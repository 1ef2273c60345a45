/** kill −9 of the API, at random and at each crash point: what was acknowledged is there, once, whole. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash.ts';
import { compare } from '../checker.ts';
import type { Program } from '../program.ts';
import { loadShops, openShops, warmUp } from '../shops.ts';
import { openSite, type Site } from '../site.ts';
import type { Row } from '../stage.ts';

const READY_MS = 3_000;

/** A machine too busy for any start in that time must at least not take longer than it did for the first. */
function checkReady(site: Site, first: Program, again: Program): void {
  // Beside other tests no time can be promised; server/start.e2e.test.ts holds a start to it.
  if (site.stage.isSmoke) return;
  site.stage.check(
    `ready again in ${Math.round(again.readyMs)} ms`,
    again.readyMs < Math.max(READY_MS, first.readyMs * 1.5),
  );
}

const atRandom: Row = {
  name: 'kill -9 of the API at random, under load',
  async run(stage) {
    const site = await openSite(stage);
    let api = await site.api();
    const first = api;
    await site.worker();
    await openShops(site);
    const load = loadShops(site);
    const times: number[] = [];
    for (let kill = 0; kill < 3; kill++) {
      await sleep(stage.random.between(500, 2_000));
      api.signal('SIGKILL');
      await api.ended;
      api = await site.api();
      times.push(Math.round(api.readyMs));
      checkReady(site, first, api);
    }
    await warmUp(site);
    await load.stop();
    await compare(site, load.wishes);
    stage.note({ 'ready again in ms': times.join('/') });
  },
};

const atPoint = (point: CrashPoint, smoke?: true): Row => ({
  name: `kill -9 of the API at ${point}`,
  ...(smoke && { smoke }),
  async run(stage) {
    const site = await openSite(stage);
    const first = await site.api({ CRASH_AT: `${point}:${stage.random.between(40, 60)}` });
    await site.worker();
    await openShops(site, { inboxes: 1 });
    const load = loadShops(site);
    stage.check('it died at its crash point', (await first.ended).signal === 'SIGKILL');
    const again = await site.api();
    checkReady(site, first, again);
    await warmUp(site);
    await load.stop();
    const replays = load.wishes.flatMap(({ answers }) => answers).filter(({ replayed }) => replayed).length;
    await compare(site, load.wishes);
    stage.note({ replayed: replays, 'ready again in ms': Math.round(again.readyMs) });
  },
});

export const apiRows: Row[] = [
  atRandom,
  atPoint('before_commit'),
  atPoint('after_commit_before_response', true),
];
