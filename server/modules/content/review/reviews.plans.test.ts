/** The plans of reviews and comments in a tenant with very many, as the app's role: never analysed, and analysed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newId } from '#kernel/id.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { useApp } from '../../../testing.ts';
import { countByPlace, countComments, listThreads } from '../comments/comments.sql.ts';
import { MAX_COMMENTS, withReplies } from '../comments/comments.ts';
import { openContent } from '../testing/content.ts';
import { findReview, listReviews } from './reviews.sql.ts';

const REVIEWS = IS_DEEP ? 100_000 : 10_000;
const test = await useApp();
const stage = await openContent(test, { item: [{ name: 'title', kind: 'text' }] });
const { id: tenantId } = stage.tenant;
const [asked, nobody] = [newId(), newId()];
const { id: discussed } = await stage.create('item', { title: 'Discussed' });

const TABLES = ['content_entries', 'content_reviews', 'content_comments'];
const owner = await connectAsOwner(test.database);
for (const table of TABLES) await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
// Disables triggers and foreign keys, which would check every row.
await owner.query("set session_replication_role = 'replica'");
await owner.query(
  `with made as (
     insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'draft', '{}', 1, now(), now()
     from content_types, generate_series(1, ${REVIEWS}) where tenant_id = $1 returning tenant_id, id)
   insert into content_reviews (tenant_id, id, entry_id, version, status, reviewer_id, created_at, decided_by, decided_at)
   select tenant_id, gen_random_uuid(), id, 1, status, case when n > ${REVIEWS} - 10 then $2 when n % 2 = 0 then gen_random_uuid() end,
     now() - n * interval '1 second', case when status <> 'requested' then '{}'::json end, case when status <> 'requested' then now() end
   from (select *, row_number() over () as n from made) e,
     lateral (select case when n % 10 = 0 and n < ${REVIEWS} - 10 then 'approved' else 'requested' end as status) s`,
  [tenantId, asked],
);
await owner.query(
  `insert into content_comments (tenant_id, id, entry_id, text, author, version, created_at)
   select tenant_id, gen_random_uuid(), case when n % 50 = 0 then $2 else id end, 'Said', '{}', 1, now() - n * interval '1 second'
   from (select tenant_id, id, row_number() over () as n from content_entries where tenant_id = $1) e`,
  [tenantId, discussed],
);

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The rows that a statement reads of the tables that grow, and its plan. */
async function readBy(work: (tx: Tx) => Promise<unknown>) {
  let [rows, text] = [0, ''];
  await test.db.inTenant(tenantId, (tx) =>
    work({
      ...tx,
      query: async (statement, values) => {
        const sql = typeof statement === 'string' ? statement : statement.text;
        const explained = await tx.query(`explain (analyze, format json) ${sql}`, values);
        const [{ Plan: plan }] = JSON.parse(explained.rows[0]!['QUERY PLAN'] as string);
        text += JSON.stringify(plan, null, 1);
        for (const node of nodesOf(plan))
          if (TABLES.includes(node['Relation Name']))
            rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
        return tx.query(statement, values);
      },
    }),
  );
  return { rows, text };
}

const requested = (reviewerId: string | null) => (tx: Tx) =>
  listReviews(tx, { status: 'requested', reviewerId }, 20, null);
const later = { at: new Date(Date.now() - 3_000_000), id: newId() };
const READS: [what: string, rows: number, read: (tx: Tx) => Promise<unknown>][] = [
  ['a page of reviews', 60, requested(null)],
  [
    'a page of reviews behind many others',
    60,
    (tx) => listReviews(tx, { status: 'requested', reviewerId: null }, 20, later),
  ],
  ['the reviews of which a member is asked for few', 60, requested(asked)],
  ['the reviews of which a member is asked for none', 5, requested(nobody)],
  ['the review of an entry', 1, (tx) => findReview(tx, discussed)],
  [
    'a page of comments with their replies',
    60,
    async (tx) => withReplies(tx, await listThreads(tx, discussed, {}, 20, null)),
  ],
  ['a page of open threads', 60, (tx) => listThreads(tx, discussed, { resolved: false }, 20, null)],
  [
    'the settled threads of an entry that has none',
    REVIEWS / 50 + 1,
    (tx) => listThreads(tx, discussed, { resolved: true }, 20, null),
  ],
  ['what the open threads of an entry are about', REVIEWS / 50 + 1, (tx) => countByPlace(tx, discussed)],
  [
    'the number of comments of an entry',
    MAX_COMMENTS + 1,
    (tx) => countComments(tx, discussed, null, MAX_COMMENTS),
  ],
];

for (const state of ['never analysed', 'analysed']) {
  describe(`beside ${REVIEWS} reviews and comments of a tenant, ${state},`, () => {
    it('the statistics are as the title says', async () => {
      if (state === 'analysed') await owner.query(`analyze ${TABLES.join(', ')}`);
      const { rows } = await owner.query("select reltuples from pg_class where relname = 'content_reviews'");
      assert.equal(rows[0].reltuples > 0, state === 'analysed');
      if (state === 'analysed') await owner.end();
    });

    for (const [what, most, read] of READS)
      it(`${what} is read by index, ${most} rows at most`, async () => {
        const { rows, text } = await readBy(read);
        assert.ok(rows <= most, `${rows} rows: ${text}`);
      });
  });
}
