import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
/** The longest name of a field. */
const ODD = 'o'.repeat(50);
const stage = await openContent(test, {
  product: [
    { name: 'title', kind: 'text' },
    { name: 'price', kind: 'number' },
    { name: 'since', kind: 'datetime' },
    { name: 'sold', kind: 'boolean' },
    { name: 'size', kind: 'select', options: ['s', 'm', 'l'], multiple: true },
    { name: 'note', kind: 'markdown' },
    { name: 'tags', kind: 'list', of: { kind: 'text' } },
  ],
  other: [{ name: 'title', kind: 'text' }],
  odd: [{ name: ODD, kind: 'text' }],
});
const { ask, create, act, change, property } = stage;

const ids: Record<string, string> = {};
for (const [title, price, more] of [
  ['Éclair', -1.5, { sold: true, size: ['s'], since: '2030-01-01T00:00:00Z' }],
  ['apple', 10, { sold: false, size: ['s', 'l'], since: '2029-06-01T00:00:00Z', note: 'Crisp and red' }],
  ['Banana', 2, { tags: ['Fruit', 'yellow'], note: 'Not red' }],
  ['cherry', 100.25, { tags: ['fruit'], since: '2031-01-01T00:00:00+02:00' }],
] as const) {
  ids[title] = (await create('product', { title, price, ...more })).id;
}
const nameless = (await create('product', { price: 3 })).id;
await create('other', { title: 'apple' });

const found = async (query: string): Promise<string[]> => {
  const { data } = (await ask('GET', `/entries?type=product&${query}`, 200)).body;
  return data.map((entry: { fields: { title?: string } }) => entry.fields.title ?? '-');
};
const where = (conditions: object, more = 'sort=title&order=asc') =>
  found(`where=${encodeURIComponent(JSON.stringify(conditions))}&${more}`);

