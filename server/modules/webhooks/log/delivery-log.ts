/** The delivery log: open and finished deliveries, each with every attempt and the bytes it sent. */
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { composeBody } from '../sending/message.ts';
import type { ListedRow } from './delivery-list.sql.ts';
import { type AttemptRow, type DeliveryRow, findDelivery, listAttempts } from './delivery-log.sql.ts';
import { expungedAt } from './expunged.ts';

export async function showDelivery(tx: Tx, tenantId: string, id: string) {
  const row = await findDelivery(tx, id);
  if (row === undefined) throw notFound('webhook delivery');
  const attempts = await listAttempts(tx, row.id, row.at);
  const { data } = row;
  const payloadExpungedAt = expungedAt(data);
  const bytesOf = (startedAt: Date) =>
    data === null || payloadExpungedAt !== null
      ? null
      : composeBody(tenantId, { ...row, data }, startedAt.toISOString());
  return {
    ...presentDelivery(row),
    payloadExpungedAt,
    attempts: attempts.map((attempt) => presentAttempt(attempt, bytesOf(attempt.started_at))),
  };
}

export const presentDelivery = (row: DeliveryRow) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  eventId: row.event_id,
  eventType: row.event_type,
  eventAt: row.at.toISOString(),
  cause: row.cause,
  status: row.status,
  attemptCount: row.attempts,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

export const presentListed = (row: ListedRow) => ({
  ...presentDelivery(row),
  subscriptionName: row.subscription_name,
  subscriptionUrl: row.subscription_url,
  object: row.object_id === null ? null : { id: row.object_id, label: row.object_label },
  lastAttempt: row.tried_at && {
    at: row.tried_at.toISOString(),
    statusCode: row.status_code,
    failure: row.failure,
    message: row.message ?? '',
  },
});

const presentAttempt = (row: AttemptRow, signedBody: string | null) => {
  const answerExpungedAt = expungedAt(row.answer_headers);
  return {
    attempt: row.attempt,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    timings: JSON.parse(row.timings),
    address: row.address,
    statusCode: row.status_code,
    failure: row.failure,
    message: row.message,
    answerHeaders: answerExpungedAt === null ? JSON.parse(row.answer_headers) : {},
    answerBody: row.answer_body,
    answerExpungedAt,
    signedBody,
  };
};
