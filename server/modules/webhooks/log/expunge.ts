/** Removes what a delivery has stored of the receiver's answers and, on request, the data of its event. Audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { findDelivery } from './delivery-log.sql.ts';
import { showDelivery } from './delivery-log.ts';
import { expungeAnswers, expungeEvent, isEventOnItsWay } from './expunge.sql.ts';
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
  const isPayloadGone = payload && (await expungeEvent(tx, delivery.event_id, delivery.at, mark));
  // Read after the event was locked, in a snapshot of its own, so that it includes a resend that came first.
  if (isPayloadGone && (await isEventOnItsWay(tx, delivery.event_id))) {
    throw conflict(
      'A delivery of this event is still on its way. Wait until it is over, or discard it by pausing its subscription and ' +
        'discarding the backlog; then expunge the payload.',
    );
  }
  const answers = await expungeAnswers(tx, delivery.id, delivery.at, mark);
  await audit(tx, actor, now, {
    action: 'webhook_delivery.expunged',
    subjectType: 'webhook_delivery',
    subjectId: delivery.id,
    details: { eventId: delivery.event_id, answers, payload: isPayloadGone },
  });
  return showDelivery(tx, actor.tenant.id, id);
}
