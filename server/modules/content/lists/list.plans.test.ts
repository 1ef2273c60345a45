/** Checks which index serves which query, as the app's role under row-level security. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { numberKey } from '../fields/keys.ts';
import { DRAFTS, PUBLISHED } from '../publishing/perspective.ts';
import { columnsOf, FIND_BY_SLUG, FIND_SEEN_BY_SLUG } from '../publishing/published.sql.ts';
import { openContent } from '../testing/content.ts';
import type { Sorted } from './list.ts';
import { type ListFilter, listingOfDrafts, listingOfPublished } from './listed.sql.ts';
import { findAndTally } from './tally.ts';
import { readWhere } from './where.ts';

const FIELDS = [
  { name: 'slug', kind: 'slug' },
  { name: 'price', kind: 'number' },
  { name: 'rare', kind: 'text' },
  { name: 'like', kind: 'reference', types: ['item'] },
];
const ENTRIES = 6_000;
const test = await useApp();
const stages = [await openContent(test, { item: FIELDS }), await openContent(test, { item: FIELDS })];
const [stage] = stages;
const owner = await connectAsOwner(test.database);
// Disables triggers and foreign keys, which would check every row.
await owner.query("set session_replication_role = 'replica'");
const prices = Array.from({ length: ENTRIES }, (_, n) => numberKey(n));
for (const { tenant } of stages) {
  await owner.query(
    `with made as materialized (
       insert into content_entries (tenant_id, id, type_id, status, fields, version, published_version, published_at,
         created_at, updated_at)
       select t.tenant_id, gen_random_uuid(), t.id, case when n % 500 = 0 then 'changed' else 'published' end,
         ('{"n":' || n || '}')::json, 1, 1, now(), now() - n * interval '1 minute', now() - n * interval '1 second'
       from content_types t, generate_series(1, ${ENTRIES}) n where t.tenant_id = $1
       returning tenant_id, id, type_id, (fields ->> 'n')::int as n, created_at),
     live as (
       insert into content_published (tenant_id, entry_id, type_id, fields, version, published_at, first_published_at)
       select tenant_id, id, type_id, '{}'::json, 1, created_at, created_at from made),
     alone as (
       insert into content_unique (tenant_id, type_id, stage, field, property_id, key, locale, entry_id)
       select tenant_id, type_id, 'published', '/', '', 'slug-' || n, '', id from made)
     insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
     select tenant_id, type_id, stage, field, '', key, id
     from made, unnest('{draft,published}'::text[]) stage, lateral (
       values ('price', ($2::text[])[n]), ('rare', case when n % 1000 = 0 then 'yes' else 'no' end),
         ('like', (select min(id::text) from made)), ('*', 'common'), ('*', 'word' || n)) as k (field, key)`,
    [tenant.id, prices],
  );
}

const type = (await stage!.ask('GET', '/types/item', 200)).body.data;
const locales = { default: 'en', locales: [{ code: 'en', fallback: null }] };
const byTime = (column: string) => [{ by: column, column, locale: '', descending: true }];
const byField = (by: string) => ({ by, column: null, locale: '', descending: false });
const byPrice = [byField('price')];
const byPosition = [{ by: 'position', column: 'position', locale: '', descending: false }];
const times = { publishedAt: 'published_at', firstPublishedAt: 'first_published_at' };
const names = { type, locales, times, linked: [{ id: type.id, name: 'item', fields: type.fields }] };
const where = (conditions: object) => readWhere(names, conditions);
const PLAIN: ListFilter = {
  typeId: type.id,
  conditions: [],
  search: null,
  sorts: byTime('created_at'),
  after: null,
  limit: 25,
};
const place = { keys: [numberKey(3_000)], id: crypto.randomUUID() };

/** Explains the very statements that are sent, with the plan for all values, as lists are planned. */
async function planOf(list: (tx: Tx) => Promise<unknown>): Promise<string> {
  const lines: unknown[] = [];
  await test.db.inTenant(stage!.tenant.id, (tx) =>
    list({
      ...tx,
      query: async (statement, values) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        if (text.startsWith('reset ')) return tx.query(statement);
        const plan = await tx.query(`explain (generic_plan) ${text}`);
        lines.push(...plan.rows.map((row) => row['QUERY PLAN']));
        return tx.query(statement, values);
      },
    }),
  );
  return lines.join('\n');
}

const drafts = (more: object) => (tx: Tx) =>
  findAndTally<Sorted>(tx, listingOfDrafts({ ...PLAIN, ...more }), names, more);
