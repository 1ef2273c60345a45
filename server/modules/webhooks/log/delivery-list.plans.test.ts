/** The plans of the delivery list, made as the app's role, in a log of which one tenant has the most. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { type DeliveryFilter, listDeliveries, MAX_ROWS_SCANNED } from './delivery-list.sql.ts';

const ROWS = 12_000;
const test = await useApp();
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const [busy, rare] = [crypto.randomUUID(), crypto.randomUUID()];

await owner.query(
  'alter table events no force row level security; alter table webhook_deliveries no force row level security',
);
await owner.query(
  `insert into events (tenant_id, id, type, data, created_at)
   select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
     'redirect.added', '{"from":"/a"}', at
   from (select n, date_trunc('milliseconds', now() - n * interval '1 minute') as at from generate_series(1, ${ROWS}) n) e`,
  [tenant.id],
);
await owner.query(
  `insert into webhook_deliveries (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts,
     created_at, finished_at, started_at, duration_ms, status_code, failure, message, timings, answer_headers, answer_body)
   select $1, delivery_id(id, $2, id), created_at, id, case when row_number() over (order by id) % 3000 = 0 then $3::uuid else $2 end,
     type, 'event', status, 1, created_at, created_at, created_at, 1, code, failure, '', '{}', '{}', ''
   from events, lateral (select
     case when extract(minute from created_at) = 7 then 'failed' else 'delivered' end as status,
     case when extract(minute from created_at) = 7 then 500 else 200 end as code,
     case when extract(minute from created_at) = 7 then 'status' end as failure) s
   where tenant_id = $1`,
  [tenant.id, busy, rare],
);
await owner.query('analyze');
const { id: eventId } = (
  await owner.query('select id from events where tenant_id = $1 order by id limit 1', [tenant.id])
).rows[0];

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
const literal = (value: unknown): string =>
  value instanceof Date ? `'${value.toISOString()}'` : pg.escapeLiteral(String(value));

/** Each scan of a table that grows, with the rows that it read; planned as in production, with one plan for all values. */
async function scansFor(filter: DeliveryFilter, order: 'asc' | 'desc', from: string | null) {
  const scans: { table: string; type: string; index: string; rows: number }[] = [];
  const walk = (node: Node): void => {
    const table: string = node['Relation Name'] ?? '';
    if (/^(webhook|events)/.test(table)) {
      const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      scans.push({ table, type: node['Node Type'], index: node['Index Name'] ?? '', rows });
    }
    for (const child of node.Plans ?? []) walk(child);
  };
  await test.db.inTenant(tenant.id, async (tx) => {
    const explaining: Tx = {
      ...tx,
      query: async (statement, values = []) => {
        if (typeof statement !== 'string') return tx.query(statement, values);
        await tx.query(`prepare explained as ${statement}`);
        const call = values.length === 0 ? 'explained' : `explained (${values.map(literal).join(', ')})`;
        const { rows } = await tx.query(`explain (analyze, format json) execute ${call}`);
        await tx.query('deallocate explained');
        walk(JSON.parse(rows[0]!['QUERY PLAN'] as string)[0].Plan);
        return tx.query(statement, values);
      },
    };
    await listDeliveries(explaining, filter, { order, limit: 25, after: from });
  });
  return scans;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const { plain, text } = MAX_ROWS_SCANNED;
const LISTS: [filter: DeliveryFilter, index: RegExp, rows: number][] = [
  [{}, /pkey/, 200],
  [{ subscriptionId: busy }, /subscription_id/, 200],
  [{ subscriptionId: rare }, /subscription_id/, 100],
  [{ subscriptionId: crypto.randomUUID() }, /subscription_id/, 10],
  [{ status: 'failed' }, /status/, 200],
  [{ status: 'cancelled' }, /status/, 10],
  [{ eventId }, /pkey/, 20],
  [{ since: daysAgo(3), until: daysAgo(2) }, /pkey/, 1_700],
  [{ statusCode: '5xx' }, /status/, 700],
  [{ statusCode: 'none' }, /status/, 700],
  [{ failure: 'dns' }, /status/, 700],
  [{ statusCode: '201' }, /pkey/, plain + 200],
  [{ subscriptionId: busy, statusCode: '201' }, /subscription_id/, plain + 200],
  [{ q: 'nowhere' }, /pkey/, 2 * text + 200],
  [{ subscriptionId: rare, q: 'nowhere' }, /subscription_id/, 50],
];

const middle = '01900000-0000-8000-8000-000000000000';
describe('a list of deliveries', () => {
  for (const order of ['desc', 'asc'] as const) {
    for (const [filter, index, most] of LISTS) {
      it(`by ${Object.keys(filter).join(', ') || 'nothing'} (${order}) reads at most ${most} rows, by index`, async () => {
        for (const from of [null, order === 'asc' ? middle : middle.replace('019', 'f19')]) {
          const scans = await scansFor(filter, order, from);
          const shown = JSON.stringify(scans, null, 1);
          for (const scan of scans) assert.match(scan.type, /^Index/, shown);
          const used = scans.filter(({ table, rows }) => /^webhook_deliveries/.test(table) && rows > 0);
          for (const scan of used) assert.match(scan.index, index, shown);
          const sum = scans.reduce((total, { rows }) => total + rows, 0);
          assert.ok(sum <= most, `${sum} rows: ${shown}`);
        }
      });
    }
  }
});
