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
       insert into content_published (tenant_id, entry_id, type_id, fields, version, published_at, first_published_at)
       select t.tenant_id, gen_random_uuid(), t.id, json_build_object('title', 'stone' || n), 1, now(), now()
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
async function scansFor(q: string) {
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
    return search(explaining, { q, limit: 10 }, { perspective: PUBLISHED });
  });
  return { scans, found: data };
}

/** The most rows that a whole search may read, however many there are. */
const SEARCHES: [what: string, q: string, found: number, rows: number][] = [
  ['a rare word', 'lighthouse', 1, 300],
  ['a word of all', 'common', 10, 6_000],
  ['the beginning of a word of all', 'com', 10, 12_000],
  ['a common and a rare word', 'common lighthouse', 10, 12_000],
  ['two common words', 'common half1', 10, 12_000],
  ['two common words that few entries have together', 'half1 half0', 10, 80_000],
  ['a misspelt word', 'ligthhouse', 1, 300],
  ['nothing', 'zzzzz', 0, 100],
];

describe('a search reads by an index that begins with the tenant, and a bounded number of rows:', () => {
  for (const [what, q, expected, most] of SEARCHES)
    it(`${what}: ${q}`, async () => {
      const { scans, found } = await scansFor(q);
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
