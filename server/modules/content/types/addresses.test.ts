/** Addresses of a type: entries say where their pages are, and links in HTML lead there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
await stage.ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
});
const FIELDS = [
  { name: 'title', kind: 'text', localised: true },
  { name: 'slug', kind: 'slug', from: 'title', localised: true },
  { name: 'next', kind: 'reference', types: ['article'] },
  { name: 'body', kind: 'richtext' },
];
const ADDRESSES = { en: '/articles/{slug}', '*': '/{locale}/artikel/{slug}' };
const put = (name: string, addresses: object, expected: number, more: object = {}) =>
  stage.ask('PUT', `/types/${name}`, expected, { title: name, fields: FIELDS, addresses, ...more });
await put('article', ADDRESSES, 200);

const live = async (type: string, fields: object) => {
  const { id } = await stage.create(type, fields);
  await stage.act(id, 'publish', { broken: 'allow' });
  return id as string;
};
const read = async (path: string) => (await stage.ask('GET', `/published/${path}`, 200)).body.data;

describe('the addresses of a type', () => {
  it('give each entry its path, in the locale of the reader and in every locale that has a slug', async () => {
    const tea = await live('article', { title: { en: 'Tea', de: 'Tee' } });
    const milk = await live('article', { title: { en: 'Milk' }, next: tea });
    const { path, paths } = await read('article/tea?locale=de');
    assert.deepEqual([path, paths], ['/de/artikel/tee', { en: '/articles/tea', de: '/de/artikel/tee' }]);
    const other = await read('article/milk?expand=next');
    assert.deepEqual([other.path, other.paths], ['/articles/milk', { en: '/articles/milk' }]);
    assert.equal(other.fields.next.path, '/articles/tea');
    assert.equal((await read(`article/${milk}?locale=de`)).path, '/de/artikel/milk');
    const listed = await read('article?sort=title&locale=de');
    assert.deepEqual(listed.map((entry: { path: string }) => entry.path).sort(), [
      '/de/artikel/milk',
      '/de/artikel/tee',
    ]);
  });

  it('make links in HTML lead there', async () => {
    const coffee = await live('article', { title: { en: 'Coffee', de: 'Kaffee' } });
    const marks = [{ type: 'link', attrs: { entryId: coffee } }];
    const text = { type: 'paragraph', content: [{ type: 'text', text: 'more', marks }] };
    const embed = { type: 'embed', attrs: { entryId: coffee, title: 'Read on' } };
    await live('article', { title: { en: 'Links' }, body: { type: 'doc', content: [text, embed] } });
    const html = (await read('article/links?format=html&locale=de')).fields.body;
    assert.match(html, /<p><a href="\/de\/artikel\/kaffee" data-entry-id="[^"]+" data-entry-type="article"/);
    assert.match(html, /<figure [^>]+><a href="\/de\/artikel\/kaffee">Read on<\/a><\/figure>/);
  });

  it('are kept by a change that does not name them, and removed by an empty object', async () => {
    const changed = await stage.putType('article', [...FIELDS, { name: 'note', kind: 'text' }]);
    assert.deepEqual(changed.addresses, ADDRESSES);
    await put('page', ADDRESSES, 200);
    assert.deepEqual((await put('page', {}, 200)).body.data.addresses, {});
  });

  it('of a singleton need no slug', async () => {
    const fields = [{ name: 'title', kind: 'text' }];
    await put('imprint', { '*': '/imprint' }, 200, { fields, singleton: true });
    const id = await live('imprint', { title: 'Imprint' });
    const { path, paths } = await read(`imprint/${id}`);
    assert.deepEqual([path, paths], ['/imprint', { en: '/imprint', de: '/imprint' }]);
  });

  it('that lead nowhere are refused, each by name', async () => {
    const wrong: [object, string, string, object?][] = [
      [{ en: 'articles/{slug}' }, 'addresses.en', 'wrong_format'],
      [{ en: '//other.example/{slug}' }, 'addresses.en', 'wrong_format'],
      [{ en: '/a/{id}' }, 'addresses.en', 'wrong_format'],
      [{ en: '/a b/{slug}' }, 'addresses.en', 'wrong_format'],
      [{ en: '/"><script>/{slug}' }, 'addresses.en', 'wrong_format'],
      [{ en: '/articles' }, 'addresses.en', 'required'],
      [{ en: '/{slug}', '*': '/x/{slug}' }, 'addresses.*', 'required'],
      [{ en: '/a/{slug}' }, 'addresses.en', 'not_allowed', { fields: [{ name: 'title', kind: 'text' }] }],
    ];
    for (const [addresses, path, code, more] of wrong) {
      const answer = await put('odd', addresses, 422, more);
      assert.deepEqual(problemsOf(answer), [[path, code]], JSON.stringify(addresses));
    }
    const block = { fields: [{ name: 'title', kind: 'text' }], block: true };
    assert.deepEqual(problemsOf(await put('odd', { en: '/x' }, 422, block)), [['addresses', 'not_allowed']]);
  });
});
