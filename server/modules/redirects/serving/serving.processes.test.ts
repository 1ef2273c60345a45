/** Two processes on one database: a change in one is served by the other at once. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';

const test = await useApp();
const other = await useApp({}, () => test.database);

it('a rule added, changed or removed in one process is in effect in the other at its next visit', async () => {
  const site = await openSite(test);
  const seen = async () => {
    const { status, headers } = await site.visit('/old', other);
    return status === 404 ? 404 : headers.location;
  };
  assert.equal(await seen(), 404);
  for (let round = 0; round < 20; round++) {
    const id = await site.add('/old', `/new-${round}`);
    assert.equal(await seen(), `https://${site.domain}/new-${round}`);
    await site.change(id, { to: `/changed-${round}` });
    assert.equal(await seen(), `https://${site.domain}/changed-${round}`);
    await site.remove(id);
    assert.equal(await seen(), 404);
  }
});

it('a domain proved or removed in one process is so in the other', async () => {
  const site = await openSite(test);
  await site.add('/old', '/new');
  const patch = (domains: string[]) =>
    test.call('PATCH', `/v1/properties/${site.id}`, { token: site.tenant.key, body: { domains } });
  assert.equal((await site.knock('/old', other)).status, 301);
  await patch([]);
  assert.equal((await site.knock('/old', other)).status, 404);
  await patch([site.domain]);
  assert.equal((await site.knock('/old', other)).status, 404);
  await test.call('POST', `/v1/properties/${site.id}/verify`, { token: site.tenant.key });
  assert.equal((await site.knock('/old', other)).status, 301);
});

it('of two concurrent saves that close a loop together, one is refused, in either process', async () => {
  const site = await openSite(test);
  for (let round = 0; round < 10; round++) {
    const [a, b] = [`/a-${round}`, `/b-${round}`];
    const add = (by: typeof test, from: string, to: string) =>
      by.call('POST', '/v1/redirects', { token: site.tenant.key, body: { propertyId: site.id, from, to } });
    const answers = await Promise.all([add(test, a, b), add(other, b, a)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    const refused = answers.find(({ status }) => status === 422)!;
    assert.match(
      refused.body.error.details[0].message,
      /^leads round in circles: \/[ab]-\d → \/[ab]-\d → \/[ab]-\d$/,
    );
  }
});

it('a process that missed many changes reads everything again, removals included', async () => {
  const site = await openSite(test);
  const gone = await site.add('/gone', '/new');
  assert.equal((await site.visit('/gone', other)).status, 301);
  await site.remove(gone);
  // More changes than the number of removals that are kept.
  await test.db.inTenant(site.tenant.id, (tx) =>
    tx.query('update properties set served_version = served_version + 5000 where id = $1', [site.id]),
  );
  await test.db.inTenant(site.tenant.id, (tx) => tx.query('delete from redirect_removals'));
  assert.equal((await site.visit('/gone', other)).status, 404);
});
