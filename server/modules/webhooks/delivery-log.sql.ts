import type { Tx } from '#kernel/db/db.ts';

export type DeliveryRow = {
  id: string;
  at: Date;
  event_id: string;
  subscription_id: string;
  event_type: string;
  cause: 'event' | 'resend' | 'replay' | 'test';
  status: DeliveryStatus;
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
};

/** A row of the list, with the subscription and the object of its event, as far as they still exist, and its last attempt. */
export type ListedRow = DeliveryRow & {
  subscription_name: string | null;
  subscription_url: string | null;
  object_id: string | null;
  object_label: string | null;
  tried_at: Date | null;
  status_code: number | null;
  failure: string | null;
  message: string | null;
};

export const STATUSES = ['pending', 'held', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

export type DeliveryFilter = {
  subscriptionId?: string;
  eventType?: string;
  status?: DeliveryStatus;
  since?: string;
  until?: string;
};

/** A held delivery has no next attempt until its subscription is resumed. */
export const OPEN_COLUMNS = `
  id, at, event_id, subscription_id, event_type, cause, case when state = 'held' then 'held' else 'pending' end as status,
  attempts, case when state in ('ready', 'waiting') and next_at < 'infinity' then next_at end as next_attempt_at, created_at,
  null::timestamptz as finished_at`;
const OVER_COLUMNS = `
  id, at, event_id, subscription_id, event_type, cause, status, attempts, null::timestamptz as next_attempt_at, created_at,
  finished_at`;

const DAY = 86_400_000;

/** Newest event first. Merges two ordered sources, each limited to a page, so no long list is ever sorted. */
export async function listDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  limit: number,
  before: string | null,
): Promise<ListedRow[]> {
  const since = filter.since === undefined ? null : new Date(filter.since);
  const until = filter.until === undefined ? null : new Date(filter.until);
  const { rows } = await tx.query<ListedRow>(LIST, [
    limit + 1,
    before,
    filter.subscriptionId ?? null,
    filter.eventType ?? null,
    filter.status ?? null,
    since,
    until,
    since && firstIdOf(since.getTime() - DAY),
    until && firstIdOf(until.getTime() + DAY),
  ]);
  return rows;
}

/** An id begins with its creation time, about that of its event. One day of tolerance makes it a bound for the index. */
function firstIdOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const MATCHES = `
  tenant_id = current_tenant()
  and ($2::uuid is null or id < $2)
  and ($3::uuid is null or subscription_id = $3)
  and ($4::text is null or event_type = $4)
  and ($6::timestamptz is null or at >= $6)
  and ($7::timestamptz is null or at < $7)
  and ($8::uuid is null or id >= $8)
  and ($9::uuid is null or id < $9)`;

/** Larger data is not read for the sake of a label. */
const LARGEST_READ = 8_192;

// The laterals have a limit, so that they are looked up row by row, on a database without statistics too.
const LIST = `
  select delivery.*, s.name as subscription_name, s.url as subscription_url, o.id as object_id, left(o.label, 200) as object_label,
    coalesce(delivery.started_at, a.started_at) as tried_at, coalesce(delivery.status_code, a.status_code) as status_code,
    coalesce(delivery.failure, a.failure) as failure, coalesce(delivery.message, a.message) as message
  from (
    (select ${OPEN_COLUMNS}, null::timestamptz as started_at, null::int as status_code, null as failure, null as message
     from webhook_queue
     where ${MATCHES}
       and ($5::text is null or $5 = 'held' and state = 'held' or $5 = 'pending' and state <> 'held')
     order by id desc limit $1)
    union all
    (select ${OVER_COLUMNS}, started_at, status_code, failure, message from webhook_deliveries
     where ${MATCHES} and ($5::text is null or status = $5)
     order by id desc limit $1)
    order by id desc limit $1
  ) delivery
  left join lateral (
    select name, url from webhook_subscriptions
    where tenant_id = current_tenant() and id = delivery.subscription_id limit 1) s on true
  left join lateral (
    select started_at, status_code, failure, message from webhook_attempts
    where tenant_id = current_tenant() and delivery_id = delivery.id and at = delivery.at and attempt = delivery.attempts
      and delivery.finished_at is null
    limit 1) a on true
  left join lateral (
    select data from events
    where tenant_id = current_tenant() and id = delivery.event_id and created_at = delivery.at
      and pg_column_size(data) <= ${LARGEST_READ}
    limit 1) e on true
  left join lateral (
    select d.id, coalesce(d."orderNumber", d.title, d.filename, d.slug, d."from", d.name) as label
    from json_to_record(e.data)
      as d (id text, "orderNumber" text, title text, filename text, slug text, "from" text, name text)) o on true
  order by delivery.id desc`;

/** Includes the event's data, as stored; null when that was deleted. */
export async function findDelivery(
  tx: Tx,
  id: string,
): Promise<(DeliveryRow & { data: string | null }) | undefined> {
  const { rows } = await tx.query<DeliveryRow & { data: string | null }>(FIND, [id]);
  return rows[0];
}

// One statement, so that a delivery that ends now is found either in the queue or in the log.
const FIND = `
  select d.*, e.data
  from (
    select ${OPEN_COLUMNS} from webhook_queue where tenant_id = current_tenant() and id = $1
    union all
    select ${OVER_COLUMNS} from webhook_deliveries where tenant_id = current_tenant() and id = $1
  ) d
  left join events e on e.tenant_id = current_tenant() and e.id = d.event_id and e.created_at = d.at`;

export type AttemptRow = {
  attempt: number;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  failure: string | null;
  message: string;
  address: string | null;
  timings: string;
  answer_headers: string;
  answer_body: string;
};

/** The last attempt of a finished delivery is in the delivery's own row. */
export async function listAttempts(tx: Tx, deliveryId: string, at: Date): Promise<AttemptRow[]> {
  const { rows } = await tx.query<AttemptRow>(
    `select attempt, ${DETAILS} from webhook_attempts
     where tenant_id = current_tenant() and delivery_id = $1 and at = $2
     union all
     select attempts, ${DETAILS} from webhook_deliveries
     where tenant_id = current_tenant() and id = $1 and at = $2 and started_at is not null
     order by attempt`,
    [deliveryId, at],
  );
  return rows;
}

const DETAILS = `
  started_at, duration_ms, status_code, failure, message, address, timings, answer_headers, answer_body`;
