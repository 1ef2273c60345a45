/** The plans of PostgreSQL for a search, as the app's role and under row-level security. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { ENTITIES } from './entities.ts';
import { find } from './search.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const tenants = [await newTenant(test), await newTenant(test), await newTenant(test)];
await seed(tenants.map(({ id }) => id));

/** In each tenant 4,000 entries of one common, one less common and two rare words; the rare ones may be misspelt. */
async function seed(ids: string[]): Promise<void> {
  const letters = "translate(n::text, '0123456789', 'bcdfghklmn')";
  await owner.query(
    `insert into search_texts (tenant_id, subject, subject_id, words, title, at)
     select t, 'entry', md5(t::text || n)::uuid, format(' stone%s | common half%s ore%s ', ${letters}, n % 2, ${letters}),
       'Stone ' || n, now()
     from unnest($1::uuid[]) t, generate_series(1, 4000) n`,
    [ids],
  );
  await owner.query(
    `insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
     select tenant_id, subject, word, in_title, subject_id, now() from search_texts, postings_in(words)`,
  );
  await owner.query(
    `select learn_words(tenant_id, array_agg(distinct word)) from search_words group by tenant_id`,
  );
  await owner.query('analyze');
}

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
type FindHidden = Parameters<typeof find>[5];
type Scan = { type: string; table: string; condition: string; rows: number };

const scansOf = (node: Node): Scan[] => [
  ...(node['Relation Name']
    ? [
        {
          type: node['Node Type'],
          table: node['Relation Name'],
          condition: node['Index Cond'] ?? '',
          rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        },
      ]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Returns every scan of every statement of a search, as it really runs. */
async function scansFor(q: string, findHidden?: FindHidden): Promise<{ scans: Scan[]; found: number }> {
  const scans: Scan[] = [];
  const found = await test.db.inTenant(tenants[1]!.id, async (tx) => {
    const explaining: Tx = {
      ...tx,
      query: async (statement, values) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        const { rows } = await tx.query(`explain (analyze, format json) ${text}`, values);
        const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN'] as string);
        scans.push(...scansOf(plan));
        return tx.query(text, values);
      },
    };
    return find(explaining, {}, ENTITIES, q, 25, findHidden);
  });
  return { scans, found: found.length };
}

/** The most rows that a whole search may touch, however many there are. */
const SEARCHES: [what: string, q: string, found: number, rows: number][] = [
  ['a rare word', 'stonecbbb', 1, 12_000],
  ['a word of all', 'common', 25, 200],
  ['the beginning of a word of all', 'com', 25, 1_600],
  ['a common and a rare word', 'common orecbbb', 1, 10_000],
  ['two common words', 'common half1', 25, 5_000],
  ['a misspelt word', 'stoencbbb', 1, 6_000],
  ['nothing', 'zzz', 0, 10],
  ['nothing that is similar', 'xqzvwxqz', 0, 10],
];

describe('a search uses an index that begins with the tenant, and reads a bounded number of rows:', () => {
  for (const [what, q, expected, most] of SEARCHES) {
    it(`${what}: ${q}`, async () => {
      const { scans, found } = await scansFor(q);
      const shown = JSON.stringify(scans, null, 1);
      for (const scan of scans) {
        assert.match(scan.type, /Index/, shown);
        assert.match(scan.condition, /tenant_id = /, shown);
      }
      assert.ok(found >= expected, shown);
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      assert.ok(rows <= most, `${rows} rows were looked at: ${shown}`);
    });
  }

  for (const [what, q, ,] of SEARCHES) {
    it(`${what}: ${q}, for a caller who may not read any`, async () => {
      const { scans, found } = await scansFor(q, async (ids) => new Set(ids));
      const shown = JSON.stringify(scans, null, 1);
      for (const scan of scans) assert.match(scan.condition, /tenant_id = /, shown);
      assert.equal(found, 0);
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      assert.ok(rows <= 10_000, `${rows} rows were looked at: ${shown}`);
    });
  }
});
