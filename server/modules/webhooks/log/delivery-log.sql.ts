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

export const STATUSES = ['pending', 'held', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** A held delivery has no next attempt until its subscription is resumed. */
export const OPEN_COLUMNS = `
  id, at, event_id, subscription_id, event_type, cause, case when state = 'held' then 'held' else 'pending' end as status,
  attempts, case when state in ('ready', 'waiting') and next_at < 'infinity' then next_at end as next_attempt_at, created_at,
  null::timestamptz as finished_at`;
export const OVER_COLUMNS = `
  id, at, event_id, subscription_id, event_type, cause, status, attempts, null::timestamptz as next_attempt_at, created_at,
  finished_at`;

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
