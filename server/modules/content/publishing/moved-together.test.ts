/** Pages of a tree that move together: redirects lead from the addresses that readers had to those that they get. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const fields = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug' },
];

/** A page, one below it and one below that, all live, on the default site. */
async function open() {
  const stage = await openContent(test);
  const { ask, act, create, tenant } = stage;
  await stage.putType('page', fields, { addresses: { en: '/{path}' }, order: 'tree' });
  const page = async (slug: string, parentId: string | null = null): Promise<string> => {
    const { id } = await create('page', { slug }, parentId === null ? {} : { parentId });
    await act(id, 'publish');
    return id;
  };
  const top = await page('p');
  const child = await page('k', top);
  const leaf = await page('l', child);
  const redirects = async (): Promise<string[]> => {
    const { body } = await test.call('GET', '/v1/redirects?limit=100', { token: tenant.key });
    return body.data.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`).sort();
  };
  /** Returns what each of the entries is told to move. */
  const publish = async (via: string, ids: string[]): Promise<Map<string, string[]>> => {
    const entries = ids.map((id) => ({ id }));
    const partial = via === 'a partial bulk action';
    if (partial || via === 'a bulk action')
      await ask('POST', '/entries/bulk', 200, { action: 'publish', redirects: true, partial, entries });
    else {
      const { id } = (await ask('POST', '/releases', 201, { name: 'Moves' })).body.data;
      for (const entry of entries) await ask('POST', `/releases/${id}/entries`, 200, { entries: [entry] });
      const { body } = await ask('POST', `/releases/${id}/publish`, 200, { redirects: true });
      const told = new Map(body.data.results.map((each: Told) => [each.entry.id, pairs(each)]));
      assert.deepEqual(told, await movedInEvents(ids));
    }
    return movedInEvents(ids);
  };
  const movedInEvents = async (ids: string[]) => {
    const events = (await stage.events('content.entry.published')).slice(-ids.length);
    const byId = new Map(events.map(({ data }) => [data.id as string, pairs(data)]));
    return new Map(ids.map((id) => [id, byId.get(id)!]));
  };
  return { ...stage, page, top, child, leaf, redirects, publish };
}
type Told = { entry: { id: string }; moved: { from: string; to: string }[] };
const pairs = ({ moved }: Pick<Told, 'moved'>) => moved.map(({ from, to }) => `${from} ${to}`);

for (const via of ['a release', 'a bulk action'])
  for (const first of ['top', 'child'] as const)
    describe(`${via} with a page and one below it, the ${first} first,`, () => {
      it('leaves redirects of both when the page above alone gets another slug', async () => {
        const { change, publish, redirects, top, child } = await open();
        await change(top, { slug: 'p2' });
        await change(child, { title: 'Other' });
        const moved = await publish(via, first === 'top' ? [top, child] : [child, top]);
        const [own, below] = [['/p /p2'], ['/p/k /p2/k', '/p/k/l /p2/k/l']];
        assert.deepEqual(await redirects(), [...own, ...below]);
        assert.deepEqual([moved.get(top), moved.get(child)], [own, below]);
      });

      it('leaves redirects from the addresses that readers had when both get another slug', async () => {
        const { change, publish, redirects, top, child } = await open();
        await change(top, { slug: 'p2' });
        await change(child, { slug: 'k2' });
        const moved = await publish(via, first === 'top' ? [top, child] : [child, top]);
        const [own, below] = [['/p /p2'], ['/p/k /p2/k2', '/p/k/l /p2/k2/l']];
        assert.deepEqual(await redirects(), [...own, ...below]);
        assert.deepEqual([moved.get(top), moved.get(child)], [own, below]);
      });
    });

it('two pages that swap their slugs in a release leave redirects of the pages below them alone', async () => {
  const { change, page, publish, redirects, top } = await open();
  const other = await page('q');
  await page('m', other);
  await change(other, { slug: 'aside' });
  await change(top, { slug: 'q' });
  await change(other, { slug: 'p' });
  await publish('a release', [top, other]);
  assert.deepEqual(await redirects(), ['/p/k /q/k', '/p/k/l /q/k/l', '/q/m /p/m']);
});

for (const via of ['a release', 'a partial bulk action'])
  it(`${via} reads and changes the redirects of a site once, however many pages move`, async () => {
    const { change, page, publish, redirects, tenant } = await open();
    const ids = [];
    for (let n = 0; n < 12; n++) ids.push(await page(`n${n}`));
    for (const [n, id] of ids.entries()) await change(id, { slug: `m${n}` });
    await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/first', to: '/m0' } });
    const served = () =>
      test.db.inTenant(tenant.id, async (tx) => {
        const { rows } = await tx.query<{ version: number }>(
          'select served_version as version from properties',
        );
        return rows[0]!.version;
      });
    const before = await served();
    await publish(via, ids);
    assert.equal(await served(), before + 1);
    assert.equal((await redirects()).length, ids.length + 1);
  });
