/** One delivery attempt: the exact bytes, their signatures, the POST, and its outcome. */
import type { Secrets } from '#kernel/secrets.ts';
import { beginOfEvent, isTracing, type Span } from '#kernel/tracing.ts';
import type { Sender, SendResult } from '../sending/send.ts';
import { signBody, signStandard } from '../sending/signature.ts';
import { secretBinding } from '../subscriptions.ts';
import type { Endpoint, ReadyDelivery } from './claims.sql.ts';
import type { Lane } from './lanes.ts';
import { waitAfterAttempt } from './retry-schedule.ts';
import type { Outcome } from './settle.sql.ts';

/** Recomposing a body from stored data gives the same bytes, so the log can show what was signed. */
export function composeBody(
  tenantId: string,
  delivery: Pick<ReadyDelivery, 'id' | 'event_type' | 'data'>,
  deliveredAt: string,
): string {
  const { id, event_type, data } = delivery;
  // Inserts `data` as stored: parsing and serializing could change it.
  return `{"id":"${id}","type":"${event_type}","tenant_id":"${tenantId}","data":${data},"delivered_at":"${deliveredAt}"}`;
}

/** Signs in our scheme and in that of Standard Webhooks; after a rotation also with the previous secret. */
export function composeHeaders(
  delivery: Pick<ReadyDelivery, 'id' | 'event_type'>,
  body: Buffer,
  at: Date,
  secret: string,
  previousSecret: string | null,
): Record<string, string> {
  const { id } = delivery;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Colonnade-Webhooks/1',
    'X-service-Event': delivery.event_type,
    'X-service-Delivery': id,
    'X-service-Signature': signBody(secret, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard(secret, id, timestamp, body),
  };
  if (previousSecret !== null) {
    headers['X-service-Signature-Previous'] = signBody(previousSecret, body);
    headers['webhook-signature'] += ` ${signStandard(previousSecret, id, timestamp, body)}`;
  }
  return headers;
}

export type Attempting = { sender: Sender; clock: () => Date; retryScale: number };

/** A delivery to send now; without a secret the attempt fails. */
export type Sending = {
  lane: Lane;
  url: string;
  secrets: { current: string; previous: string | null } | null;
  delivery: ReadyDelivery;
};

/** Null: the secret is sealed with a key that this server does not have. */
export function openSecrets(lane: Lane, endpoint: Endpoint, open: Secrets['open']): Sending['secrets'] {
  const binding = secretBinding(lane.tenantId, lane.subscriptionId);
  const { secret_sealed: sealed, previous_secret_sealed: previous } = endpoint;
  try {
    return { current: open(sealed, binding), previous: previous && open(previous, binding) };
  } catch {
    return null;
  }
}

/** The attempt as a part of the event's trace. */
export function beginAttempt({ lane, url, delivery }: Sending): Span | undefined {
  if (!isTracing()) return undefined;
  return beginOfEvent(delivery.event_id, `deliver ${delivery.event_type}`, {
    'colonnade.tenant': lane.tenantId,
    'colonnade.subscription': lane.subscriptionId,
    'colonnade.delivery': delivery.id,
    'colonnade.attempt': delivery.attempts + 1,
    'server.address': URL.parse(url)?.hostname,
  });
}

export async function attempt(
  { lane, url, secrets, delivery }: Sending,
  { sender, clock, retryScale }: Attempting,
): Promise<Outcome> {
  const at = clock();
  const startedAt = at.toISOString();
  // Counts as a regular attempt: the secret may be readable again later, and the log shows the reason.
  let result = NOT_SIGNED;
  if (secrets !== null) {
    const body = Buffer.from(composeBody(lane.tenantId, delivery, startedAt));
    const headers = composeHeaders(delivery, body, at, secrets.current, secrets.previous);
    result = await sender.send({ url, headers, body });
  }
  const attemptNumber = delivery.attempts + 1;
  const { state, nextAt } = judge(attemptNumber, result, clock, retryScale);
  return {
    lane,
    id: delivery.id,
    state,
    nextAt,
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

/** A 2xx delivers; the eighth failure is final; any other failure waits, counted from the end of the attempt. */
function judge(
  attemptNumber: number,
  result: SendResult,
  clock: () => Date,
  retryScale: number,
): Pick<Outcome, 'state' | 'nextAt'> {
  if (result.outcome === 'success') return { state: 'delivered', nextAt: null };
  const wait = waitAfterAttempt(attemptNumber, Math.random, retryScale);
  if (wait === null) return { state: 'failed', nextAt: null };
  return { state: 'waiting', nextAt: new Date(clock().getTime() + wait) };
}
