/** Deliveries on request: a finished one again, or the example of an event type as a test. Audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import { findDelivery } from '../log/delivery-log.sql.ts';
import { presentDelivery } from '../log/delivery-log.ts';
import { expungedAt } from '../log/expunged.ts';
import { notSubscribed, subscribableProblem } from '../subscriptions/subscribable.ts';
import { assertActive, isSubscribedTo } from '../subscriptions/subscription-record.ts';
import { findSubscription } from '../subscriptions/subscriptions.sql.ts';
import { hurryDelivery, insertAskedDelivery, insertExampleEvent } from './resend.sql.ts';

const DELETED = 'The subscription of this delivery was deleted.';

export async function resend(tx: Tx, actor: Actor, now: Date, id: string) {
  const before = await findDelivery(tx, id);
  if (before === undefined) throw notFound('webhook delivery');
  if (before.finished_at === null) {
    throw new AppError(
      'invalid_transition',
      'This delivery is still on its way. It can be sent again once it is over.',
      { status: before.status, allowed: [] },
    );
  }
  if (before.data === null) throw conflict('The event of this delivery is no longer kept.');
  if (expungedAt(before.data) !== null) {
    throw conflict('The data of this event was expunged. It cannot be sent again.');
  }
  const subscription = await findSubscription(tx, before.subscription_id);
  if (subscription === undefined) throw conflict(DELETED);
  assertActive(subscription);
  if (!isSubscribedTo(subscription, before.event_type)) {
    throw conflict(`${before.event_type} is no longer among the events of the subscription. Add it first.`);
  }
  const made = await insertAskedDelivery(tx, now, {
    cause: 'resend',
    causeId: newId(),
    subscriptionId: before.subscription_id,
    event: { id: before.event_id, type: before.event_type, at: before.at },
  });
  if (made === undefined) throw conflict(DELETED);
  await audit(tx, actor, now, {
    action: 'webhook_delivery.resent',
    subjectType: 'webhook_delivery',
    subjectId: before.id,
    details: {
      deliveryId: made.id,
      subscriptionId: made.subscription_id,
      eventId: made.event_id,
      eventType: made.event_type,
    },
  });
  return presentDelivery(made);
}

/** A refusal of one is its result and does not concern the others: each is refused before anything is written for it. */
export async function resendMany(tx: Tx, actor: Actor, now: Date, ids: string[]) {
  const results = [];
  for (const id of ids) {
    try {
      const { id: deliveryId } = await resend(tx, actor, now, id);
      results.push({ id, status: 'resent' as const, deliveryId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      const { code, message } = error;
      results.push({ id, status: 'refused' as const, error: { code, message } });
    }
  }
  const resent = results.filter(({ status }) => status === 'resent').length;
  return { resent, refused: results.length - resent, results };
}

export async function retryNow(tx: Tx, actor: Actor, now: Date, id: string) {
  const hurried = await hurryDelivery(tx, id, now);
  if (hurried !== undefined) {
    await audit(tx, actor, now, {
      action: 'webhook_delivery.retried',
      subjectType: 'webhook_delivery',
      subjectId: id,
      details: {
        subscriptionId: hurried.subscription_id,
        eventId: hurried.event_id,
        attempts: hurried.attempts,
      },
    });
    return presentDelivery(hurried);
  }
  const found = await findDelivery(tx, id);
  if (found === undefined) throw notFound('webhook delivery');
  if (found.finished_at !== null) {
    throw new AppError('invalid_transition', 'This delivery is over. Send it again as a new one instead.', {
      status: found.status,
      allowed: [],
    });
  }
  if (found.status === 'held') throw conflict('The subscription is paused. Resume it to send the delivery.');
  return presentDelivery(found);
}

export async function sendExample(
  tx: Tx,
  actor: Actor,
  now: Date,
  catalogue: EventType[],
  subscriptionId: string,
  type: string,
) {
  const problem = subscribableProblem(catalogue, type, 'event');
  if (problem !== null) throw invalid([problem]);
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription === undefined) throw notFound('webhook subscription');
  assertActive(subscription);
  if (!isSubscribedTo(subscription, type)) throw invalid([notSubscribed(type, 'event')]);
  const { example } = catalogue.find((entry) => entry.type === type)!;
  const id = newId();
  await insertExampleEvent(tx, now, { id, type, data: example });
  const event = { id, type, at: now };
  const made = await insertAskedDelivery(tx, now, { cause: 'test', causeId: id, subscriptionId, event });
  if (made === undefined) throw notFound('webhook subscription');
  await audit(tx, actor, now, {
    action: 'webhook_subscription.tested',
    subjectType: 'webhook_subscription',
    subjectId: subscriptionId,
    details: { deliveryId: made.id, eventType: type },
  });
  return presentDelivery(made);
}
