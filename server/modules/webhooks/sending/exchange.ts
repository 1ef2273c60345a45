import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Connection } from './connections.ts';
import type { Deadline } from './deadline.ts';
import { AnswerTooLong, SendError } from './failures.ts';

export type Message = { path: string; headers: Record<string, string>; body: string | Buffer };

/** The answer; `error` gives the reason if it is incomplete. */
export type Exchange = {
  statusCode: number | null;
  headers: Record<string, string>;
  body: Buffer;
  firstByteMs: number | undefined;
  /** The connection had served an earlier request. */
  reused: boolean;
  /** The answer was read to its end, so the connection can serve the next request. */
  finished: boolean;
  error: Error | null;
};

const NOTHING = Buffer.alloc(0);
const KEPT_BODY_BYTES = 4096;
// Chunk framing and headers may take a few times the size of the body; beyond this limit the receiver is flooding.
const WIRE_BYTES_PER_ANSWER_BYTE = 4;

type Limits = { maxAnswerBytes: number; deadline: Deadline };

/** One POST on one connection. Never rejects. */
export function post(connection: Connection, message: Message, limits: Limits): Promise<Exchange> {
  return new Promise((resolve) => {
    const answer = new Answer(connection, limits, resolve);
    if (limits.deadline.isOver) return answer.expire();
    limits.deadline.tell(answer);
    const { path, headers, body } = message;
    connection.client.dispatch({ method: 'POST', path, headers, body }, answer);
  });
}

/** Reads the answer until it ends or the deadline expires. A class, because a dozen closures per delivery are slow. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #limits: Limits;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #exchange: Exchange = {
    statusCode: null,
    headers: {},
    body: NOTHING,
    firstByteMs: undefined,
    reused: false,
    finished: false,
    error: null,
  };
  #ended = false;
  #sentAt = 0;
  #received = 0;

  constructor(connection: Connection, limits: Limits, resolve: (exchange: Exchange) => void) {
    this.#connection = connection;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  expire(): void {
    const phase = this.#exchange.statusCode === null ? this.#connection.trace.phase : 'body';
    this.#end(new SendError('timeout', phase));
  }

  onRequestStart(): void {
    const { trace } = this.#connection;
    this.#exchange.reused = trace.requests > 0;
    trace.requests += 1;
    trace.byteLimit = trace.bytesRead() + this.#limits.maxAnswerBytes * WIRE_BYTES_PER_ANSWER_BYTE;
    this.#sentAt = performance.now();
  }

  onResponseStarted(): void {
    this.#exchange.firstByteMs ??= performance.now() - this.#sentAt;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    // HTTP has no status below 100, and only a request for an upgrade may be answered with 101. undici fails an assertion on both.
    if (statusCode < 100 || statusCode === 101) controller.abort(new SendError('protocol'));
    if (statusCode < 200) return;
    this.#exchange.statusCode = statusCode;
    this.#exchange.headers = readable(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.length;
    const { body } = this.#exchange;
    const room = KEPT_BODY_BYTES - body.length;
    if (room > 0) this.#exchange.body = Buffer.concat([body, chunk.subarray(0, room)]);
    if (this.#received > this.#limits.maxAnswerBytes) controller.abort(new AnswerTooLong());
  }

  onResponseEnd(): void {
    this.#exchange.finished = true;
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #end(error: Error | null): void {
    // Only the first end counts; destroying the connection afterwards causes errors of its own.
    if (this.#ended) return;
    this.#ended = true;
    this.#limits.deadline.tell(null);
    // An oversized answer is cut, and its status decides if there was one.
    const isCut = error instanceof AnswerTooLong && this.#exchange.statusCode !== null;
    this.#exchange.error = isCut ? null : error;
    this.#resolve(this.#exchange);
  }
}

/** Lenient UTF-8; a character cut in two at the end is left out. */
export function textOf(body: Buffer): string {
  return body.length === 0 ? '' : storable(new TextDecoder().decode(body, { stream: true }));
}

function readable(headers: IncomingHttpHeaders): Record<string, string> {
  // Has no prototype, because the receiver chooses the names.
  const record: Record<string, string> = Object.create(null);
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) record[name] = storable(Array.isArray(value) ? value.join(', ') : value);
  }
  return record;
}

// PostgreSQL text cannot store NUL.
function storable(text: string): string {
  return text.replaceAll('\0', '');
}
