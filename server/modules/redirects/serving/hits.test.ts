import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../../../app.ts';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';
import { createHits } from './hits.ts';

const test = await useApp();

async function read(site: Awaited<ReturnType<typeof openSite>>, id: string) {
  const { body } = await test.call('GET', `/v1/redirects/${id}`, { token: site.tenant.key });
  return body.data as { hits: number; lastHitAt: string | null };
}

describe('hits', () => {
  it('are counted with the time of the last one, and written within about a second', async () => {
    const site = await openSite(test);
    const [used, unused] = [await site.add('/used', '/new'), await site.add('/unused', '/new')];
    const before = test.now();
    for (let visit = 0; visit < 5; visit++) await site.visit('/used');
    for (let looks = 0; (await read(site, used)).hits < 5; looks++) {
      assert.ok(looks < 100, 'not written');
      await sleep(50);
    }
    const { hits, lastHitAt } = await read(site, used);
    assert.equal(hits, 5);
    assert.ok(Date.parse(lastHitAt!) >= before.getTime());
    assert.deepEqual(await read(site, unused), { ...(await read(site, unused)), hits: 0, lastHitAt: null });
  });

  it('count every rule of a chain, but no call of resolve', async () => {
    const site = await openSite(test);
    const ids = [await site.add('/b', '/c'), await site.add('/a', '/b')];
    await site.visit('/a');
    const url = `/v1/redirects/resolve?propertyId=${site.id}&path=/a`;
    await test.call('GET', url, { token: site.tenant.key });
    for (const id of ids) {
      for (let looks = 0; (await read(site, id)).hits < 1; looks++) {
        assert.ok(looks < 100, 'not written');
        await sleep(50);
      }
      assert.equal((await read(site, id)).hits, 1);
    }
  });

  it('are written when the server closes, without waiting for the next round', async () => {
    const site = await openSite(test);
    const id = await site.add('/old', '/new');
    const { app } = await buildApp(test.kernel);
    await app.inject({ url: `/r/${site.id}/old` });
    await app.close();
    assert.equal((await read(site, id)).hits, 1);
  });

  it('of several processes at once are all counted', async () => {
    const site = await openSite(test);
    const ids = [await site.add('/1', '/new'), await site.add('/2', '/new')];
    const counters = Array.from({ length: 6 }, () => createHits(test.db));
    for (const [index, counter] of counters.entries()) {
      for (const id of index % 2 ? ids : ids.toReversed()) counter.note(site.tenant.id, id, test.now());
    }
    await Promise.all(counters.map((counter) => counter.flush()));
    for (const id of ids) assert.equal((await read(site, id)).hits, 6);
  });

  it('of a removed redirect are dropped, and all others are counted', async () => {
    const site = await openSite(test);
    const [gone, kept] = [await site.add('/gone', '/new'), await site.add('/kept', '/new')];
    const counter = createHits(test.db);
    for (const id of [gone, kept]) counter.note(site.tenant.id, id, test.now());
    await site.remove(gone);
    await counter.flush();
    assert.equal((await read(site, kept)).hits, 1);
  });
});
