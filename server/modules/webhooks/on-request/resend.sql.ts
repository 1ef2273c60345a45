import type { Tx } from '#kernel/db/db.ts';
import { type DeliveryRow, OPEN_COLUMNS } from '../log/delivery-log.sql.ts';

/**
 * Inserts a delivery on request. Undefined when the subscription was deleted; held when it is paused. `causeId` makes its id
 * differ from that of every other delivery of the same event.
 */
export async function insertAskedDelivery(
  tx: Tx,
  now: Date,
  asked: {
    cause: 'resend' | 'test';
    causeId: string;
    subscriptionId: string;
    event: { id: string; type: string; at: Date };
  },
): Promise<DeliveryRow | undefined> {
  const { rows } = await tx.query<DeliveryRow>(
    `insert into webhook_queue
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
     select tenant_id, delivery_id($2, id, $6), $4, $2, id, $3, $5, case when active then 'ready' else 'held' end, $7, $7
     from webhook_subscriptions where tenant_id = current_tenant() and id = $1
     returning ${OPEN_COLUMNS}`,
    [asked.subscriptionId, asked.event.id, asked.event.type, asked.event.at, asked.cause, asked.causeId, now],
  );
  return rows[0];
}

/** Makes a waiting delivery ready; undefined when none with this id waits. A worker that claims it at the same time goes first or second. */
export async function hurryDelivery(tx: Tx, id: string, now: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await tx.query<DeliveryRow>(
    `update webhook_queue set state = 'ready', next_at = $2
     where tenant_id = current_tenant() and id = $1 and state = 'waiting' returning ${OPEN_COLUMNS}`,
    [id, now],
  );
  return rows[0];
}

/** The event is neither in the queue nor in the feed, so only the chosen subscription receives it. */
export async function insertExampleEvent(
  tx: Tx,
  now: Date,
  event: { id: string; type: string; data: Record<string, unknown> },
): Promise<void> {
  await tx.query(
    `insert into events (tenant_id, id, type, data, created_at)
     values (current_tenant(), $1, $2, $3, $4)`,
    [event.id, event.type, JSON.stringify(event.data), now],
  );
}
