/** The plan of a search of sites: of the app's role, under row-level security, on tables that were never analysed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { PUBLISHED } from '../publishing/perspective.ts';
import { openContent } from '../testing/content.ts';
import { search } from './search.ts';

const FIELDS = [{ name: 'title', kind: 'text' }];
const ENTRIES = 6_000;
/** A site with the oldest entries, and another with all others. */
const [SMALL, LARGE] = ['prop_small', 'prop_large'];
const test = await useApp();
const stages = [await openContent(test, { item: FIELDS }), await openContent(test, { item: FIELDS })];
const [stage] = stages;
const owner = await connectAsOwner(test.database);
await owner.query('alter table content_index set (autovacuum_enabled = off)');
// Disables triggers and foreign keys, which would check every row.
await owner.query("set session_replication_role = 'replica'");
for (const { tenant } of stages)
  await owner.query(
    `with made as materialized (
       insert into content_published (tenant_id, entry_id, type_id, property_id, fields, version, published_at, first_published_at)
       select t.tenant_id, case when n <= 20 then overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid else gen_random_uuid() end,
         t.id, case when n <= 20 then '${SMALL}' else '${LARGE}' end, json_build_object('title', 'stone' || n), 1, now(), now()
       from content_types t, generate_series(1, ${ENTRIES}) n where t.tenant_id = $1
       returning tenant_id, entry_id, type_id, substr(fields ->> 'title', 6)::int as n)
     insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
     select tenant_id, type_id, 'published', field, '', key, entry_id
     from made, lateral (
       values ('!', 'stone' || n), ('*', 'stone' || n), ('*', 'common'), ('*', 'half' || n % 2), ('*', 'tenth' || n % 10),
         ('*', case when n = 77 then 'lighthouse' when n % 2 = 1 and n < 9 then 'half0' else 'other' end))
       as k (field, key)`,
    [tenant.id],
  );
await owner.end();

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
type Scan = { type: string; table: string; index: string; condition: string; rows: number };

const scansOf = (node: Node): Scan[] => [
  ...(node['Relation Name']
    ? [
        {
          type: node['Node Type'],
          table: node['Relation Name'],
          index: node['Index Name'] ?? '',
          condition: node['Index Cond'] ?? '',
          rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        },
      ]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Explains the very statements that are sent, as they run. */
async function scansFor(q: string, propertyId?: string) {
  const scans: Scan[] = [];
  const { data } = await test.db.inTenant(stage!.tenant.id, async (tx) => {
    const explaining: Tx = {
      ...tx,
      query: async (statement, values) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        if (/content_index|from content_published/.test(text)) {
          const { rows } = await tx.query(`explain (analyze, format json) ${text}`, values);
          const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN'] as string);
          scans.push(...scansOf(plan));
        }
        return tx.query(statement, values);
      },
    };
    return search(explaining, { q, limit: 10 }, { perspective: PUBLISHED, propertyId });
  });
  return { scans, found: data };
}

/** The most rows that a whole search may read, however many there are. */
const SEARCHES: [what: string, q: string, found: number, rows: number, propertyId?: string][] = [
  ['a rare word', 'lighthouse', 1, 300],
  ['a word of all', 'common', 10, 6_000],
  ['the beginning of a word of all', 'com', 10, 12_000],
  ['a common and a rare word', 'common lighthouse', 10, 12_000],
  ['two common words', 'common half1', 10, 12_000],
  ['two common words that few entries have together', 'half1 half0', 10, 80_000],
  ['a misspelt word', 'ligthhouse', 1, 300],
  ['nothing', 'zzzzz', 0, 100],
  ['a word of all, on a site with few entries', 'common', 10, 20_000, SMALL],
  ['two words that are common on another site', 'common half1', 10, 40_000, SMALL],
  ['a word of all, on a site with many entries', 'common', 10, 10_000, LARGE],
];

describe('a search reads by an index that begins with the tenant, and a bounded number of rows:', () => {
  for (const [what, q, expected, most, propertyId] of SEARCHES)
    it(`${what}: ${q}`, async () => {
      const { scans, found } = await scansFor(q, propertyId);
      const shown = JSON.stringify(scans, null, 1);
      for (const scan of scans.filter(({ table }) => table !== 'content_types')) {
        assert.match(scan.type, /Index/, shown);
        assert.match(scan.condition, /tenant_id = /, shown);
        if (scan.table === 'content_index') assert.match(scan.condition, /key|entry_id/, shown);
      }
      assert.ok(found.length >= expected, `${found.length} found`);
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      assert.ok(rows <= most, `${rows} rows were read: ${shown}`);
    });
});

it('readers of a site find its entries, however many other sites have the word, page by page', async () => {
  const ids = new Set<string>();
  await test.db.inTenant(stage!.tenant.id, async (tx) => {
    let cursor: string | undefined;
    do {
      const asked = { q: 'common', limit: 8, ...(cursor !== undefined && { cursor }) };
      const page = await search(tx, asked, { perspective: PUBLISHED, propertyId: SMALL });
      if (cursor === undefined) assert.deepEqual(page.total, { count: 20, isExact: false });
      for (const { id, propertyId } of page.data) {
        assert.equal(propertyId, SMALL);
        ids.add(id);
      }
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
  });
  assert.equal(ids.size, 20);
});

it('entries with two common words come first, however few they are and however old', async () => {
  const { found } = await scansFor('half1 half0');
  const both = await test.db.inTenant(stage!.tenant.id, async (tx) =>
    (
      await tx.query<{ id: string }>(
        `select entry_id as id from content_index where tenant_id = current_tenant() and field = '*' and key in ('half0', 'half1')
         group by 1 having count(*) = 2`,
      )
    ).rows.map(({ id }) => id),
  );
  assert.equal(both.length, 4);
  assert.deepEqual(
    found
      .slice(0, 4)
      .map(({ id }) => id)
      .sort(),
    both.sort(),
  );
});
