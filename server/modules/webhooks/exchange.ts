import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Connection } from './connections.ts';
import type { Deadline } from './deadline.ts';
import { AnswerTooLong, SendError } from './failures.ts';

export type Message = { path: string; headers: Record<string, string>; body: string | Buffer };

/** What came back; `error` says why the answer is incomplete. */
export type Exchange = {
  statusCode: number | null;
  headers: Record<string, string>;
  body: Buffer;
  firstByteMs?: number;
  /** The connection had served an earlier request. */
  reused: boolean;
  /** The answer was read to its end, so the connection can serve the next request. */
  finished: boolean;
  error: Error | null;
};

const NOTHING = Buffer.alloc(0);
const KEPT_BODY_BYTES = 4096;
// Chunk framing and headers may cost a few times the body; a receiver past this is not answering, it is flooding.
const WIRE_BYTES_PER_ANSWER_BYTE = 4;

/** One POST on one connection. Never rejects. */
export function post(
  connection: Connection,
  message: Message,
  limits: { maxAnswerBytes: number; deadline: Deadline },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const exchange: Exchange = {
      statusCode: null,
      headers: {},
      body: NOTHING,
      reused: false,
      finished: false,
      error: null,
    };
    let ended = false;
    let sentAt = 0;
    let received = 0;

    const expire = () => {
      const phase = exchange.statusCode === null ? connection.trace.phase : 'body';
      end(new SendError('timeout', phase));
    };
    const end = (error: Error | null) => {
      // The first end is the reason; tearing the connection down afterwards brings errors of its own.
      if (ended) return;
      ended = true;
      limits.deadline.tell(null);
      // Too long an answer is cut and its status decides, as long as there was one.
      exchange.error = error instanceof AnswerTooLong && exchange.statusCode !== null ? null : error;
      resolve(exchange);
    };

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {
        const { trace } = connection;
        exchange.reused = trace.requests > 0;
        trace.requests += 1;
        trace.byteLimit = trace.bytesRead() + limits.maxAnswerBytes * WIRE_BYTES_PER_ANSWER_BYTE;
        sentAt = performance.now();
      },
      onResponseStarted() {
        exchange.firstByteMs ??= performance.now() - sentAt;
      },
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode < 200) return;
        exchange.statusCode = statusCode;
        exchange.headers = readable(headers);
      },
      onResponseData(controller, chunk) {
        received += chunk.length;
        const room = KEPT_BODY_BYTES - exchange.body.length;
        if (room > 0) exchange.body = Buffer.concat([exchange.body, chunk.subarray(0, room)]);
        if (received > limits.maxAnswerBytes) controller.abort(new AnswerTooLong());
      },
      onResponseEnd() {
        exchange.finished = true;
        end(null);
      },
      onResponseError(_controller, error) {
        end(error);
      },
    };

    if (limits.deadline.isOver) return expire();
    limits.deadline.tell(expire);
    const { path, headers, body } = message;
    connection.client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}

/** Lenient UTF-8; a character cut in two at the end is left out. */
export function textOf(body: Buffer): string {
  return body.length === 0 ? '' : storable(new TextDecoder().decode(body, { stream: true }));
}

function readable(headers: IncomingHttpHeaders): Record<string, string> {
  // Without a prototype, since the receiver picks the names.
  const record: Record<string, string> = Object.create(null);
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) record[name] = storable(Array.isArray(value) ? value.join(', ') : value);
  }
  return record;
}

// Postgres text holds anything but NUL.
function storable(text: string): string {
  return text.replaceAll('\0', '');
}
