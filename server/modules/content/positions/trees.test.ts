/** Trees: entries below each other, moved as a whole, with paths that readers and redirects follow. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';
import { MOST_MOVED } from './moved-below.ts';

const test = await useApp();
const stage = await openContent(test);
const { act, ask, change, tenant } = stage;
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
});
const FIELDS = [
  { name: 'title', kind: 'text', localised: true },
  { name: 'slug', kind: 'slug', from: 'title', localised: true },
];
const addresses = { en: '/{path}', '*': '/{locale}/{path}' };

let types = 0;
async function open() {
  const type = `tree${++types}`;
  await stage.putType(type, FIELDS, { order: 'tree', addresses });
  /** A live page with this name below another. */
  const draft = async (name: string, parentId: string | null = null, more: object = {}): Promise<string> =>
    (await stage.create(type, { title: { en: name } }, { parentId, ...more })).id;
  const page = async (name: string, parentId: string | null = null, more: object = {}): Promise<string> => {
    const id = await draft(name, parentId, more);
    await act(id, 'publish');
    return id;
  };
  const read = async (slug: string, query = '') =>
    (await ask('GET', `/published/${type}/${slug}${query}`, 200)).body.data;
  const tree = async (query = '') => (await ask('GET', `/trees/${type}${query}`, 200)).body.data;
  const outline = async (query = '') =>
    (await tree(query)).map((one: { level: number; slug: string }) => `${one.level}${one.slug}`).join(' ');
  const list = async (where: object, sort = 'position', from = 'published') => {
    const path = from === 'published' ? `/published/${type}?` : `/entries?type=${type}&`;
    const query = `sort=${sort}&order=asc&where=${encodeURIComponent(JSON.stringify(where))}`;
    return (await ask('GET', path + query, 200)).body.data.map((one: { slug: string }) => one.slug).join(' ');
  };
  return { type, draft, page, read, tree, outline, list };
}
const move = (id: string, body: object, expected = 200) =>
  ask('PUT', `/entries/${id}/position`, expected, body);
