import { type AddressPolicy, checkUrl } from './address.ts';
import { type Connection, keepConnections } from './connections.ts';
import { Deadline } from './deadline.ts';
import { createDial, type Trace } from './dial.ts';
import { type Exchange, type Message, post, textOf } from './exchange.ts';
import { type Failure, SendError, type Verdict, verdictOnError, verdictOnStatus } from './failures.ts';
import { createResolve, type Resolve } from './resolve.ts';

export type SendRequest = {
  tenantId: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
};

export type SendResult = {
  outcome: 'success' | 'failure';
  statusCode: number | null;
  failure: Failure | null;
  /** Short, and safe to show to the tenant. */
  message: string;
  /** The IP address that was dialled; null when none was. */
  address: string | null;
  durationMs: number;
  answerHeaders: Record<string, string>;
  /** The first 4 KiB, as text that PostgreSQL can store. */
  answerBody: string;
  /** The duration of each phase; the first three only for a new connection. */
  timings: { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number; totalMs: number };
};

export type SenderOptions = {
  policy: AddressPolicy;
  timeoutMs?: number;
  maxAnswerBytes?: number;
  connectionsPerOrigin?: number;
  /** Resolves names to addresses; every address is checked, whatever its source. */
  resolve?: Resolve;
  /** Connects through this HTTP proxy. */
  proxy?: URL | null;
};

export type Sender = {
  /** Never throws and never takes longer than timeoutMs. */
  send(request: SendRequest): Promise<SendResult>;
  /** The number of sends to this URL's origin that would start at once instead of waiting for a connection. */
  freeConnections(url: string): number;
  /** Refuses new sends, lets running ones end, closes the connections. */
  close(): Promise<void>;
};

type Destination = { origin: string; path: string; refusal: string | null };
type Attempt = { exchange: Exchange; trace: Trace };

/** The time from the first byte of a delivery to the last of its answer, as in the interface document. */
export const DELIVERY_TIMEOUT_MS = 10_000;

export function createSender({
  policy,
  timeoutMs = DELIVERY_TIMEOUT_MS,
  maxAnswerBytes = 65_536,
  connectionsPerOrigin = 32,
  resolve = createResolve(),
  proxy = null,
}: SenderOptions): Sender {
  const connections = keepConnections(createDial(policy, resolve, proxy), connectionsPerOrigin);
  const destinationOf = remembering((url) => destination(url, policy));
  const quiet = Promise.withResolvers<void>();
  let running = 0;
  let closed = false;

  async function attempt(
    origin: string,
    tenantId: string,
    message: Message,
    deadline: Deadline,
  ): Promise<Attempt> {
    const limits = { maxAnswerBytes, deadline };
    let connection = await connections.take(origin, tenantId, deadline);
    let exchange = await post(connection, message, limits);
    if (wasClosedWhileIdle(exchange) && !deadline.isOver) {
      connection = connections.replace(connection);
      exchange = await post(connection, message, limits);
    }
    settle(connection, exchange);
    return { exchange, trace: connection.trace };
  }

  function settle(connection: Connection, exchange: Exchange): void {
    if (exchange.finished) connections.giveBack(connection);
    else connections.discard(connection);
  }

  async function send(request: SendRequest): Promise<SendResult> {
    const startedAt = performance.now();
    // One deadline covers waiting, DNS, connect, TLS, headers and body. A 2xx with an unfinished body is a timeout: the document
    // says that a timeout counts as failure.
    const deadline = new Deadline(timeoutMs);
    running += 1;
    try {
      if (closed) return resultOf(startedAt, verdictOnError(new SendError('other', 'closed')));
      const { origin, path, refusal } = destinationOf(request.url);
      if (refusal !== null) return resultOf(startedAt, { failure: 'address_refused', message: refusal });
      const { tenantId, headers, body } = request;
      const made = await attempt(origin, tenantId, { path, headers, body }, deadline);
      const { error, statusCode } = made.exchange;
      return resultOf(startedAt, error ? verdictOnError(error) : verdictOnStatus(statusCode!), made);
    } catch (error) {
      return resultOf(startedAt, verdictOnError(error));
    } finally {
      deadline.clear();
      running -= 1;
      if (closed && running === 0) quiet.resolve();
    }
  }

  return {
    send,
    freeConnections: (url) => connections.free(destinationOf(url).origin),
    async close() {
      closed = true;
      if (running > 0) await quiet.promise;
      await connections.close();
    },
  };
}

/** Repeats the check of the save, because the policy may have changed since. */
function destination(text: string, policy: AddressPolicy): Destination {
  const check = checkUrl(text, policy);
  if (!check.ok) return { origin: '', path: '', refusal: check.message };
  const { origin, pathname, search } = check.url;
  return { origin, path: pathname + search, refusal: null };
}

// Caches results, because parsing and checking a URL costs a tenth of a whole send, and busy receivers recur thousands of times.
function remembering<T>(find: (key: string) => T, most = 10_000): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    if (known.size >= most) known.clear();
    known.set(key, found);
    return found;
  };
}

/**
 * A receiver that closes an idle connection during our write has most likely not read the request. Delivery is at-least-once, so
 * one retry on a fresh connection is allowed and avoids a wait of a minute.
 */
function wasClosedWhileIdle(exchange: Exchange): boolean {
  const { error, reused, firstByteMs } = exchange;
  return error !== null && reused && firstByteMs === undefined && verdictOnError(error).failure === 'reset';
}

function resultOf(startedAt: number, verdict: Verdict, made?: Attempt): SendResult {
  const totalMs = tenths(performance.now() - startedAt);
  const exchange = made?.exchange;
  return {
    outcome: verdict.failure === null ? 'success' : 'failure',
    statusCode: exchange?.statusCode ?? null,
    failure: verdict.failure,
    message: verdict.message,
    address: made?.trace.address ?? null,
    durationMs: Math.round(totalMs),
    answerHeaders: exchange?.headers ?? {},
    answerBody: exchange ? textOf(exchange.body) : '',
    timings: { ...phasesOf(made), totalMs },
  };
}

function phasesOf(made: Attempt | undefined) {
  const phases: Omit<SendResult['timings'], 'totalMs'> = {};
  if (made && !made.exchange.reused) {
    const { dnsMs, connectMs, tlsMs } = made.trace;
    if (dnsMs !== undefined) phases.dnsMs = tenths(dnsMs);
    if (connectMs !== undefined) phases.connectMs = tenths(connectMs);
    if (tlsMs !== undefined) phases.tlsMs = tenths(tlsMs);
  }
  if (made?.exchange.firstByteMs !== undefined) phases.firstByteMs = tenths(made.exchange.firstByteMs);
  return phases;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
