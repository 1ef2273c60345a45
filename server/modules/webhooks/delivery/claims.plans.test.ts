/**
 * The workers' statements beside a long queue of many tenants, as they run, with one plan for all values: in a database that was never
 * analysed, and in one that was. `DEEP=1` has 200,000 deliveries.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import type { Queryable } from '#kernel/db/transaction.ts';
import { newId } from '#kernel/id.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { type ClaimedLane, claimReady, claimSpecial } from './claims.sql.ts';
import { findLanes, tidyBehind, tidyHeld, wakeDue } from './lanes.sql.ts';
import { type Outcome, settle } from './settle.sql.ts';

/** Other tenants have four fifths of the deliveries. */
const [TENANTS, OF_EACH, OF_A_LANE] = IS_DEEP ? [320, 500, 10_000] : [80, 100, 500];
const test = await useApp();
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const token = await tenant.staff('admin');
const subscribe = async (more: object): Promise<string> => {
  const body = { name: 'Plans', url: 'http://localhost:9/', events: ['redirect.added'], ...more };
  return (await test.call('POST', '/v1/webhooks/subscriptions', { token, body })).body.data.id;
};
const lanes = { plain: await subscribe({}), ordered: await subscribe({ ordered: true }) };
const paused = await subscribe({});
await test.call('PATCH', `/v1/webhooks/subscriptions/${paused}`, { token, body: { active: false } });
const deleted = newId();
const own = [lanes.plain, lanes.ordered, paused, deleted];

for (const table of ['webhook_queue', 'webhook_lanes', 'events'])
  await owner.query(`alter table ${table} no force row level security`);
for (const table of ['webhook_queue', 'webhook_lanes'])
  await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
await owner.query(
  `insert into webhook_queue (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
   select t.id, gen_random_uuid(), now(), gen_random_uuid(), (array[t.one, t.other])[1 + n % 2], 'redirect.added', 'event',
     (array['ready', 'ready', 'waiting', 'held'])[1 + n % 4], now() + (n - ${OF_EACH / 2}) * interval '1 second', now()
   from (select gen_random_uuid() as id, gen_random_uuid() as one, gen_random_uuid() as other from generate_series(1, ${TENANTS})) t,
     generate_series(1, ${OF_EACH}) n`,
);
await owner.query(
  `with made as (
     insert into events (tenant_id, id, type, data, created_at)
     select $1, gen_random_uuid(), 'redirect.added', '{"from":"/a"}', date_trunc('milliseconds', now() - n * interval '1 second')
     from generate_series(1, ${OF_A_LANE}) n returning tenant_id, id, created_at)
   insert into webhook_queue (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, attempts, next_at, created_at, object)
   select tenant_id, gen_random_uuid(), created_at, id, s, 'redirect.added', 'event', 'ready', (nth % 5 = 0)::int, created_at, created_at,
     case when s = $3 then 'redirect:' || nth % 7 end
   from (select *, row_number() over () as nth from made) e, unnest($2::uuid[]) s`,
  [tenant.id, own, lanes.ordered],
);

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
type Plan = { text: string; pages: number; looks: Node[]; writes: Node[] };
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
};
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const rowsOf = (node: Node) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

