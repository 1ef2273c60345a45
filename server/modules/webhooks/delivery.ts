/** One delivery attempt: the exact bytes, their signatures, the POST, and what is to come of it. */
import type { Secrets } from '#kernel/secrets.ts';
import type { Endpoint, ReadyDelivery } from './claims.sql.ts';
import type { Lane } from './lanes.ts';
import { waitAfterAttempt } from './schedule.ts';
import type { Sender, SendResult } from './send.ts';
import type { Outcome } from './settle.sql.ts';
import { signBody, signStandard } from './signature.ts';
import { secretBinding } from './subscriptions.ts';

/** Made anew from what is stored, it is the same to the byte: that is how the log can show what was signed. */
export function composeBody(
  tenantId: string,
  delivery: Pick<ReadyDelivery, 'id' | 'event_type' | 'data'>,
  at: Date,
): string {
  const { id, event_type, data } = delivery;
  // data goes in as it was stored: parsing and writing it again could change it.
  return `{"id":"${id}","type":"${event_type}","tenant_id":"${tenantId}","data":${data},"delivered_at":"${at.toISOString()}"}`;
}

/** Signed our way, and side by side as Standard Webhooks has it; after a rotation by the secret before as well. */
export function composeHeaders(
  delivery: Pick<ReadyDelivery, 'id' | 'event_type'>,
  body: Buffer,
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

export type Attempting = { sender: Sender; clock: () => Date; retryScale: number };

/** A delivery that is to be sent now; without a secret it cannot be. */
export type Sending = {
  lane: Lane;
  url: string;
  secrets: { current: string; previous: string | null } | null;
  delivery: ReadyDelivery;
};

/** Null: sealed with a key that this server does not have. */
export function openSecrets(lane: Lane, endpoint: Endpoint, open: Secrets['open']): Sending['secrets'] {
  const binding = secretBinding(lane.tenantId, lane.subscriptionId);
  const { secret_sealed: sealed, previous_secret_sealed: previous } = endpoint;
  try {
    return { current: open(sealed, binding), previous: previous && open(previous, binding) };
  } catch {
    return null;
  }
}

export async function attempt(sending: Sending, deps: Attempting): Promise<Outcome> {
  const startedAt = deps.clock();
  const result = await send(sending, startedAt, deps.sender);
  return judge(sending, result, startedAt, deps.clock(), deps.retryScale);
}

async function send(
  { lane, url, secrets, delivery }: Sending,
  at: Date,
  sender: Sender,
): Promise<SendResult> {
  // It counts as an attempt like any other: what cannot be signed today may be tomorrow, and the log tells why.
  if (secrets === null) return NOT_SIGNED;
  const body = Buffer.from(composeBody(lane.tenantId, delivery, at));
  const headers = composeHeaders(delivery, body, at, secrets.current, secrets.previous);
  return sender.send({ url, headers, body });
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

/** 2xx delivers; the eighth failure is the last; anything else waits, counted from the end of the attempt. */
export function judge(
  { lane, delivery }: Sending,
  result: SendResult,
  startedAt: Date,
  endedAt: Date,
  retryScale: number,
): Outcome {
  const attemptNumber = delivery.attempts + 1;
  const wait = result.outcome === 'success' ? null : waitAfterAttempt(attemptNumber, Math.random, retryScale);
  return {
    lane,
    id: delivery.id,
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
