import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type SubscriptionRow = {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  rate_limit: number | null;
  secret_preview: string;
  previous_secret_until: Date | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `
  id, name, url, events, active, rate_limit, secret_preview, previous_secret_until, created_at, updated_at`;

export async function insertSubscription(
  tx: Tx,
  subscription: {
    id: string;
    name: string;
    url: string;
    events: string[];
    rateLimit: number | null;
    secretSealed: Buffer;
    secretPreview: string;
    now: Date;
  },
): Promise<SubscriptionRow> {
  const { rows } = await tx.query<SubscriptionRow>(
    `insert into webhook_subscriptions
       (tenant_id, id, name, url, events, active, rate_limit, secret_sealed, secret_preview, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, true, $5, $6, $7, $8, $8) returning ${COLUMNS}`,
    [
      subscription.id,
      subscription.name,
      subscription.url,
      subscription.events,
      subscription.rateLimit,
      subscription.secretSealed,
      subscription.secretPreview,
      subscription.now,
    ],
  );
  return rows[0]!;
}

/** Takes a lock until commit, so that two concurrent requests cannot both create the last allowed subscription. */
export async function countOwnSubscriptions(tx: Tx): Promise<number> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('webhook subscriptions ' || current_tenant(), 0))`,
  );
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from webhook_subscriptions where tenant_id = current_tenant()',
  );
  return rows[0]!.count;
}

export async function findSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks the row until commit, so that a change is compared with the values it replaces. */
export async function findSubscriptionForUpdate(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return rows[0];
}

export function listSubscriptions(tx: Tx, limit: number, after: Position | null): Promise<SubscriptionRow[]> {
  return listNewestFirst<SubscriptionRow>(
    tx,
    `select ${COLUMNS} from webhook_subscriptions
     where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );
}

export async function updateSubscription(
  tx: Tx,
  id: string,
  values: { name: string; url: string; events: string[]; active: boolean; rateLimit: number | null },
  now: Date,
): Promise<SubscriptionRow> {
  const { rows } = await tx.query<SubscriptionRow>(
    `update webhook_subscriptions set name = $2, url = $3, events = $4, active = $5, rate_limit = $6, updated_at = $7
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, values.name, values.url, values.events, values.active, values.rateLimit, now],
  );
  return rows[0]!;
}

/** A rate-limited subscription needs a row with its next free time, which is initially now. */
export async function insertPace(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into webhook_pace (tenant_id, subscription_id, free_at)
     values (current_tenant(), $1, $2::timestamptz - interval '1 second')
     on conflict (tenant_id, subscription_id) do nothing`,
    [subscriptionId, now],
  );
}

/** Makes the current secret the previous one until the given time; without a time, it is deleted at once. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  values: { secretSealed: Buffer; secretPreview: string; previousUntil: Date | null; now: Date },
): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `update webhook_subscriptions set
       previous_secret_sealed = case when $4::timestamptz is null then null else secret_sealed end,
       previous_secret_until = $4,
       secret_sealed = $2, secret_preview = $3, updated_at = $5
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, values.secretSealed, values.secretPreview, values.previousUntil, values.now],
  );
  return rows[0];
}

export async function deleteSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `delete from webhook_subscriptions where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id],
  );
  return rows[0];
}

/** Holds the open deliveries of a paused subscription. */
export async function holdOpenDeliveries(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.query(
    `update webhook_queue set state = 'held'
     where tenant_id = current_tenant() and subscription_id = $1 and state in ('ready', 'waiting')`,
    [subscriptionId],
  );
}

/** Releases the held deliveries of a resumed subscription, each no earlier than its own wait allows. */
export async function releaseHeldDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    `update webhook_queue set state = case when next_at <= $2 then 'ready' else 'waiting' end
     where tenant_id = current_tenant() and subscription_id = $1 and state = 'held'`,
    [subscriptionId, now],
  );
}

/** Includes deliveries in flight, which the queue does not mark: `recordCancelled` records their outcomes later. */
export async function cancelOpenDeliveries(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    `with gone as (
       delete from webhook_queue
       where tenant_id = current_tenant() and subscription_id = $1 and state in ('ready', 'waiting', 'held')
       returning *)
     insert into webhook_deliveries
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
     select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $2
     from gone`,
    [subscriptionId, now],
  );
}

export type Brief = { id: string; name: string; active: boolean; is_failing: boolean };

/** All subscriptions of the tenant, of which a setting limits the number; then by age, the newest first. */
export async function listFailingFirst(tx: Tx): Promise<Brief[]> {
  const { rows } = await tx.query<Brief>(
    `select id, name, active, active and (
         exists (
           select from webhook_queue q
           where q.tenant_id = s.tenant_id and q.subscription_id = s.id and q.state = 'waiting')
         or coalesce('failed' = (
           select status from webhook_deliveries d
           where d.tenant_id = s.tenant_id and d.subscription_id = s.id order by id desc limit 1), false)) as is_failing
     from webhook_subscriptions s where tenant_id = current_tenant()
     order by is_failing desc, created_at desc, id desc limit 1000`,
  );
  return rows;
}
