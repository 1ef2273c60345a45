import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startProxy } from '#kernel/testing/proxy.ts';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';
import { createHits } from './hits.ts';

const proxy = await startProxy();
const test = await useApp({}, (database) => proxy.inFrontOf(database, { query_timeout: '3000' }));
after(() => proxy.close());
const site = await openSite(test);
await site.add('/old', '/new');
await site.visit('/old');
await site.knock('/old');

for (const [what, fail] of Object.entries({ gone: proxy.cut, silent: proxy.blackhole })) {
  it(`while the database is ${what}, visitors get the last known target, and no cache stores it`, async () => {
    fail();
    const started = performance.now();
    for (const answer of await Promise.all([site.visit('/old'), site.knock('/old')])) {
      assert.deepEqual([answer.status, answer.headers['cache-control']], [301, 'no-cache'], answer.text);
    }
    assert.ok(performance.now() - started < 5_000, 'within a moment');
    const unknown = await test.call('GET', `/r/${crypto.randomUUID()}/old`);
    assert.deepEqual([unknown.status, unknown.body.error.code], [503, 'unavailable']);
    proxy.heal();
    for (let looks = 0; (await site.visit('/old')).headers['cache-control'] === 'no-cache'; looks++) {
      assert.ok(looks < 50, 'asks the database again by itself');
    }
  });
}

it('hits that could not be written wait for the next round', async () => {
  const id = await site.add('/counted', '/new');
  const counter = createHits(test.db);
  counter.note(site.tenant.id, id, test.now());
  proxy.cut();
  await assert.rejects(counter.flush());
  counter.note(site.tenant.id, id, test.now());
  proxy.heal();
  for (
    let tries = 0;
    !(await counter.flush().then(
      () => true,
      () => false,
    ));
    tries++
  )
    assert.ok(tries < 50);
  const { body } = await test.call('GET', `/v1/redirects/${id}`, { token: site.tenant.key });
  assert.equal(body.data.hits, 2);
});
