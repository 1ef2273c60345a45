/** Pages that move: publishing tells of them, and former addresses lead on if the editor wants it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { create, change, act, ask, tenant } = stage;
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
});
const fields = [
  { name: 'title', kind: 'text', localised: true },
  { name: 'slug', kind: 'slug', localised: true },
];
const addresses = { en: '/articles/{slug}', '*': '/{locale}/artikel/{slug}' };
await stage.putType('article', fields, { addresses });
await stage.putType('note', fields);

const live = async (slug: object, type = 'article', more: object = {}) => {
  const { id } = await create(type, { slug }, more);
  await act(id, 'publish');
  return id as string;
};
const move = async (id: string, slug: object, more: object = { redirects: true }) => {
  await change(id, { slug });
  return (await act(id, 'publish', more)).moved;
};
/** Those of English pages; German ones move along by their fallback. */
const redirects = async (propertyId?: string): Promise<string[]> => {
  const query = propertyId === undefined ? '' : `?propertyId=${propertyId}`;
  const { body } = await test.call('GET', `/v1/redirects${query}`, { token: tenant.key });
  const all: string[] = body.data.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`);
  return all.filter((each) => each.startsWith('/articles/')).sort();
};
const clear = async () => {
  const { body } = await test.call('GET', '/v1/redirects?limit=100', { token: tenant.key });
  for (const { id } of body.data) await test.call('DELETE', `/v1/redirects/${id}`, { token: tenant.key });
};

describe('publishing an entry with another slug', () => {
  it('tells which pages move, in the answer and in the event, and changes no redirect unasked', async () => {
    const id = await live({ en: 'tea', de: 'tee' });
    const moved = await move(id, { en: 'tea', de: 'gruener-tee' }, {});
    const expected = [{ locale: 'de', from: '/de/artikel/tee', to: '/de/artikel/gruener-tee' }];
    assert.deepEqual(moved, expected);
    assert.deepEqual((await stage.events('content.entry.published')).at(-1)!.data.moved, expected);
    assert.deepEqual(await redirects(), []);
    assert.deepEqual(
      await move(await live({ en: 'n' }, 'note'), { en: 'm' }),
      [],
      'its type has no addresses',
    );
  });

  it('makes the former address lead to the new one, on the site of the entry', async () => {
    const [, here] = [await stage.property('The default one'), await stage.property('Here')];
    await move(await live({ en: 'milk' }), { en: 'oat-milk' });
    await move(await live({ en: 'milk' }, 'article', { propertyId: here }), { en: 'soy-milk' });
    assert.deepEqual(await redirects(here!), ['/articles/milk /articles/soy-milk']);
    assert.deepEqual(await redirects(), [
      '/articles/milk /articles/oat-milk',
      '/articles/milk /articles/soy-milk',
    ]);
    await clear();
  });

  it('that moves on and back leads nobody in circles', async () => {
    const id = await live({ en: 'a' });
    await move(id, { en: 'b' });
    await move(id, { en: 'c' });
    assert.deepEqual(await redirects(), ['/articles/a /articles/c', '/articles/b /articles/c']);
    await move(id, { en: 'a' });
    assert.deepEqual(await redirects(), ['/articles/b /articles/a', '/articles/c /articles/a']);
    await clear();
  });

  it('leads every former address straight to the page, however often it moves', async () => {
    const id = await live({ en: 'move-0' });
    for (let nth = 1; nth <= 12; nth++) await move(id, { en: `move-${nth}` });
    const former = Array.from({ length: 12 }, (_, nth) => `/articles/move-${nth}`);
    assert.deepEqual(await redirects(), former.map((from) => `${from} /articles/move-12`).sort());
    const query = `path=${encodeURIComponent('/articles/move-0')}`;
    const { body } = await test.call('GET', `/v1/redirects/resolve?${query}`, { token: tenant.key });
    assert.equal(body.data.location, '/articles/move-12');
    await clear();
  });

  it('leaves a redirect that a person wrote as it is', async () => {
    const id = await live({ en: 'written' });
    const body = { from: '/short', to: '/articles/written' };
    await test.call('POST', '/v1/redirects', { token: tenant.key, body });
    await move(id, { en: 'rewritten' });
    const all = await test.call('GET', '/v1/redirects', { token: tenant.key });
    const short = all.body.data.find(({ from }: { from: string }) => from === '/short');
    assert.equal(short.to, '/articles/written');
    await clear();
  });

  it('a page at an address that led elsewhere is found there', async () => {
    await move(await live({ en: 'old' }), { en: 'new' });
    const { id } = await create('article', { slug: { en: 'old' } });
    await act(id, 'publish', { redirects: true });
    assert.deepEqual(await redirects(), []);
  });

  it('leaves a page of another entry, an entry that changes its site, and an empty slug alone', async () => {
    const here = await stage.property('Shadow');
    await live({ en: 'shared' });
    const own = await live({ en: 'shared' }, 'article', { propertyId: here });
    assert.equal((await move(own, { en: 'apart' })).length, 2, 'it is told');
    const mover = await live({ en: 'mover' });
    await change(mover, { slug: { en: 'moved' } });
    await ask('PATCH', `/entries/${mover}`, 200, { propertyId: here });
    assert.deepEqual((await act(mover, 'publish', { redirects: true })).moved, []);
    assert.deepEqual(await redirects(), []);
  });

  it('leads on although another site has a page with the same slug', async () => {
    const [one, two] = [await stage.property('One'), await stage.property('Two')];
    const id = await live({ en: 'about' }, 'article', { propertyId: one });
    await live({ en: 'about' }, 'article', { propertyId: two });
    await move(id, { en: 'about-us' });
    assert.deepEqual(await redirects(one), ['/articles/about /articles/about-us']);
    await clear();
  });

  it('tells of a language that shows the page by the slug of another', async () => {
    const id = await live({ en: 'fallback' });
    assert.deepEqual(await move(id, { en: 'other' }, {}), [
      { locale: 'en', from: '/articles/fallback', to: '/articles/other' },
      { locale: 'de', from: '/de/artikel/fallback', to: '/de/artikel/other' },
    ]);
  });

  it('serves after a dry run or a failure what was there before, and then every redirect', async () => {
    const visit = async (path: string) => {
      const query = `path=${encodeURIComponent(path)}`;
      const { body } = await test.call('GET', `/v1/redirects/resolve?${query}`, { token: tenant.key });
      return body.data?.location ?? body.data?.to ?? null;
    };
    const id = await live({ en: 'here', de: 'hier' });
    await visit('/articles/here');
    await change(id, { slug: { en: 'there', de: 'dort' } });
    await ask('POST', `/entries/${id}/publish?dryRun=true`, 200, { redirects: true });
    for (const from of ['/real', '/real2', '/real3'])
      await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from, to: '/new' } });
    for (const from of ['/real', '/real2', '/real3']) assert.equal(await visit(from), '/new', from);
    assert.equal(await visit('/articles/here'), null);
    await act(id, 'publish', { redirects: true });
    assert.equal(await visit('/articles/here'), '/articles/there');
    assert.equal(await visit('/de/artikel/hier'), '/de/artikel/dort');
    await clear();
  });

  it('changes nothing in a dry run, nor with a key that may make no redirects', async () => {
    const id = await live({ en: 'dry' });
    await change(id, { slug: { en: 'wet' } });
    const tried = await ask('POST', `/entries/${id}/publish?dryRun=true`, 200, { redirects: true });
    assert.equal(tried.body.data.moved.length, 2);
    assert.deepEqual([await redirects(), (await stage.get(id)).status], [[], 'changed']);
    const token = await tenant.keyWith('read:content', 'write:content');
    const url = `/v1/content/entries/${id}/publish`;
    const refused = await test.call('POST', url, { token, body: { redirects: true } });
    assert.deepEqual([refused.status, refused.body.error.details.scope], [403, 'write:redirects']);
    assert.equal((await stage.get(id)).status, 'changed');
  });
});
