/** Entries that refer to one which very many refer to, as the app's role: never analysed, and analysed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';
import { pageOfReferrers } from './references.ts';

const REFERRERS = 10_000;
const LINK = [{ name: 'link', kind: 'reference' }];
const test = await useApp();
const stage = await openContent(test, { page: LINK, note: LINK });
const { tenant, ask, create } = stage;
const { id: target } = await create('note', {});
const TABLES = ['content_entries', 'content_references', 'content_types'];
const owner = await connectAsOwner(test.database);
for (const table of TABLES) await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
// Disables triggers and foreign keys, which would check every row.
await owner.query("set session_replication_role = 'replica'");
await owner.query(
  `with made as (
     insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'draft', '{}', 1, now(), now()
     from content_types, generate_series(1, ${REFERRERS}) where tenant_id = $1 and name = 'page' returning tenant_id, id)
   insert into content_references (tenant_id, entry_id, stage, field, kind, target_id)
   select tenant_id, id, stage, 'fields.link', 'entry', $2 from made, unnest('{draft,published}'::text[]) stage`,
  [tenant.id, target],
);
const { id: first } = await create('note', { link: target });

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function rowsReadBy(work: (tx: Tx) => Promise<unknown>): Promise<[number, string]> {
  let [rows, text] = [0, ''];
  await test.db.inTenant(tenant.id, (tx) =>
    work({
      ...tx,
      query: async (statement, values) => {
        const sql = typeof statement === 'string' ? statement : statement.text;
        if (!sql.includes('content_references')) return tx.query(statement, values);
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
  return [rows, text];
}

for (const state of ['never analysed', 'analysed']) {
  describe(`of an entry that ${REFERRERS} refer to, ${state},`, () => {
    it('a page of the entries that refer to it reads a bounded number of rows', async () => {
      if (state === 'analysed') await owner.query(`analyze ${TABLES.join(', ')}`);
      const [rows, plan] = await rowsReadBy((tx) => pageOfReferrers(tx, target, 25, undefined));
      assert.ok(rows <= 4_200, `${rows} rows: ${plan}`);
      if (state === 'analysed') await owner.end();
    });
  });
}

describe('the entries that refer to one', () => {
  it('are all found by a caller who may read few of them, over pages that may be empty', async () => {
    const made = await test.call('POST', '/v1/api-keys', {
      token: await tenant.staff('owner'),
      body: { label: 'Notes', scopes: ['read:content'], contentTypes: { note: 'read', page: 'none' } },
    });
    const read = (query: string) =>
      test.call('GET', `/v1/content/entries/${target}/references${query}`, { token: made.body.data.key });
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const { body } = await read(cursor && `?cursor=${cursor}`);
      found.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.pagination.nextCursor;
    }
    assert.deepEqual([found, pages > 2], [[first], true]);
  });

  it('keep it from being deleted, however many they are', async () => {
    const answer = await ask('DELETE', `/entries/${target}`, 409);
    assert.equal(answer.body.error.details.referencedBy.length, 25);
    assert.equal(answer.body.error.details.more, true);
  });
});
