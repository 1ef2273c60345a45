/** Redirects of a publication that is not committed: visitors get none of them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const fields = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
];

/** Three live pages with other slugs in their drafts, on a site that visitors know. */
async function openMoving() {
  const stage = await openContent(test);
  await stage.putType('page', fields, { addresses: { en: '/p/{slug}' } });
  const call = (method: string, path: string, body?: object) =>
    test.call(method, path, { token: stage.tenant.key, body });
  const { propertyId } = (await call('POST', '/v1/redirects', { from: '/first', to: '/to' })).body.data;
  const visit = async (path: string) => (await test.call('GET', `/r/${propertyId}${path}`)).status;
  const ids: string[] = [];
  for (const n of [0, 1, 2]) {
    const { id } = await stage.create('page', { title: `Page ${n}`, slug: `old-${n}` });
    await stage.act(id, 'publish');
    await stage.change(id, { slug: `new-${n}` });
    ids.push(id);
  }
  const release = async (more: string[] = []) => {
    const { id } = (await stage.ask('POST', '/releases', 201, { name: 'Moves' })).body.data;
    const entries = [...ids, ...more].map((each) => ({ id: each }));
    await stage.ask('POST', `/releases/${id}/entries`, 200, { entries });
    return `/releases/${id}`;
  };
  /** Visitors get the old pages, and what is saved next. */
  const assertUntouched = async () => {
    for (const n of [0, 1, 2]) assert.equal(await visit(`/p/old-${n}`), 404, `old-${n}`);
    assert.equal((await call('POST', '/v1/redirects', { from: '/next', to: '/there' })).status, 201);
    assert.equal(await visit('/next'), 301, 'the redirect made next');
    assert.equal(await visit('/first'), 301);
  };
  assert.equal(await visit('/first'), 301);
  return { ...stage, call, visit, ids, release, assertUntouched };
}

it('the dry run of a release with redirects leaves visitors the old pages', async () => {
  const site = await openMoving();
  const path = `${await site.release()}/publish`;
  await site.ask('POST', `${path}?dryRun=true`, 200, { redirects: true });
  await site.assertUntouched();
  await site.ask('POST', path, 200, { redirects: true });
  assert.equal(await site.visit('/p/old-2'), 301);
});

it('scheduling a release with redirects leaves visitors the old pages', async () => {
  const site = await openMoving();
  const at = new Date(test.now().getTime() + 3_600_000).toISOString();
  await site.ask('POST', `${await site.release()}/schedule`, 200, { at, redirects: true });
  await site.assertUntouched();
});

it('a release with redirects that is refused leaves visitors the old pages', async () => {
  const site = await openMoving();
  const { id } = await site.create('page', {});
  await site.ask('POST', `${await site.release([id])}/publish`, 422, { redirects: true });
  await site.assertUntouched();
});

for (const partial of [false, true])
  it(`the dry run of a bulk action with redirects, partial: ${partial}, leaves visitors the old pages`, async () => {
    const site = await openMoving();
    const entries = site.ids.map((id) => ({ id }));
    const wish = { action: 'publish', redirects: true, partial, entries };
    await site.ask('POST', '/entries/bulk?dryRun=true', 200, wish);
    await site.assertUntouched();
    await site.ask('POST', '/entries/bulk', 200, wish);
    for (const n of [0, 1, 2]) assert.equal(await site.visit(`/p/old-${n}`), 301);
  });

it('the dry run of an entry above others with redirects leaves visitors the old pages', async () => {
  const site = await openMoving();
  await site.putType('branch', fields, { addresses: { en: '/{path}' }, order: 'tree' });
  const top = await site.create('branch', { title: 'Top', slug: 'top' });
  await site.act(top.id, 'publish');
  const below = await site.create('branch', { title: 'Below', slug: 'below' }, { parentId: top.id });
  await site.act(below.id, 'publish');
  await site.change(top.id, { slug: 'summit' });
  await site.ask('POST', `/entries/${top.id}/publish?dryRun=true`, 200, { redirects: true });
  await site.assertUntouched();
  assert.deepEqual([await site.visit('/top'), await site.visit('/top/below')], [404, 404]);
});

it('each entry of a bulk action with partial finds the redirects of those before it', async () => {
  const site = await openMoving();
  const [first, second] = site.ids as [string, string];
  await site.change(second, { slug: 'old-0' });
  await site.call('POST', '/v1/redirects', { from: '/p/long-ago', to: '/p/old-0' });
  const wish = { action: 'publish', redirects: true, partial: true, entries: site.ids.map((id) => ({ id })) };
  await site.ask('POST', '/entries/bulk?dryRun=true', 200, wish);
  await site.assertUntouched();
  await site.ask('POST', '/entries/bulk', 200, wish);
  const { data } = (await site.call('GET', '/v1/redirects?limit=100')).body;
  const pages = data.filter(({ from }: { from: string }) => from.startsWith('/p/old'));
  assert.deepEqual(
    pages.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`).sort(),
    ['/p/old-1 /p/old-0', '/p/old-2 /p/new-2'],
    'the address that the first left has the page of the second',
  );
  assert.equal((await site.get(first)).slug, 'new-0');
  assert.equal(await site.visit('/p/old-0'), 404);
  assert.equal(await site.visit('/p/old-1'), 301);
});
