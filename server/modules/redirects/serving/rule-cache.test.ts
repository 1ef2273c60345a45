import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';
import { createRuleCache } from './rule-cache.ts';

const test = await useApp();

it('the rules in memory stay within their bound: the property visited longest ago is dropped', async () => {
  const sites = [await openSite(test), await openSite(test), await openSite(test)];
  for (const site of sites) {
    for (const path of ['/a', '/b']) await site.add(path, '/new');
  }
  const tables = createRuleCache(async () => ({ domains: [] }), 4);
  const use = ({ tenant, id }: (typeof sites)[number]) =>
    test.db.inTenant(tenant.id, (tx) => tables.atVersion(tx, id, 2));
  for (const site of sites.slice(0, 2)) await use(site);
  tables.ofVersion(sites[0]!.id, 2);
  await use(sites[2]!);
  assert.equal(tables.size, 4);
  assert.deepEqual(
    sites.map(({ id }) => tables.known(id) !== undefined),
    [true, false, true],
  );
  assert.equal((await use(sites[1]!))!.table.size, 2);
});

it('a table is never replaced by an earlier state', async () => {
  const site = await openSite(test);
  const id = await site.add('/a', '/1');
  const tables = createRuleCache(async () => ({ domains: [] }));
  const read = (version: number) =>
    test.db.inTenant(site.tenant.id, (tx) => tables.atVersion(tx, site.id, version));
  const first = (await read(1))!;
  await site.change(id, { to: '/2' });
  await site.change(id, { to: '/3' });
  await Promise.all([read(2), read(3), read(2), read(3)]);
  const last = tables.known(site.id)!;
  assert.equal(last.table, first.table);
  assert.deepEqual([last.version, last.table.get(id)!.to.path], [3, '/3']);
});