/** Explains each statement of `ask`, which does its work too; nothing of it stays. */
async function plansOf(ask: (tx: Queryable, plain: Queryable) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  const undo = new Error('nothing stays');
  const explain = async (tx: Tx, text: string, values: unknown[] = []) => {
    await tx.query(`prepare explained as ${text}`);
    const call = values.length === 0 ? 'explained' : `explained (${values.map(literal).join(', ')})`;
    const { rows } = await tx.query(`explain (analyze, buffers, format json) execute ${call}`);
    await tx.query('deallocate explained');
    const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN'] as string);
    const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === 'webhook_queue');
    plans.push({
      text: JSON.stringify(plan, null, 1),
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      looks: nodes.filter((node) => node['Node Type'] !== 'ModifyTable'),
      writes: nodesOf(plan).filter((node) => node['Node Type'] === 'ModifyTable'),
    });
  };
  await test.db
    .acrossTenants(async (tx) => {
      const query = async (statement: string | { text: string }, values?: unknown[]) => {
        await explain(tx, typeof statement === 'string' ? statement : statement.text, values);
        return { rows: [], rowCount: 0 };
      };
      await ask({ query } as unknown as Queryable, tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return plans;
}

const now = test.now();
const lease = { holder: newId(), until: new Date(now.getTime() + 60_000) };
const quotaOf = (tenantId: string, subscriptionId: string) => ({
  ...{ tenantId, subscriptionId, isHeld: false, size: 16, fresh: 16, retries: 8 },
});
const foreign = await owner.query<{ tenant_id: string; subscription_id: string }>(
  'select distinct tenant_id, subscription_id from webhook_queue where tenant_id <> $1 limit 60',
  [tenant.id],
);
const OWN = own.map((id) => quotaOf(tenant.id, id));
const MANY = [...OWN, ...foreign.rows.map((row) => quotaOf(row.tenant_id, row.subscription_id))];

const delivered = (claimed: ClaimedLane[]): Outcome[] =>
  claimed.flatMap(({ quota, deliveries }) =>
    deliveries.map(({ id, attempts }, nth) => ({
      ...{ lane: quota, id, attempt: attempts + 1, startedAt: now.toISOString(), durationMs: 1 },
      ...(nth % 2 === 0
        ? { state: 'delivered' as const, nextAt: null }
        : { state: 'waiting' as const, nextAt: now }),
      ...{ statusCode: 200, failure: null, message: '', address: null, timings: '{}' },
      ...{ answerHeaders: '{}', answerBody: '' },
    })),
  );

/** Both statements that read, whether or not a lane is special: an explained statement returns no lanes. */
async function claim(tx: Queryable, quotas: typeof OWN): Promise<void> {
  await claimReady(tx, now, lease, quotas, []);
  await claimSpecial(tx, now, lease, quotas, []);
}

/** What each statement may read of the queue: some rows for each that it changes or returns. */
const STATEMENTS: [what: string, rows: number, ask: (tx: Queryable, plain: Queryable) => Promise<unknown>][] =
  [
    ['a claim of four lanes', 500, (tx) => claim(tx, OWN)],
    ['a claim of many lanes', 6_000, (tx) => claim(tx, MANY)],
    [
      'recording outcomes',
      500,
      async (tx, plain) => {
        const claimed = await claimReady(plain, now, lease, OWN, []);
        assert.ok(delivered(claimed).length > 10);
        await settle(tx, lease.holder, delivered(claimed), [], now);
      },
    ],
    ['finding lanes', 400, (tx) => findLanes(tx, null, 200)],
    ['waking due retries', 400, (tx) => wakeDue(tx, now, 100)],
    ['repairing held deliveries', 4_000, (tx) => tidyHeld(tx, now, null, 100)],
    ['repairing deliveries that wait for others', 400, (tx) => tidyBehind(tx, now, null, 100)],
  ];

for (const state of ['never analysed', 'analysed']) {
  describe(`in a queue of ${TENANTS * OF_EACH + 4 * OF_A_LANE} deliveries that was ${state}`, () => {
    it('the statistics are as the title says', async () => {
      if (state === 'analysed') await owner.query('analyze webhook_queue, webhook_lanes, events');
      const { rows } = await owner.query("select reltuples from pg_class where relname = 'webhook_queue'");
      assert.equal(rows[0].reltuples > 0, state === 'analysed');
    });

    for (const [what, most, ask] of STATEMENTS) {
      it(`${what} finds the rows that it reads and changes by index, ${most} rows at most`, async () => {
        for (const { text, pages, looks, writes } of await plansOf(ask)) {
          for (const look of looks) assert.match(look['Node Type'], /^Index (Only )?Scan$/, text);
          const rows = looks.reduce((sum, look) => sum + rowsOf(look), 0);
          if (process.env.SHOW_PLANS) console.log(`${state}, ${what}: ${rows} rows, ${pages} pages`, text);
          assert.ok(rows <= most, `${rows} rows: ${text}`);
          assert.ok(pages <= 20 * most, `${pages} pages: ${text}`);
          for (const write of writes.filter(
            (each) => each['Relation Name'] === 'webhook_queue' && each.Operation !== 'Insert',
          )) {
            const target = nodesOf(write).find((node) => node.Alias === write.Alias && node !== write);
            assert.equal(target['Index Name'], 'webhook_queue_pkey', text);
            assert.match(target['Index Cond'], /tenant_id = ANY .* AND \(id = ANY /, text);
          }
        }
      });
    }

    it('a claim of four lanes holds, lets wait and cancels the deliveries that it does not send', async () => {
      const [, , special] = await plansOf((tx) => claim(tx, OWN));
      const changed = special!.writes
        .filter((each) => each['Relation Name'] === 'webhook_queue')
        .map((each) => rowsOf(nodesOf(each).find((node) => node['Index Name'] === 'webhook_queue_pkey')));
      assert.equal(changed.length, 3, special!.text);
      assert.ok(Math.min(...changed) > 0, `${changed}: ${special!.text}`);
    });
  });
}
