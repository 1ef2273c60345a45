/**
 * The cost of a round depends on the events that it processes, not on those that wait: also in a database that was never
 * analysed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../testing.ts';
import { FIND_TENANTS, TAKE_SHARES } from './queue.sql.ts';

const { db, database } = await useApp();
const [busy, quiet] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

it('beside 20,000 events of one tenant, finding and claiming the single event of another reads a few pages', async (t) => {
  const owner = await connectAsOwner(database);
  t.after(() => owner.end());
  await owner.query(
    'alter table event_queue set (autovacuum_enabled = off); alter table event_queue no force row level security',
  );
  await owner.query(
    `insert into event_queue (tenant_id, id, at, type, next_at)
     select $1::uuid, gen_random_uuid(), now(), 'redirect.added', now() from generate_series(1, 20000)
     union all select $2::uuid, gen_random_uuid(), now(), 'redirect.added', now()`,
    [busy, quiet],
  );
  const pagesOf = async ({ text }: { text: string }, values: unknown[]) => {
    const { rows } = await db.acrossTenants((tx) =>
      tx.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, format json) ${text}`, values),
    );
    const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN']) as [{ Plan: Record<string, number> }];
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  };
  const finding = await pagesOf(FIND_TENANTS, ['webhooks', '00000000-0000-0000-0000-000000000000', 50]);
  assert.ok(finding < 50, `${finding} pages to find two tenants`);
  const taking = await pagesOf(TAKE_SHARES, ['webhooks', new Date(Date.now() + 1000), [busy, quiet], [1, 1]]);
  assert.ok(taking < 80, `${taking} pages to take two events`);
});
