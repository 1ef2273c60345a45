/** One delivery attempt: the exact bytes, their signature, the POST, and what is to come of it. */
import type { Secrets } from '#kernel/secrets.ts';
import type { ClaimedDelivery, Outcome } from './deliveries.sql.ts';
import { waitAfterAttempt } from './schedule.ts';
import type { Sender, SendResult } from './send.ts';
import { signBody } from './signature.ts';
import { secretBinding } from './subscriptions.ts';

export function composeBody(delivery: ClaimedDelivery, at: Date): string {
  const { id, event_type, tenant_id, data } = delivery;
  // data goes in as it was stored: parsing and writing it again could change it.
  return `{"id":"${id}","type":"${event_type}","tenant_id":"${tenant_id}","data":${data},"delivered_at":"${at.toISOString()}"}`;
}

export function composeHeaders(
  delivery: ClaimedDelivery,
  secret: string,
  body: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Colonnade-Webhooks/1',
    'X-service-Event': delivery.event_type,
    'X-service-Delivery': delivery.id,
    'X-service-Signature': signBody(secret, body),
  };
}

export async function attempt(
  delivery: ClaimedDelivery,
  deps: { secrets: Secrets; sender: Sender; clock: () => Date; retryScale: number },
): Promise<Outcome> {
  const startedAt = deps.clock();
  const secret = deps.secrets.open(
    delivery.secret_sealed,
    secretBinding(delivery.tenant_id, delivery.subscription_id),
  );
  const body = composeBody(delivery, startedAt);
  const headers = composeHeaders(delivery, secret, body);
  const result = await deps.sender.send({ url: delivery.url, headers, body });
  return judge(delivery, result, startedAt, deps.clock(), deps.retryScale);
}

/** 2xx delivers; the eighth failure is the last; anything else waits, counted from the end of the attempt. */
export function judge(
  delivery: Pick<ClaimedDelivery, 'tenant_id' | 'id' | 'claim' | 'attempts'>,
  result: SendResult,
  startedAt: Date,
  endedAt: Date,
  retryScale: number,
): Outcome {
  const attemptNumber = delivery.attempts + 1;
  const wait = result.outcome === 'success' ? null : waitAfterAttempt(attemptNumber, Math.random, retryScale);
  return {
    tenantId: delivery.tenant_id,
    id: delivery.id,
    claim: delivery.claim,
    status: result.outcome === 'success' ? 'delivered' : wait === null ? 'failed' : 'pending',
    nextAt: new Date(endedAt.getTime() + (wait ?? 0)),
    attempt: attemptNumber,
    startedAt,
    durationMs: result.durationMs,
    statusCode: result.statusCode,
    failure: result.failure,
    message: result.message,
    address: result.address,
  };
}
