import type { Queryable, Tx } from '#kernel/db/db.ts';
import type { Lane } from './lanes.ts';

export const BURST_DUE = 'select min(due_at) from webhook_bursts';

/** The oldest of each tenant, so that a tenant with many does not keep the others waiting; the tenant that waits longest first. */
export async function findDueBursts(worker: Queryable, now: Date, limit: number): Promise<Lane[]> {
  const { rows } = await worker.query<Lane>(
    `select "tenantId", "subscriptionId" from (
       select distinct on (tenant_id) tenant_id as "tenantId", subscription_id as "subscriptionId", due_at
       from webhook_bursts where due_at <= $1 order by tenant_id, due_at) oldest
     order by due_at limit $2`,
    [now, limit],
  );
  return rows;
}

/** False when another worker has it, it is over, or its events are being discarded. Locked until commit: a fan-out that adds to it waits. */
export async function holdBurst(tx: Tx, subscriptionId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query(
    `select from webhook_bursts where tenant_id = current_tenant() and subscription_id = $1 and due_at <= $2
       and not exists (
         select from webhook_sweeps
         where tenant_id = current_tenant() and subscription_id = $1 and discard_before is not null)
     for update skip locked`,
    [subscriptionId, now],
  );
  return rows.length > 0;
}

export type Gathered = {
  event_id: string;
  at: Date;
  event_type: string;
  /** The event's data, as stored; null when it is no longer stored. */
  data: string | null;
};

/** Takes the oldest events into a batch, up to `most` of them and about `bytes` of data, but at least one. */
export async function takeGathered(
  tx: Tx,
  subscriptionId: string,
  batchId: string,
  most: number,
  bytes: number,
): Promise<Gathered[]> {
  const { rows } = await tx.query<Gathered>(
    `with oldest as materialized (
       select g.event_id, g.at, g.event_type, e.data,
         sum(coalesce(octet_length(e.data::text), 0)) over (order by g.event_id) - coalesce(octet_length(e.data::text), 0) as before
       from (
         select * from webhook_gathered
         where tenant_id = current_tenant() and subscription_id = $1 and batch_id is null
         order by event_id limit $2) g
       left join events e on e.tenant_id = g.tenant_id and e.id = g.event_id and e.created_at = g.at
     ),
     taken as (
       update webhook_gathered g set batch_id = $4 from oldest o
       where g.tenant_id = current_tenant() and g.subscription_id = $1 and g.event_id = o.event_id and o.before < $3
       returning g.event_id
     )
     select o.event_id, o.at, o.event_type, o.data from oldest o join taken using (event_id) order by o.event_id`,
    [subscriptionId, most, bytes, batchId],
  );
  return rows;
}

/** Ends the burst if it has no more events; otherwise it is due again at once. */
export async function endBurst(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  const left = `exists (
    select from webhook_gathered g
    where g.tenant_id = current_tenant() and g.subscription_id = $1 and g.batch_id is null)`;
  await tx.query(
    `update webhook_bursts set due_at = $2 where tenant_id = current_tenant() and subscription_id = $1 and ${left}`,
    [subscriptionId, now],
  );
  await tx.query(
    `delete from webhook_bursts where tenant_id = current_tenant() and subscription_id = $1 and not ${left}`,
    [subscriptionId],
  );
}

/** The batch is an event that only this subscription gets: it is neither in the queue of events nor in the feed. None if it was deleted. */
export async function insertBatch(
  tx: Tx,
  now: Date,
  batch: { id: string; type: string; subscriptionId: string; data: string },
): Promise<void> {
  await tx.query(
    `with subscription as materialized (
       select tenant_id, id, active from webhook_subscriptions where tenant_id = current_tenant() and id = $3
     ),
     event as (
       insert into events (tenant_id, id, type, data, created_at) select tenant_id, $1, $2, $4, $5 from subscription
     )
     insert into webhook_queue
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
     select tenant_id, delivery_id($1, id, $1), $5, $1, id, $2, 'event', case when active then 'ready' else 'held' end, $5, $5
     from subscription`,
    [batch.id, batch.type, batch.subscriptionId, batch.data, now],
  );
}

/** A burst that failed must not keep the others of its tenant waiting. */
export async function postponeBurst(tx: Tx, subscriptionId: string, until: Date): Promise<void> {
  await tx.query(
    'update webhook_bursts set due_at = $2 where tenant_id = current_tenant() and subscription_id = $1',
    [subscriptionId, until],
  );
}
