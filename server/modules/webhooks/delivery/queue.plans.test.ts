/** A queue may be empty when it is analysed, and full a moment later: the workers' statements must stay fast. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import type { Queryable, Statement } from '#kernel/db/transaction.ts';
import { takeAgain } from '#kernel/events/queue.sql.ts';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { claimReady, claimSpecial } from './claims.sql.ts';
import { renewLeases, tidyBehind, tidyHeld, wakeDue } from './lanes.sql.ts';
import { settle } from './settle.sql.ts';

const test = await useApp();
const now = test.now();
const lane = { tenantId: newId(), subscriptionId: newId() };
const lease = { holder: newId(), until: now };

const owner = await connectAsOwner(test.database);
after(() => owner.end());
for (const table of ['webhook_queue', 'webhook_lanes', 'event_queue']) {
  await owner.query(
    `alter table ${table} set (autovacuum_enabled = off); alter table ${table} no force row level security`,
  );
}
await owner.query(
  `insert into webhook_queue (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
   select $1, gen_random_uuid(), now(), gen_random_uuid(), $2, 'redirect.added', 'event', 'ready', now(), now()
   from generate_series(1, 3000)`,
  [lane.tenantId, lane.subscriptionId],
);
await owner.query(
  'insert into webhook_lanes select $1, gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 3000)',
  [lane.tenantId],
);
await owner.query(
  `insert into event_queue (tenant_id, id, at, type, next_at)
   select $1, gen_random_uuid(), now(), 'redirect.added', now() from generate_series(1, 3000)`,
  [lane.tenantId],
);
for (const table of ['webhook_queue', 'webhook_lanes', 'event_queue']) {
  await owner.query(`delete from ${table}`);
  await owner.query(`analyze ${table}`);
}

/** The plans of all statements of `ask`, as a worker's connection makes them. */
async function plansOf(ask: (tx: Queryable) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const query = async (statement: Statement, values?: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const { rows } = await test.db.acrossTenantsQuery(`explain ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return { rows: [], rowCount: 0 };
  };
  await ask({ query } as unknown as Queryable);
  return plans;
}

const quota = { ...lane, isHeld: false, size: 16, fresh: 16, retries: 8 };
const outcome = {
  ...{
    lane,
    id: newId(),
    state: 'delivered' as const,
    nextAt: null,
    attempt: 1,
    startedAt: now.toISOString(),
  },
  ...{ durationMs: 1, statusCode: 200, failure: null, message: '', address: null },
  ...{ timings: '{}', answerHeaders: '{}', answerBody: '' },
};
const event = {
  tenant_id: lane.tenantId,
  id: newId(),
  type: '',
  at: now.toISOString(),
  next_at: now.toISOString(),
};

const STATEMENTS: Record<string, (tx: Queryable) => Promise<unknown>> = {
  'a claim': (tx) => claimReady(tx, now, lease, [quota], []),
  'a claim of special lanes': (tx) => claimSpecial(tx, now, lease, [quota], []),
  'a renewal of leases': (tx) => renewLeases(tx, lease, [lane]),
  'recording outcomes': (tx) => settle(tx, lease.holder, [outcome], [lane], now),
  'waking due retries': (tx) => wakeDue(tx, now, 100),
  'repairing held deliveries': (tx) => tidyHeld(tx, now, null, 100),
  'repairing deliveries that wait for others': (tx) => tidyBehind(tx, now, null, 100),
  'taking events again': (tx) => takeAgain(tx as never, 'webhooks', [event]),
};
for (const [what, ask] of Object.entries(STATEMENTS)) {
  it(`${what} uses the primary keys, even if the queues were empty when they were analysed`, async () => {
    for (const plan of await plansOf(ask)) {
      const looks = plan.match(/Scan using (webhook_queue|webhook_lanes|event_queue)_.*\n.*/g) ?? [];
      assert.ok(looks.length > 0, plan);
      for (const look of looks) assert.match(look, /Index Cond|_(timed|held|behind) on /, plan);
      assert.doesNotMatch(plan, /Seq Scan on (webhook_queue|webhook_lanes|event_queue)/);
    }
  });
}

it('retries that are woken are counted one by one, so that the search goes on while a batch is full', async () => {
  await owner.query(
    `insert into webhook_queue (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
     select $1, gen_random_uuid(), now(), gen_random_uuid(), $2, 'redirect.added', 'event', 'waiting', now() - interval '1 hour', now()
     from generate_series(1, 150)`,
    [lane.tenantId, lane.subscriptionId],
  );
  const worker = { query: test.db.acrossTenantsQuery };
  for (const count of [100, 50, 0]) {
    const lanes = count > 0 ? [lane] : [];
    assert.deepEqual(await wakeDue(worker, now, 100), { count, lanes });
  }
});
