/** Replays: a tenant's past events sent again to one subscription, also those from before it existed. Audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import { typesOf } from '../options/event-patterns.ts';
import { notSubscribed, subscribableProblem } from '../subscriptions/subscribable.ts';
import { askedEvents, assertActive, isSubscribedTo } from '../subscriptions/subscription-record.ts';
import { findSubscription } from '../subscriptions/subscriptions.sql.ts';
import {
  cancelReplay,
  cancelReplayedDeliveries,
  findReplay,
  insertReplay,
  type ReplayedStatus,
  type ReplayRow,
} from './replays.sql.ts';

export type NewReplay = { since: string; until?: string; events?: string[]; status: ReplayedStatus };

export async function startReplay(
  tx: Tx,
  actor: Actor,
  now: Date,
  catalogue: EventType[],
  subscriptionId: string,
  input: NewReplay,
) {
  const since = new Date(input.since);
  // Events from now on are delivered anyway.
  const until = new Date(Math.min(now.getTime(), Date.parse(input.until ?? now.toISOString())));
  const unknown = (input.events ?? []).map((type, index) =>
    subscribableProblem(catalogue, type, `events[${index}]`),
  );
  const problems = [...spanProblems(since, until, input.until !== undefined), ...unknown].filter(
    (problem) => problem !== null,
  );
  if (problems.length > 0) throw invalid(problems);
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription === undefined) throw notFound('webhook subscription');
  const foreign = (input.events ?? []).flatMap((type, index) =>
    isSubscribedTo(subscription, type) ? [] : [notSubscribed(type, `events[${index}]`)],
  );
  if (foreign.length > 0) throw invalid(foreign);
  assertActive(subscription);
  const row = await insertReplay(tx, now, {
    id: newId(),
    subscriptionId,
    since,
    until,
    events: input.events ?? typesOf(catalogue, askedEvents(subscription)),
    status: input.status,
  });
  if (row === undefined) {
    throw conflict('A replay of this subscription is running. Wait until it is done, or cancel it.');
  }
  await audit(tx, actor, now, {
    action: 'webhook_replay.started',
    subjectType: 'webhook_replay',
    subjectId: row.id,
    details: {
      subscriptionId,
      since: row.since.toISOString(),
      until: row.until.toISOString(),
      events: row.events,
      status: row.status,
    },
  });
  return presentReplay(row);
}

export async function stopReplay(tx: Tx, actor: Actor, now: Date, id: string) {
  const row = await cancelReplay(tx, id, now);
  if (row === undefined) {
    const before = await findReplay(tx, id);
    if (before === undefined) throw notFound('webhook replay');
    const message = `This replay is ${before.state}; only one that is running can be cancelled.`;
    throw new AppError('invalid_transition', message, { state: before.state, allowed: [] });
  }
  const cancelled = await cancelReplayedDeliveries(tx, row, now);
  await audit(tx, actor, now, {
    action: 'webhook_replay.cancelled',
    subjectType: 'webhook_replay',
    subjectId: id,
    details: { subscriptionId: row.subscription_id, queued: Number(row.queued), cancelled },
  });
  return presentReplay(row);
}

export const presentReplay = (row: ReplayRow) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  events: row.events,
  status: row.status,
  state: row.state,
  matched: Number(row.matched),
  queued: Number(row.queued),
  // The scan goes a little beyond the end of the replay; the answer does not show that.
  reachedAt: row.reached_at && new Date(Math.min(+row.reached_at, +row.until)).toISOString(),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

function spanProblems(since: Date, until: Date, isUntilGiven: boolean): Problem[] {
  if (since < until) return [];
  return isUntilGiven
    ? [{ path: 'until', code: 'too_small', message: 'must be after since, which must be in the past' }]
    : [{ path: 'since', code: 'too_large', message: 'must be in the past' }];
}
