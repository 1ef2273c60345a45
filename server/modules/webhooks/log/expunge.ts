/** Removes what a delivery has stored of the receiver's answers and, on request, the data of its event. Audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { findDelivery } from './delivery-log.sql.ts';
import { showDelivery } from './delivery-log.ts';
import { expungeAnswers, expungeEvent, findBatchesOf, isEventOnItsWay } from './expunge.sql.ts';
import { markOf } from './expunged.ts';

export async function expunge(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  { payload }: { payload: boolean },
) {
  const delivery = await findDelivery(tx, id);
  if (delivery === undefined) throw notFound('webhook delivery');
  const mark = markOf(now);
  const isPayloadGone =
    payload && (await expungePayload(tx, { id: delivery.event_id, at: delivery.at }, mark));
  const answers = await expungeAnswers(tx, delivery.id, delivery.at, mark);
  await audit(tx, actor, now, {
    action: 'webhook_delivery.expunged',
    subjectType: 'webhook_delivery',
    subjectId: delivery.id,
    details: { eventId: delivery.event_id, answers, payload: isPayloadGone },
  });
  return showDelivery(tx, actor.tenant.id, id);
}

/** Expunges the event, and the batches that carry it as a whole: their other events are stored by themselves. */
async function expungePayload(tx: Tx, event: { id: string; at: Date }, mark: string): Promise<boolean> {
  const isGone = await expungeEvent(tx, event.id, event.at, mark);
  // Read after the event was locked, in a snapshot of its own, so that it includes a resend that came first.
  const batches = await findBatchesOf(tx, event.id);
  for (const { id, at } of batches) await expungeEvent(tx, id, at, mark);
  if (!isGone && batches.length === 0) return false;
  for (const { id } of [event, ...batches]) {
    if (!(await isEventOnItsWay(tx, id))) continue;
    throw conflict(
      'A delivery of this event is still on its way. Wait until it is over, or discard it by pausing its subscription and ' +
        'discarding the backlog; then expunge the payload.',
    );
  }
  return isGone;
}
