/** One delivery attempt: the exact bytes, their signatures, the POST, and what is to come of it. */
import type { Secrets } from '#kernel/secrets.ts';
import type { ClaimedDelivery, Outcome } from './deliveries.sql.ts';
import { waitAfterAttempt } from './schedule.ts';
import type { Sender, SendResult } from './send.ts';
import { signBody, signStandard } from './signature.ts';
import { secretBinding } from './subscriptions.ts';

/** Made anew from what is stored, it is the same to the byte: that is how the log can show what was signed. */
export function composeBody(
  delivery: Pick<ClaimedDelivery, 'id' | 'event_type' | 'tenant_id' | 'data'>,
  at: Date,
): string {
  const { id, event_type, tenant_id, data } = delivery;
  // data goes in as it was stored: parsing and writing it again could change it.
  return `{"id":"${id}","type":"${event_type}","tenant_id":"${tenant_id}","data":${data},"delivered_at":"${at.toISOString()}"}`;
}

/** Signed our way, and side by side as Standard Webhooks has it; after a rotation by the secret before as well. */
export function composeHeaders(
  delivery: Pick<ClaimedDelivery, 'id' | 'event_type'>,
  body: string,
  at: Date,
  secret: string,
  previousSecret: string | null,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const standard = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  return {
    'content-type': 'application/json',
    'user-agent': 'Colonnade-Webhooks/1',
    'X-service-Event': delivery.event_type,
    'X-service-Delivery': delivery.id,
    'X-service-Signature': signBody(secret, body),
    ...(previousSecret !== null && { 'X-service-Signature-Previous': signBody(previousSecret, body) }),
    'webhook-id': delivery.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.map((key) => signStandard(key, delivery.id, timestamp, body)).join(' '),
  };
}

export type Attempting = { openSecret: OpenSecret; sender: Sender; clock: () => Date; retryScale: number };

export async function attempt(delivery: ClaimedDelivery, deps: Attempting): Promise<Outcome> {
  const startedAt = deps.clock();
  const result = await send(delivery, startedAt, deps);
  return judge(delivery, result, startedAt, deps.clock(), deps.retryScale);
}

async function send(
  delivery: ClaimedDelivery,
  at: Date,
  { openSecret, sender }: Attempting,
): Promise<SendResult> {
  const binding = secretBinding(delivery.tenant_id, delivery.subscription_id);
  const { secret_sealed: sealed, previous_secret_sealed: previous } = delivery;
  try {
    const secret = openSecret(sealed, binding);
    const body = composeBody(delivery, at);
    const headers = composeHeaders(delivery, body, at, secret, previous && openSecret(previous, binding));
    return await sender.send({ url: delivery.url, headers, body });
  } catch {
    // It counts as an attempt like any other: what cannot be signed today may be tomorrow, and the log tells why.
    return NOT_SIGNED;
  }
}

const NOT_SIGNED: SendResult = {
  outcome: 'failure',
  statusCode: null,
  failure: 'other',
  message: 'The delivery could not be signed: its secret was sealed with a key this server does not have.',
  address: null,
  durationMs: 0,
  answerHeaders: {},
  answerBody: '',
  timings: { totalMs: 0 },
};

type OpenSecret = Secrets['open'];

/** A busy subscription's secret is opened once and not for each delivery. What is remembered is bound to tenant and row. */
export function remembering(open: OpenSecret, most = 10_000): OpenSecret {
  const known = new Map<string, string>();
  return (sealed, boundTo) => {
    const key = boundTo + sealed.toString('latin1');
    const secret = known.get(key) ?? open(sealed, boundTo);
    if (known.size >= most) known.clear();
    known.set(key, secret);
    return secret;
  };
}

/** 2xx delivers; the eighth failure is the last; anything else waits, counted from the end of the attempt. */
export function judge(
  delivery: ClaimedDelivery,
  result: SendResult,
  startedAt: Date,
  endedAt: Date,
  retryScale: number,
): Outcome {
  const attemptNumber = delivery.attempts + 1;
  const wait = result.outcome === 'success' ? null : waitAfterAttempt(attemptNumber, Math.random, retryScale);
  return {
    delivery,
    state: result.outcome === 'success' ? 'delivered' : wait === null ? 'failed' : 'waiting',
    nextAt: new Date(endedAt.getTime() + (wait ?? 0)),
    attempt: attemptNumber,
    startedAt,
    durationMs: result.durationMs,
    statusCode: result.statusCode,
    failure: result.failure,
    message: result.message,
    address: result.address,
    timings: JSON.stringify(result.timings),
    answerHeaders: JSON.stringify(result.answerHeaders),
    answerBody: result.answerBody,
  };
}