const refusal = async (id: string, body: object) => problemsOf(await move(id, body, 422));
const redirects = async (): Promise<string[]> => {
  const { body } = await test.call('GET', '/v1/redirects?limit=100', { token: tenant.key });
  const all: string[] = body.data.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`);
  for (const { id } of body.data) await test.call('DELETE', `/v1/redirects/${id}`, { token: tenant.key });
  return all.filter((each) => !each.startsWith('/de/')).sort();
};

describe('a tree', () => {
  it('gives pages their path and breadcrumbs, in each language', async () => {
    const { page, read, type } = await open();
    const about = await page('About');
    const team = await page('Team', about);
    const ada = await page('Ada', team);
    await change(team, { title: { de: 'Mannschaft' }, slug: { de: 'mannschaft' } });
    await act(team, 'publish');
    const shown = await read('ada');
    assert.deepEqual([shown.path, shown.paths], ['/about/team/ada', { en: '/about/team/ada' }]);
    assert.deepEqual(shown.ancestors, [
      { id: about, title: 'About', slug: 'about', path: '/about' },
      { id: team, title: 'Team', slug: 'team', path: '/about/team' },
    ]);
    const german = await read('ada', '?locale=de');
    assert.deepEqual(
      [german.path, german.ancestors[1]],
      [
        '/de/about/mannschaft/ada',
        { id: team, title: 'Mannschaft', slug: 'mannschaft', path: '/de/about/mannschaft' },
      ],
    );
    const { data } = (await ask('GET', `/published/${type}?fields=title`, 200)).body;
    assert.deepEqual(data.map((one: { path: string }) => one.path).sort(), [
      '/about',
      '/about/team',
      '/about/team/ada',
    ]);
    assert.equal((await stage.get(ada)).parentId, team);
  });

  it('is read at once, in its order, whole or in part', async () => {
    const { page, outline, tree, list } = await open();
    const [b, a] = [await page('B'), await page('A')];
    const [, x] = [await page('Y', b), await page('X', b)];
    await page('Deep', x);
    await move(a, { at: 'first' });
    await move(x, { at: 'first' });
    assert.equal(await outline(), '1a 1b 2x 3deep 2y');
    assert.equal(await outline('?depth=1'), '1a 1b');
    assert.equal(await outline(`?under=${b}`), '1x 2deep 1y');
    const [first] = await tree(`?under=${x}&locale=de`);
    assert.deepEqual([first.path, first.parentId, first.title], ['/de/b/x/deep', x, 'Deep']);
    assert.deepEqual([await list({ parent: null }), await list({ parent: b })], ['a b', 'x y']);
    assert.deepEqual(
      [await list({ parent: b }, 'position', 'drafts'), await list({ within: b }, 'title')],
      ['x y', 'deep x y'],
    );
    assert.equal(await list({ not: { within: b } }, 'title'), 'a b');
    assert.equal(await list({ not: { parent: b } }, 'title'), 'a b deep');
    assert.equal(await list({ or: [{ parent: x }, { title: 'A' }] }, 'title'), 'a deep');
  });

  it('hides what is below a page that is not live: it has no path, and a reader by slug still finds it', async () => {
    const { type, draft, page, read, outline } = await open();
    const top = await page('Top');
    const middle = await draft('Middle', top);
    const leaf = (await stage.create(type, { title: { en: 'Leaf' } }, { parentId: middle })).id;
    const { warnings } = await act(leaf, 'publish');
    assert.deepEqual(
      warnings.map(({ path, code }: { path: string; code: string }) => [path, code]),
      [['parentId', 'not_live']],
    );
    const shown = await read('leaf');
    assert.deepEqual(
      [shown.path, shown.paths, shown.ancestors.map((one: { slug: string }) => one.slug)],
      [null, {}, ['top']],
    );
    assert.equal(await outline(), '1top');
    await act(middle, 'publish');
    assert.deepEqual(
      [(await read('leaf')).path, await outline()],
      ['/top/middle/leaf', '1top 2middle 3leaf'],
    );
    const refused = await ask('POST', `/entries/${middle}/unpublish`, 409);
    assert.equal(refused.body.error.details.requiredBy[0].id, leaf);
    await act(middle, 'unpublish', { broken: 'allow' });
    assert.equal((await read('leaf')).path, null);
  });

  it('refuses circles, too many levels, and parents that are none', async () => {
    const { type, draft, page } = await open();
    const chain: string[] = [];
    for (let n = 1; n <= 12; n++) chain.push(await draft(`Level ${n}`, chain.at(-1) ?? null));
    for (const parentId of [chain[2], chain[3], chain[11]])
      assert.deepEqual(await refusal(chain[2]!, { parentId }), [['parentId', 'circle']]);
    assert.deepEqual(await refusal(chain[2]!, { before: chain[4] }), [['parentId', 'circle']]);
    const deep = { type, fields: {}, parentId: chain[11] };
    assert.deepEqual(problemsOf(await ask('POST', '/entries', 422, deep)), [['parentId', 'too_deep']]);
    const pair = await draft('Pair');
    await draft('Inside', pair);
    assert.deepEqual(await refusal(pair, { parentId: chain[10] }), [['parentId', 'too_deep']]);
    await move(pair, { parentId: chain[9] });
    const other = await (await open()).page('Other');
    for (const parentId of [other, crypto.randomUUID()])
      assert.deepEqual(await refusal(pair, { parentId }), [['parentId', 'not_found']]);
    const beside = { parentId: null, before: chain[1] };
    assert.deepEqual(await refusal(await page('Loose'), beside), [['before', 'not_found']]);
    const unsorted = await ask('GET', `/published/${type}?sort=position`, 422);
    assert.deepEqual(problemsOf(unsorted), [['sort', 'not_allowed']]);
    const flat = await ask('PUT', `/types/${type}`, 409, {
      title: 'x',
      fields: FIELDS,
      addresses: {},
      order: 'none',
    });
    assert.match(flat.body.error.message, /below others/);
    const wish = { title: 'x', fields: FIELDS, addresses };
    assert.deepEqual(problemsOf(await ask('PUT', '/types/flat', 422, wish)), [
      ['addresses.en', 'not_allowed'],
      ['addresses.*', 'not_allowed'],
    ]);
  });

  it('keeps a page that others are below, and a page comes back after the one above it', async () => {
    const { draft } = await open();
    const top = await draft('Top');
    const below = await draft('Below', top);
    assert.equal((await ask('DELETE', `/entries/${top}`, 409)).body.error.details.below, 1);
    await ask('DELETE', `/entries/${below}`, 200);
    await ask('DELETE', `/entries/${top}`, 200);
    await ask('POST', `/entries/${below}/restore`, 409);
    await act(top, 'restore');
    assert.equal((await act(below, 'restore')).parentId, top);
  });

  it('becomes flat although entries in the bin were below others: these come back at the top', async () => {
    const { type, draft } = await open();
    const below = await draft('Below', await draft('Top'));
    await ask('DELETE', `/entries/${below}`, 200);
    await ask('PUT', `/types/${type}`, 200, { title: 'Flat', fields: FIELDS, addresses: {}, order: 'none' });
    assert.equal((await act(below, 'restore')).parentId, null);
  });

  it('that became flat and a tree again gets entries of the bin back where they were', async () => {
    const { type, draft } = await open();
    const top = await draft('Top');
    const below = await draft('Below', top);
    await ask('DELETE', `/entries/${below}`, 200);
    const flat = { title: 'Flat', fields: FIELDS, addresses: {} };
    await ask('PUT', `/types/${type}`, 200, { ...flat, order: 'none' });
    await ask('PUT', `/types/${type}`, 200, { ...flat, order: 'tree' });
    assert.equal((await act(below, 'restore')).parentId, top);
  });

  it('that became flat gets an entry back although the one above it is in the bin, too', async () => {
    const { type, draft } = await open();
    const top = await draft('Top');
    const below = await draft('Below', top);
    for (const id of [below, top]) await ask('DELETE', `/entries/${id}`, 200);
    await ask('PUT', `/types/${type}`, 200, { title: 'Flat', fields: FIELDS, addresses: {}, order: 'none' });
    assert.equal((await act(below, 'restore')).parentId, null);
    assert.equal((await ask('GET', `/entries/${below}`, 200)).body.data.parentId, null);
  });

  it('lets one of two moves through that would close a circle together', async () => {
    const { draft, type } = await open();
    for (let round = 0; round < 6; round++) {
      const [a, b] = [await draft(`A${round}`), await draft(`B${round}`)];
      const [under, below] = [await draft(`C${round}`, b), await draft(`D${round}`, a)];
      const put = (id: string, parentId: string) =>
        test.call('PUT', `/v1/content/entries/${id}/position`, { token: tenant.key, body: { parentId } });
      const answers = await Promise.all([put(a, under), put(b, below)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    }
    const roots = await ask(
      'GET',
      `/entries?type=${type}&where=${encodeURIComponent('{"parent":null}')}&limit=50`,
      200,
    );
    assert.equal(roots.body.data.length, 6);
  });

  it('loses no page that is made below one while that is deleted', async () => {
    const { draft, type } = await open();
    for (let round = 0; round < 6; round++) {
      const top = await draft(`T${round}`);
      const [made, deleted] = await Promise.all([
        test.call('POST', '/v1/content/entries', {
          token: tenant.key,
          body: { type, fields: {}, parentId: top },
        }),
        test.call('DELETE', `/v1/content/entries/${top}`, { token: tenant.key }),
      ]);
      assert.ok(
        ['201,409', '422,200'].includes(`${made.status},${deleted.status}`),
        made.text + deleted.text,
      );
    }
  });
});

describe('pages below one that moves', () => {
  it('move along with its slug: publishing tells so, and their former addresses lead on', async () => {
    const { page } = await open();
    const about = await page('About');
    const team = await page('Team', about);
    await page('Ada', team);
    await change(about, { slug: { en: 'company' } });
    const { moved } = await act(about, 'publish', { redirects: true });
    const english = moved.filter(({ locale }: { locale: string }) => locale === 'en');
    assert.deepEqual(
      english.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`),
      ['/about /company', '/about/team /company/team', '/about/team/ada /company/team/ada'],
    );
    assert.equal(moved.length, 6);
    assert.deepEqual((await stage.events('content.entry.published')).at(-1)!.data.moved, moved);
    assert.deepEqual(await redirects(), [
      '/about /company',
      '/about/team /company/team',
      '/about/team/ada /company/team/ada',
    ]);
  });

  it('move with it to another parent, at once', async () => {
    const { draft, page, read } = await open();
    const [a, b] = [await page('A'), await page('B')];
    const x = await page('X', a);
    await page('Y', x);
    await draft('Hidden', x);
    const told = (await stage.events()).length;
    const { moved, warnings } = (await move(x, { parentId: b, redirects: true })).body.data;
    assert.deepEqual([moved.length, warnings], [4, []]);
    assert.deepEqual([(await read('y')).path, await redirects()], ['/b/x/y', ['/a/x /b/x', '/a/x/y /b/x/y']]);
    const events = (await stage.events())
      .slice(told)
      .map(({ type, data }) => [type, data.changed ?? data.cause]);
    assert.deepEqual(events, [
      ['content.entry.updated', ['parentId', 'position']],
      ['content.pages.changed', 'position'],
    ]);
    await move(x, { parentId: null });
    assert.equal((await read('y')).path, '/x/y');
  });

  it('leave redirects if the key may make some', async () => {
    const { page } = await open();
    const [a, x] = [await page('A'), await page('X')];
    const token = await tenant.keyWith('read:content', 'write:content');
    const url = `/v1/content/entries/${x}/position`;
    const body = { parentId: a, redirects: true };
    assert.equal((await test.call('PUT', url, { token, body })).status, 403);
    assert.equal((await test.call('PUT', url, { token, body: { parentId: a } })).status, 200);
  });

  it('are too many for redirects beyond a number, which the answer names', async () => {
    const { type, page, read } = await open();
    const [top, other] = [await page('Top'), await page('Other')];
    const values = (n: number) => ({ title: { en: `P${n}` }, slug: { en: `p${n}` } });
    const ids = await addMany(test, stage, type, MOST_MOVED + 1, values);
    await test.db.inTenant(tenant.id, async (tx) => {
      for (const [table, key] of [
        ['content_entries', 'id'],
        ['content_published', 'entry_id'],
      ])
        await tx.query(`update ${table} set parent_id = $1 where ${key} = any ($2)`, [top, ids]);
    });
    assert.deepEqual(await refusal(top, { parentId: other, redirects: true }), [['redirects', 'too_many']]);
    assert.equal((await read('p7')).path, '/top/p7');
    const { moved, warnings } = (await move(top, { parentId: other })).body.data;
    assert.deepEqual([moved.length, warnings[0].code], [2 * (MOST_MOVED + 1), 'too_many']);
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query('update content_published set parent_id = null where entry_id = $1', [ids[0]]),
    );
    const started = performance.now();
    await move(top, { parentId: null, redirects: true });
    assert.ok(performance.now() - started < 5_000);
    assert.equal((await read('p7')).path, '/top/p7');
  });
});