describe('a list of entries', () => {
  it('is newest first, of all types or of one', async () => {
    assert.deepEqual(await found(''), ['-', 'cherry', 'Banana', 'apple', 'Éclair']);
    assert.equal((await ask('GET', '/entries?limit=100', 200)).body.data.length, 6);
    assert.deepEqual(await found('order=asc&limit=2'), ['Éclair', 'apple']);
  });

  it('is sorted by any single value, numbers by size and texts without regard to case; an absent value comes first', async () => {
    assert.deepEqual(await found('sort=price&order=asc'), ['Éclair', 'Banana', '-', 'apple', 'cherry']);
    assert.deepEqual(await found('sort=title&order=asc'), ['-', 'apple', 'Banana', 'cherry', 'Éclair']);
    assert.deepEqual(await found('sort=title&order=desc'), ['Éclair', 'cherry', 'Banana', 'apple', '-']);
    assert.deepEqual((await found('sort=since&order=desc')).slice(0, 3), ['cherry', 'Éclair', 'apple']);
  });

  it('shows scheduled entries only, or all others', async () => {
    await act(ids.apple!, 'schedule', { at: new Date(test.now().getTime() + 86_400_000).toISOString() });
    assert.deepEqual(await found('scheduled=true'), ['apple']);
    assert.deepEqual(await found('scheduled=false'), ['-', 'cherry', 'Banana', 'Éclair']);
    await ask('DELETE', `/entries/${ids.apple}/schedule`, 200);
    assert.deepEqual(await found('scheduled=true'), []);
  });

  it('is paged in each order, with every entry once', async () => {
    for (const sort of ['createdAt', 'updatedAt', 'price', 'title', 'sold']) {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor = '';
        do {
          const { data, pagination } = (
            await ask('GET', `/entries?type=product&sort=${sort}&order=${order}&limit=2${cursor}`, 200)
          ).body;
          seen.push(...data.map(({ id }: { id: string }) => id));
          cursor = pagination.nextCursor === null ? '' : `&cursor=${pagination.nextCursor}`;
        } while (cursor !== '');
        assert.deepEqual([seen.length, new Set(seen).size], [5, 5], `${sort} ${order}`);
      }
    }
  });

  it('is paged when its texts are long, of any characters', async () => {
    const titles = ['\x01', '"', '\u{1f600}', '\u2713'].map((character) => character.repeat(400));
    const made: string[] = [];
    for (const title of titles) made.push((await create('odd', { [ODD]: title })).id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await ask('GET', `/entries?type=odd&sort=${ODD}&limit=1${cursor}`, 200);
      seen.push(body.data[0].id);
      cursor = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`;
    }
    assert.deepEqual(seen.toSorted(), made.toSorted());
  });

  it('refuses a cursor of another sort, and one that was put together', async () => {
    const page = async (query: string) => ask('GET', `/entries?type=product&limit=1&${query}`, 200);
    const { nextCursor } = (await page('sort=createdAt')).body.pagination;
    const mark = nextCursor.slice(0, 6);
    const id = crypto.randomUUID();
    const forged = [
      ['createdAt', true, 'soon', id],
      ['createdAt', true, '1', '-'.repeat(36)],
      ['createdAt', true, 1, id],
      ['createdAt', true, '1', { toString: 1 }],
      ['title', true, 'a\0', id],
      null,
    ].map((place) => mark + Buffer.from(JSON.stringify(place)).toString('base64url'));
    for (const sort of ['createdAt', 'updatedAt', 'title']) {
      const cursors = sort === 'createdAt' ? forged : [...forged, nextCursor];
      for (const cursor of cursors)
        await ask('GET', `/entries?type=product&sort=${sort}&cursor=${cursor}`, 400);
    }
  });

  it('is filtered by values: equal, one of, and between, all at once', async () => {
    assert.deepEqual(await where({ price: 10 }), ['apple']);
    assert.deepEqual(await where({ title: 'ECLAIR' }), ['Éclair']);
    assert.deepEqual(await where({ price: { gte: 2, lt: 100 } }), ['-', 'apple', 'Banana']);
    assert.deepEqual(await where({ price: { lt: 0 } }), ['Éclair']);
    assert.deepEqual(await where({ title: { in: ['apple', 'cherry'] } }), ['apple', 'cherry']);
    assert.deepEqual(await where({ sold: true }), ['Éclair']);
    assert.deepEqual(await where({ size: 's' }), ['apple', 'Éclair']);
    assert.deepEqual(await where({ tags: 'FRUIT' }), ['Banana', 'cherry']);
    assert.deepEqual(await where({ since: { gt: '2030-12-31T00:00:00Z' } }), ['cherry']);
    assert.deepEqual(await where({ size: 's', price: { gt: 0 } }), ['apple']);
    assert.deepEqual(await where({ title: { lt: 'b' } }), ['apple'], 'no value is not less than any');
  });

  it('is filtered by any of several conditions, by their contrary, and by what is absent', async () => {
    assert.deepEqual(await where({ or: [{ price: 10 }, { title: 'cherry' }] }), ['apple', 'cherry']);
    assert.deepEqual(await where({ not: { price: { gt: 5 } } }), ['-', 'Banana', 'Éclair']);
    assert.deepEqual(await where({ and: [{ price: { gt: 0 } }, { not: { tags: 'fruit' } }] }), [
      '-',
      'apple',
    ]);
    assert.deepEqual(await where({ sold: { ne: true } }), ['-', 'apple', 'Banana', 'cherry']);
    assert.deepEqual(await where({ title: { nin: ['apple', 'ECLAIR'] } }), ['-', 'Banana', 'cherry']);
    assert.deepEqual(await where({ title: null }), ['-']);
    assert.deepEqual(await where({ tags: { isNull: false } }), ['Banana', 'cherry']);
    assert.deepEqual(await where({ tags: { isNull: true }, title: { ne: null } }), ['apple', 'Éclair']);
  });

  it('is filtered by parts and beginnings of texts, without regard to case and accents', async () => {
    assert.deepEqual(await where({ title: { contains: 'AN' } }), ['Banana']);
    assert.deepEqual(await where({ title: { contains: 'é' } }), ['apple', 'cherry', 'Éclair']);
    assert.deepEqual(await where({ title: { startsWith: 'ec' } }), ['Éclair']);
    assert.deepEqual(await where({ title: { contains: '%' } }), []);
    assert.deepEqual(await where({ tags: { startsWith: 'YEL' } }), ['Banana']);
  });

  it('is filtered by any part of a text of up to 199 characters, and by the beginning of a longer one', async () => {
    const sizes = { a: [180, 196], ж: [180, 196], '\u{1f600}': [90, 97] };
    for (const [letter, [within, most]] of Object.entries(sizes)) {
      const texts = [within!, most!, 300].map((length) => `${letter.repeat(length)}end`);
      const made: string[] = [];
      for (const text of texts) made.push((await create('odd', { [ODD]: text })).id);
      const having = async (contains: string) => {
        const asked = encodeURIComponent(JSON.stringify({ [ODD]: { contains }, id: { in: made } }));
        const { data } = (await ask('GET', `/entries?type=odd&where=${asked}&order=asc`, 200)).body;
        return data.map(({ id }: { id: string }) => made.indexOf(id));
      };
      assert.deepEqual(
        [await having(`${letter}END`), await having(letter)],
        [
          [0, 1],
          [0, 1, 2],
        ],
        letter,
      );
    }
  });

  it('is filtered by ids and times, also without a type', async () => {
    assert.deepEqual(await where({ id: ids.apple }), ['apple']);
    assert.deepEqual(await where({ id: { in: [ids.apple, ids.cherry, crypto.randomUUID()] } }), [
      'apple',
      'cherry',
    ]);
    assert.deepEqual(await where({ id: { nin: [ids.apple, nameless] } }), ['Banana', 'cherry', 'Éclair']);
    const { createdAt } = (await ask('GET', `/entries/${ids.Banana}`, 200)).body.data;
    assert.deepEqual(await where({ createdAt: { lt: createdAt } }), ['apple', 'Éclair']);
    assert.deepEqual(await where({ updatedAt: { gte: createdAt }, price: { lt: 50 } }), ['-', 'Banana']);
    assert.equal((await where({ publishedAt: null })).length, 5);
    const condition = encodeURIComponent(JSON.stringify({ id: ids.apple }));
    assert.equal((await ask('GET', `/entries?where=${condition}`, 200)).body.data.length, 1);
  });

  it('is sorted by several fields, each in its direction', async () => {
    assert.deepEqual(await found('sort=sold,-price'), ['cherry', '-', 'Banana', 'apple', 'Éclair']);
    assert.deepEqual(await found('sort=-sold,title'), ['Éclair', 'apple', '-', 'Banana', 'cherry']);
    assert.deepEqual(await found('sort=-createdAt,title'), ['-', 'cherry', 'Banana', 'apple', 'Éclair']);
    assert.deepEqual((await found('sort=-title')).at(-1), '-');
    for (const sign of ['+', '%2B', '%20']) assert.equal((await found(`sort=${sign}title`))[0], '-');
  });

  it('tells how many entries match, and how many have each value', async () => {
    const asked = async (query: string) =>
      (await ask('GET', `/entries?type=product&limit=1&${query}`, 200)).body;
    assert.deepEqual((await asked('count=true')).total, { count: 5, isExact: true });
    const gt = encodeURIComponent(JSON.stringify({ price: { gt: 5 } }));
    assert.deepEqual((await asked(`count=true&where=${gt}`)).total, { count: 2, isExact: true });
    const { facets, total } = await asked('facets=tags,size,sold,price');
    assert.equal(total.count, 5);
    assert.deepEqual(
      facets.tags.values.map(({ value, count }: { value: string; count: number }) => [
        value.toLowerCase(),
        count,
      ]),
      [
        ['fruit', 2],
        ['yellow', 1],
      ],
    );
    assert.deepEqual(facets.size.values, [
      { value: 's', count: 2 },
      { value: 'l', count: 1 },
    ]);
    assert.deepEqual(facets.sold.values, [
      { value: false, count: 1 },
      { value: true, count: 1 },
    ]);
    assert.deepEqual(facets.price.values[0], { value: -1.5, count: 1 });
    assert.deepEqual([facets.tags.isMore, facets.tags.isExact], [false, true]);
    assert.equal((await asked('')).total, undefined);
  });

  it('is searched by beginnings of words, in texts of every kind', async () => {
    assert.deepEqual((await found('q=red')).sort(), ['Banana', 'apple']);
    assert.deepEqual(await found('q=cri%20re'), ['apple']);
    assert.deepEqual(await found('q=nothing'), []);
    assert.deepEqual(await found('q=%21%3F'), []);
    assert.equal((await ask('GET', '/entries?q=apple', 200)).body.data.length, 2);
  });

  it('reflects each change', async () => {
    const { id } = await create('product', { title: 'Fig', price: 1, note: 'Sweet' });
    assert.deepEqual(await where({ price: 1 }), ['Fig']);
    await change(id, { price: 55, note: null });
    assert.deepEqual(
      [await where({ price: 1 }), await where({ price: 55 }), await found('q=sweet')],
      [[], ['Fig'], []],
    );
    await ask('DELETE', `/entries/${id}`, 200);
    assert.deepEqual(await where({ price: 55 }), []);
  });

  it('is filtered by status and property', async () => {
    const propertyId = await property('Shop');
    const { id } = await create('product', { title: 'Live' }, { propertyId });
    await act(id, 'publish');
    assert.deepEqual(await found('status=published'), ['Live']);
    await change(id, { price: 5 });
    assert.deepEqual([await found('status=published'), await found('status=changed')], [[], ['Live']]);
    assert.deepEqual(await found(`propertyId=${propertyId}`), ['Live']);
    await ask('DELETE', `/entries/${id}`, 200);
    assert.deepEqual(await found('status=deleted&q='.slice(0, -3)), ['Live', 'Fig']);
  });

  it('refuses filters and sorts that it does not support', async () => {
    const refused = async (query: string) => problemsOf(await ask('GET', `/entries?${query}`, 422))[0];
    assert.deepEqual(await refused('type=nothing'), ['type', 'not_found']);
    assert.deepEqual(await refused('where={"price":1}'), ['where.price', 'not_allowed']);
    assert.deepEqual(await refused('type=product&where={"note":"x"}'), ['where.note', 'not_allowed']);
    assert.deepEqual(await refused('type=product&where={"price":"x"}'), ['where.price.eq', 'wrong_type']);
    assert.deepEqual(await refused('type=product&where={"price":{"like":1}}'), [
      'where.price.like',
      'not_allowed',
    ]);
    assert.deepEqual(await refused('type=product&where=price'), ['where', 'wrong_format']);
    const asking = (conditions: unknown) =>
      refused(`type=product&where=${encodeURIComponent(JSON.stringify(conditions))}`);
    assert.deepEqual(await asking({ or: { price: 1 } }), ['where.or', 'wrong_type']);
    assert.deepEqual(await asking({ or: [{ price: 1 }, { note: 'x' }] }), [
      'where.or[1].note',
      'not_allowed',
    ]);
    assert.deepEqual(await asking({ not: { price: { contains: '1' } } }), [
      'where.not.price.contains',
      'not_allowed',
    ]);
    assert.deepEqual(await asking({ title: { contains: ' ' } }), ['where.title.contains', 'required']);
    assert.deepEqual(await asking({ title: { isNull: 'yes' } }), ['where.title.isNull', 'wrong_type']);
    assert.deepEqual(await asking({ title: 'a\0' }), ['where.title.eq', 'text_not_allowed']);
    assert.deepEqual(await asking({ title: { in: ['a', '\0'] } }), ['where.title.in[1]', 'text_not_allowed']);
    assert.deepEqual(await asking({ id: 'apple' }), ['where.id.eq', 'wrong_format']);
    assert.deepEqual(await asking({ createdAt: { gt: 'soon' } }), ['where.createdAt.gt', 'wrong_format']);
    for (const edge of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:00:00-14:00', '9999-12-31T24:00:00Z'])
      for (const name of ['createdAt', 'since'])
        assert.deepEqual(await asking({ [name]: edge }), [`where.${name}.eq`, 'wrong_format']);
    for (const name of ['constructor', '__proto__', 'toString'])
      assert.deepEqual((await asking(JSON.parse(`{"${name}":1}`)))?.[1], 'not_allowed');
    const deep = Array.from({ length: 6 }).reduce((inside) => ({ not: inside }), { price: 1 });
    assert.deepEqual((await asking(deep))?.[1], 'too_deep');
    const many = { or: Array.from({ length: 21 }, (_, price) => ({ price })) };
    assert.deepEqual(await asking(many), ['where.or[20].price', 'too_many']);
    assert.deepEqual(await refused('type=product&sort=title,title'), ['sort', 'not_unique']);
    assert.deepEqual(await refused('type=product&sort=title,price&order=asc'), ['order', 'not_allowed']);
    assert.deepEqual(await refused('type=product&sort=title,price,sold,since'), ['sort', 'too_many']);
    assert.deepEqual(await refused('type=product&facets=note'), ['facets', 'not_allowed']);
    assert.deepEqual(await refused('facets=title'), ['facets', 'not_allowed']);
    assert.deepEqual(await refused('type=product&sort=tags'), ['sort', 'not_allowed']);
    assert.deepEqual(await refused('sort=price'), ['sort', 'not_allowed']);
    const page = (await ask('GET', '/entries?type=product&sort=price&limit=1', 200)).body;
    await ask('GET', `/entries?type=product&sort=title&cursor=${page.pagination.nextCursor}`, 400);
    assert.ok(nameless);
  });
});
