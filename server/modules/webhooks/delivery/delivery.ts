/** One delivery attempt: its message, the POST, and its outcome. */
import type { Secrets } from '#kernel/secrets.ts';
import { beginOfEvent, isTracing, type Span } from '#kernel/tracing.ts';
import { openHeaders } from '../options/headers.ts';
import { openPrivateKey, secretBinding } from '../options/secrets.ts';
import { composeBody, composeHeaders, type Signing } from '../sending/message.ts';
import type { Sender, SendResult } from '../sending/send.ts';
import { keysOf } from '../sending/signature.ts';
import type { Endpoint, ReadyDelivery } from './claims.sql.ts';
import type { Lane } from './lanes.ts';
import { waitAfterAttempt } from './retry-schedule.ts';
import type { Outcome } from './settle.sql.ts';

export type Attempting = { sender: Sender; clock: () => Date; retryScale: number };

/** A delivery to send now; without a secret the attempt fails. */
export type Sending = { lane: Lane; url: string; signing: Signing | null; delivery: ReadyDelivery };

/** Null: something is sealed with a key that this server does not have. */
export function openSigning(
  { tenantId, subscriptionId }: Lane,
  endpoint: Endpoint,
  open: Secrets['open'],
): Signing | null {
  const keysIn = (sealed: Buffer) => keysOf(open(sealed, secretBinding(tenantId, subscriptionId)));
  try {
    return {
      keys: keysIn(endpoint.secret_sealed),
      former: endpoint.former_secrets.map(keysIn),
      privateKey: openPrivateKey(open, tenantId, subscriptionId, endpoint.private_key_sealed),
      headers: openHeaders(open, tenantId, subscriptionId, endpoint.headers_sealed),
    };
  } catch {
    return null;
  }
}

/** True if both have the same secrets, key and headers, sealed alike. */
export function isSealedAlike(one: Endpoint, other: Endpoint): boolean {
  const [seals, others] = [sealsOf(one), sealsOf(other)];
  return (
    seals.length === others.length &&
    seals.every((seal, n) => seal === others[n] || others[n]?.equals(seal ?? NO_SEAL))
  );
}

const NO_SEAL = Buffer.alloc(0);
const sealsOf = ({ secret_sealed, private_key_sealed, headers_sealed, former_secrets }: Endpoint) => [
  secret_sealed,
  private_key_sealed,
  headers_sealed,
  ...former_secrets,
];

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
  { lane, url, signing, delivery }: Sending,
  { sender, clock, retryScale }: Attempting,
  span?: Span,
): Promise<Outcome> {
  const at = clock();
  const startedAt = at.toISOString();
  // Counts as a regular attempt: the secret may be readable again later, and the log shows the reason.
  let result = NOT_SIGNED;
  if (signing !== null) {
    const body = Buffer.from(composeBody(lane.tenantId, delivery, startedAt));
    const headers = composeHeaders(delivery, body, at, signing, span);
    result = await sender.send({ tenantId: lane.tenantId, url, headers, body });
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
  const wait = waitAfterAttempt(attemptNumber, Math.random, retryScale, retryAfterMs(result, clock()));
  if (wait === null) return { state: 'failed', nextAt: null };
  return { state: 'waiting', nextAt: new Date(clock().getTime() + wait) };
}

/** The wait that a receiver asks for with 429 or 503: seconds or a date; null without one. */
function retryAfterMs({ statusCode, answerHeaders }: SendResult, now: Date): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  const value = answerHeaders['retry-after'];
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? ms : null;
}
