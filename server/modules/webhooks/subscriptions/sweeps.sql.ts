/**
 * Changes the open deliveries of a subscription, a portion at a time. A request changes the first portion, so that few deliveries are
 * changed at once; if there may be more, it notes a sweep, and a worker goes on.
 */
import type { Queryable, Tx } from '#kernel/db/db.ts';
import { byKey } from '#kernel/db/plans.ts';
import { dueIf } from '#kernel/work/poller.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

const PORTION = 1_000;
const OF_PORTION = byKey({ 'q.tenant_id': 'p.tenant_id', 'q.id': 'p.id' });

type State = 'ready' | 'waiting' | 'held';

/** Each state has an index of its own. Locked here: a condition on the state later would make PostgreSQL read all rows of the state. */
const portionOf = (states: State[], also = '') =>
  states
    .map(
      (state) => `
        select * from (
          select tenant_id, id from webhook_queue
          where tenant_id = current_tenant() and subscription_id = $1 and state = '${state}' ${also}
          limit ${PORTION} for update) ${state}_ones`,
    )
    .join(' union all ');

const hasMore = ({ rowCount }: { rowCount: number }) => rowCount >= PORTION;

/** Holds open deliveries of a paused subscription; returns true if there may be more. */
const holdPortion = async (tx: Tx, subscriptionId: string): Promise<boolean> =>
  hasMore(
    await tx.query(
      `update webhook_queue q set state = 'held' from (${portionOf(['ready', 'waiting'])}) p
       where ${OF_PORTION}`,
      [subscriptionId],
    ),
  );

/** Releases held deliveries of a resumed subscription, each no earlier than its own wait allows. */
const releasePortion = async (tx: Tx, subscriptionId: string, now: Date): Promise<boolean> =>
  hasMore(
    await tx.query(
      `update webhook_queue q set state = case when q.next_at <= $2 then 'ready' else 'waiting' end
       from (${portionOf(['held'])}) p
       where ${OF_PORTION}`,
      [subscriptionId, now],
    ),
  );

/** Includes deliveries in flight, which the queue does not mark: `recordCancelled` records their outcomes later. */
async function cancelPortion(
  tx: Tx,
  subscriptionId: string,
  now: Date,
  before: Date | null,
): Promise<boolean> {
  const cancelled = await tx.query(
    `with gone as (
       delete from webhook_queue q
       using (${portionOf(['ready', 'waiting', 'held'], 'and ($3::timestamptz is null or created_at < $3)')}) p
       where ${OF_PORTION}
       returning q.*)
     insert into webhook_deliveries
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
     select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $2
     from gone`,
    [subscriptionId, now, before],
  );
  const forgotten = await tx.query(
    `delete from webhook_gathered g using (
       select tenant_id, subscription_id, event_id from webhook_gathered
       where tenant_id = current_tenant() and subscription_id = $1 and batch_id is null
         and ($2::timestamptz is null or at < $2)
       limit ${PORTION}) p
     where ${byKey({ 'g.tenant_id': 'p.tenant_id', 'g.subscription_id': 'p.subscription_id', 'g.event_id': 'p.event_id' })}
       and g.batch_id is null`,
    [subscriptionId, before],
  );
  return hasMore(cancelled) || hasMore(forgotten);
}

/** The rest is to be swept; of two discards the later counts. */
async function noteSweep(tx: Tx, subscriptionId: string, now: Date, discard: boolean): Promise<void> {
  await tx.query(
    `insert into webhook_sweeps as s (tenant_id, subscription_id, discard_before, swept_at)
     values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id, subscription_id) do update
       set discard_before = coalesce(excluded.discard_before, s.discard_before)`,
    [subscriptionId, discard ? now : null, now],
  );
}

export async function holdOpenDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  if (await holdPortion(tx, subscriptionId)) await noteSweep(tx, subscriptionId, now, false);
}

export async function releaseHeldDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  if (await releasePortion(tx, subscriptionId, now)) await noteSweep(tx, subscriptionId, now, false);
}

/** Also forgets events that were gathered and are not in a batch yet: they have no delivery to cancel. */
export async function cancelOpenDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  // The burst first, as the worker does, so that the two cannot deadlock.
  await tx.query('delete from webhook_bursts where tenant_id = current_tenant() and subscription_id = $1', [
    subscriptionId,
  ]);
  if (await cancelPortion(tx, subscriptionId, now, null)) await noteSweep(tx, subscriptionId, now, true);
}

export const SWEEP_DUE = dueIf('from webhook_sweeps');

export const TENANTS_WITH_SWEEPS = tenantsWith({
  name: 'tenants_with_sweeps',
  table: 'webhook_sweeps',
  waiting: 'true',
  due: '$1::timestamptz is not null',
});

/** Sweeps a portion of the subscription whose turn it is; returns false if the tenant has none. */
export async function sweepPortion(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `select subscription_id as id from webhook_sweeps where tenant_id = current_tenant()
     order by swept_at limit 1`,
  );
  if (rows.length === 0) return false;
  const { id } = rows[0]!;
  // First the subscription, as requests do, so that the two cannot deadlock.
  const active = await lockSubscription(tx, id);
  // A request may have noted a discard while the lock was awaited.
  const sweep = await lockSweep(tx, id);
  if (sweep === undefined) return true;
  const { discard_before: before } = sweep;
  const isToCancel = active === undefined || before !== null;
  const isMore = isToCancel
    ? await cancelPortion(tx, id, now, active === undefined ? null : before)
    : active
      ? await releasePortion(tx, id, now)
      : await holdPortion(tx, id);
  // After a discard, the state of the subscription decides about the others.
  if (isMore) await tx.query(`${SWEPT} set swept_at = $2 ${THIS}`, [id, now]);
  else if (isToCancel && active !== undefined) {
    await tx.query(`${SWEPT} set swept_at = $2, discard_before = null ${THIS}`, [id, now]);
  } else await tx.query(`delete from webhook_sweeps ${THIS}`, [id]);
  return true;
}

const SWEPT = 'update webhook_sweeps';
const THIS = 'where tenant_id = current_tenant() and subscription_id = $1';

async function lockSubscription(tx: Queryable, id: string): Promise<boolean | undefined> {
  const { rows } = await tx.query<{ active: boolean }>(
    'select active from webhook_subscriptions where tenant_id = current_tenant() and id = $1 for update',
    [id],
  );
  return rows[0]?.active;
}

/** Undefined if another worker has swept all. */
async function lockSweep(tx: Queryable, id: string): Promise<{ discard_before: Date | null } | undefined> {
  const { rows } = await tx.query<{ discard_before: Date | null }>(
    `select discard_before from webhook_sweeps ${THIS} for update`,
    [id],
  );
  return rows[0];
}
