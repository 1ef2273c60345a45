import { binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { withinEvent } from './delivery-list.sql.ts';
import { isExpunged } from './expunged.ts';

/** Returns false if the event is no longer stored, or was expunged before. The event stays locked until commit. */
export async function expungeEvent(tx: Tx, id: string, at: Date, mark: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update events set data = $3
     where tenant_id = current_tenant() and id = $1 and created_at = $2 and not ${isExpunged('data')}`,
    [id, at, mark],
  );
  return rowCount > 0;
}

/** Returns true if a delivery of the event, to any subscription, is not over, or is still to be made of gathered events. */
export async function isEventOnItsWay(tx: Tx, id: string): Promise<boolean> {
  const { bind, values } = binding();
  const { rows } = await tx.query<{ open: boolean }>(
    `select exists (
       select from webhook_queue
       where tenant_id = current_tenant() and ${withinEvent(id, bind)} and event_id = ${bind(id, 'uuid')})
     or exists (
       select from webhook_gathered g
       where g.tenant_id = current_tenant() and g.event_id = ${bind(id, 'uuid')} and g.batch_id is null) as open`,
    values,
  );
  return rows[0]!.open;
}

/** The batches that carry the event. */
export async function findBatchesOf(tx: Tx, eventId: string): Promise<{ id: string; at: Date }[]> {
  const { rows } = await tx.query<{ id: string; at: Date }>(
    `select e.id, e.created_at as at from (
       select distinct batch_id from webhook_gathered
       where tenant_id = current_tenant() and event_id = $1 and batch_id is not null) g
     join events e on e.tenant_id = current_tenant() and e.id = g.batch_id`,
    [eventId],
  );
  return rows;
}

/** Returns the number of attempts whose answer was removed now. */
export async function expungeAnswers(tx: Tx, deliveryId: string, at: Date, mark: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(EXPUNGE_ANSWERS, [deliveryId, at, mark]);
  return rows[0]!.count;
}

// The last attempt of a finished delivery is in the delivery's own row. Without an answer there is nothing to remove.
const EXPUNGE_ANSWERS = `
  with earlier as (
    update webhook_attempts set answer_headers = $3, answer_body = ''
    where tenant_id = current_tenant() and delivery_id = $1 and at = $2 and status_code is not null
      and not ${isExpunged('answer_headers')}
    returning 1),
  last as (
    update webhook_deliveries set answer_headers = $3, answer_body = ''
    where tenant_id = current_tenant() and id = $1 and at = $2 and status_code is not null
      and not ${isExpunged('answer_headers')}
    returning 1)
  select count(*)::int as count from (select * from earlier union all select * from last) gone`;