const published = (more: object) => (tx: Tx) =>
  findAndTally<Sorted>(
    tx,
    listingOfPublished({
      ...PLAIN,
      ...{ chain: ['en'], perspective: PUBLISHED },
      sorts: byTime('published_at'),
      ...more,
    }),
    names,
    more,
  );

const CASES: Record<string, [list: (tx: Tx) => Promise<unknown>, plan: RegExp]> = {
  'all, newest first': [drafts({ typeId: null }), /content_entries_newest_first/],
  'all, last saved first': [
    drafts({ typeId: null, sorts: byTime('updated_at') }),
    /content_entries_last_saved_first/,
  ],
  'those of a type': [drafts({}), /content_entries_of_type/],
  'those of a type, last saved first': [
    drafts({ sorts: byTime('updated_at') }),
    /content_entries_of_type_last_saved/,
  ],
  'what is live, first published last': [
    published({ sorts: byTime('first_published_at') }),
    /content_published_first_published/,
  ],
  'by the order that editors chose': [drafts({ sorts: byPosition }), /content_entries_in_place/],
  'what is live, by the order that editors chose': [
    published({ sorts: byPosition }),
    /content_published_in_place/,
  ],
  'right below an entry': [
    drafts({ sorts: byPosition, conditions: [{ kind: 'parent', id: place.id }] }),
    /content_entries_in_place/,
  ],
  'what is live below an entry': [
    published({ conditions: [{ kind: 'within', id: place.id }] }),
    /Recursive Union[\s\S]+content_entries_in_place/,
  ],
  'those of a status': [drafts({ status: 'changed' }), /content_entries_by_status/],
  'a value that few have': [drafts({ conditions: where({ price: 77 }) }), /content_index_pkey.*\n.*key = /],
  'values between two': [
    drafts({ conditions: where({ price: { gt: 10, lt: 12 } }) }),
    /content_index_pkey.*\n.*key > .*key < /,
  ],
  'a value that few have, of what is live': [
    published({ conditions: where({ rare: 'yes' }) }),
    /content_index_pkey.*\n.*key = /,
  ],
  'the order of a value': [drafts({ sorts: byPrice }), /content_index_pkey/],
  'the order of a value, from the middle': [
    drafts({ sorts: byPrice, after: place }),
    /content_index_pkey.*\n.*ROW\(/,
  ],
  'the order of a value, of what is live': [
    published({ sorts: byPrice, after: place }),
    /content_index_pkey.*\n.*ROW\(/,
  ],
  'a word that few have': [
    drafts({ search: { words: ['word77'], tags: [''], spoken: null } }),
    /content_index_(words|pkey).*\n.*key >= /,
  ],
  'a word in any type': [
    drafts({ typeId: null, search: { words: ['word77'], tags: [''], spoken: null } }),
    /content_index_words.*\n.*key >= /,
  ],
  'what is live, newest first': [
    published({ sorts: byTime('published_at') }),
    /content_published_newest_first/,
  ],
};
/** The same lists with a token for previews. */
Object.assign(CASES, {
  'drafts as they would be published, newest first': [
    published({ perspective: DRAFTS, sorts: byTime('updated_at') }),
    /content_entries_(last_saved|of_type)/,
  ],
  'drafts as they would be published, in the order of a value': [
    published({ perspective: DRAFTS, sorts: byPrice, after: place }),
    /content_index_pkey.*\n.*ROW\(/,
  ],
});
/** Each has a way that depends on no estimate. */
const COMBINED: typeof CASES = {
  'a value that many have, in the order of another': [
    published({ sorts: byPrice, conditions: where({ rare: 'no' }) }),
    /Limit[\s\S]*content_index_pkey[\s\S]*SubPlan[\s\S]*content_index_(pkey|values).*\n.*entry_id = /,
  ],
  'a value that few have, in the order of another': [
    published({ sorts: byPrice, conditions: where({ rare: 'yes' }) }),
    /content_index_values/,
  ],
  'a range that many have, newest first': [
    published({ sorts: byTime('published_at'), conditions: where({ price: { gt: 10 } }) }),
    /content_published_newest_first[\s\S]*content_index_values/,
  ],
  'a range and a value that many have, of drafts in the order of another': [
    drafts({ sorts: byPrice, after: place, conditions: where({ rare: 'no', price: { lt: 5_000 } }) }),
    /content_index_pkey.*\n.*ROW\(/,
  ],
  'a value or another that many have, and not a third': [
    published({
      sorts: byPrice,
      conditions: where({ or: [{ rare: 'no' }, { price: { gt: 5_000 } }], not: { price: 7 } }),
    }),
    /content_index_pkey[\s\S]*SubPlan[\s\S]*content_index_values.*\n.*entry_id = /,
  ],
  'a value or another that few have': [
    published({ sorts: byPrice, conditions: where({ or: [{ rare: 'yes' }, { price: 7 }] }) }),
    /Append[\s\S]*content_index_pkey.*\n.*key = [\s\S]*content_index_values/,
  ],
  'a part of a text, newest first': [
    published({ conditions: where({ rare: { contains: 'o' } }) }),
    /content_published_newest_first[\s\S]*content_index_values/,
  ],
  'entries without a value': [
    published({ conditions: where({ rare: null }) }),
    /content_index_pkey.*\n.*key = /,
  ],
  'entries that refer to one, as most do, newest first': [
    published({ conditions: where({ like: place.id }) }),
    /content_published_newest_first[\s\S]*content_index_(pkey|values).*\n.*entry_id = /,
  ],
  'entries that refer to one, as few do, in the order of a value': [
    published({ sorts: byPrice, conditions: where({ like: place.id, price: { gte: 0 } }) }),
    /content_index_pkey.*\n.*key = /,
  ],
  'a field of the entry that all refer to': [
    published({ conditions: where({ 'like.rare': { ne: 'what' } }) }),
    /content_published_newest_first[\s\S]*content_index_values[\s\S]*content_published_pkey/,
  ],
  'a field of an entry that none refers to': [
    published({ conditions: where({ 'like.price': 5_999 }) }),
    /content_index_pkey.*\n.*key = .*[\s\S]*content_index_pkey.*\n.*key = /,
  ],
  'three conditions that no entry meets together, each of many': [
    published({
      sorts: byPrice,
      conditions: where({ rare: 'no', price: { lt: 3_000 }, not: { price: { lt: 3_000 } } }),
    }),
    /hashed SubPlan[\s\S]*content_index_pkey/,
  ],
  'several sorts, the first with few values': [
    published({ sorts: [byField('rare'), byField('price')] }),
    /content_index_pkey[\s\S]*content_index_values/,
  ],
  'a time and a value': [
    published({ conditions: where({ publishedAt: { gt: '2020-01-01T00:00:00Z' }, rare: 'no' }) }),
    /content_published_newest_first/,
  ],
  'the count and the values of a condition that many meet': [
    published({ conditions: where({ rare: 'no' }), count: true, facets: 'rare' }),
    /HashAggregate[\s\S]*content_index_pkey/,
  ],
  'the count of everything': [published({ count: true }), /content_published_newest_first/],
  'a word that all have, in the order of a value': [
    published({ sorts: byPrice, search: { words: ['common'], tags: [''], spoken: null } }),
    /content_index_pkey/,
  ],
};
for (const isAnalysed of [false, true]) {
  describe(`an index that begins with the tenant serves, ${isAnalysed ? 'analysed' : 'never analysed'}:`, () => {
    before(() => isAnalysed && owner.query('analyze').then(() => owner.end()));
    for (const [what, [list, expected]] of Object.entries(
      isAnalysed ? { ...CASES, ...COMBINED } : COMBINED,
    )) {
      it(what, async () => {
        const plan = await planOf(list);
        assert.match(plan, expected);
        const bounds = [...plan.matchAll(/Scan using \w+ on content_index\b.*\n(.*)/g)].map(
          ([, line]) => line!,
        );
        assert.ok(
          bounds.every((line) => /Index Cond.*(entry_id = |field = |key >= )/.test(line)),
          plan,
        );
        for (const table of ['content_entries', 'content_index', 'content_published', 'content_unique']) {
          assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table}\\b`));
        }
      });
    }
  });
}

it('the batched statement for sites uses an index for each look-up, whatever the planner estimates for the tables', async () => {
  const tenantId = stage!.tenant.id;
  const wanted = [77, 78].map((n) => ({
    tenantId,
    type: 'item',
    slug: `slug-${n}`,
    property: 'shop',
    locale: 'en',
  }));
  const chains = wanted.map(() => 'en');
  for (const [{ name, text }, more] of [
    [FIND_BY_SLUG, []],
    [FIND_SEEN_BY_SLUG, [chains]],
  ] as const) {
    const statement = { name: `explain_${name}`, text: `explain ${text}` };
    const { rows } = await test.db.readInTenants<{ 'QUERY PLAN': string }>([tenantId], statement, [
      ...columnsOf(wanted),
      ...more,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /content_unique_of_slug.*\n.*key = /);
    assert.match(plan, /content_published_pkey/);
    assert.doesNotMatch(plan, /Seq Scan on content_(unique|published)/);
  }
});
