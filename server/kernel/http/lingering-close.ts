/**
 * Closes connections so that every answer arrives, and arrives for the right request. A client may still be sending when it is
 * refused: closed at once, its unread bytes would make the system reset the connection, and the client would see the reset instead
 * of the answer. And bytes that are not HTTP may follow a request whose answer is still owed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The time that a client that keeps its half open has to read the answer, since its last byte; and the longest time of all. */
const LINGER_MS = 1_000;
const LONGEST_MS = 10_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Requests of a connection whose answer has not ended. */
const exchanges = new WeakMap<Socket, Set<Exchange>>();
/** Connections whose last request has come. */
const ending = new WeakSet<Socket>();
const lingering = new WeakSet<Socket>();
const dropped = new WeakSet<IncomingMessage>();

export function closeLingering(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Node calls this after the last answer of a connection; its own version destroys the socket once the answer is written.
    socket.destroySoon = () => linger(socket);
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const open = exchanges.get(socket) ?? new Set();
    exchanges.set(socket, open);
    const exchange = { request, response };
    open.add(exchange);
    if (ending.has(socket)) dropped.add(request);
    // Node serves such a request like any other, but loses the bytes that came in one piece with it: what follows could be read as
    // another request than the client meant.
    if (request.headers.upgrade !== undefined) {
      ending.add(socket);
      response.shouldKeepAlive = false;
    }
    response.once('close', () => {
      open.delete(exchange);
      if (ending.has(socket) && owed(open).length === 0) linger(socket);
    });
  });
}

/** The request came after the last one of its connection: it must not begin, since no answer could follow. */
export const isBehindTheLast = (request: IncomingMessage): boolean => dropped.has(request);

const owed = (open: Set<Exchange>) =>
  [...open].filter(({ request }) => request.complete && !dropped.has(request));

/** Requests that arrived whole, or of which the server has yet to read some, and whose answer has not ended. */
const waiting = (socket: Socket) =>
  [...(exchanges.get(socket) ?? [])].filter(
    ({ request }) => (request.complete || request.readableLength > 0) && !dropped.has(request),
  );

export const isAnswerOwed = (socket: Socket): boolean => waiting(socket).length > 0;

/** An answer is owed that has not begun. */
export const isInWork = (socket: Socket): boolean =>
  waiting(socket).some(({ response }) => !response.headersSent);

/** The answer of the newest request announces that it is the last of the connection, unless it has begun already. */
export function announceLast(socket: Socket): void {
  const newest = [...(exchanges.get(socket) ?? [])].at(-1)?.response;
  if (newest?.headersSent === false) newest.shouldKeepAlive = false;
}

/** The last answer of the connection is sent, and its client has a moment to read it. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/**
 * For bytes that are not HTTP. False when they may be answered; otherwise an answer is owed or has begun: it ends as it would have,
 * and then the connection closes.
 */
export function closeAfterAnswers(socket: Socket): boolean {
  const open = exchanges.get(socket) ?? new Set();
  const complete = owed(open);
  if (complete.length === 0 && ![...open].some(({ response }) => response.headersSent)) return false;
  ending.add(socket);
  for (const { response } of complete) response.shouldKeepAlive = false;
  if (complete.length === 0) linger(socket);
  else dropInput(socket);
  return true;
}

/** Ends the server's half, and drops all further bytes until the client ends its half, falls silent, or the time is over. */
export function linger(socket: Socket): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  if (socket.writable) socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const latest = performance.now() + LONGEST_MS - LINGER_MS;
  dropInput(socket, () => {
    // A slow client that still sends its upload has not seen the answer yet.
    if (performance.now() < latest) timer.refresh();
  });
  socket.once('close', () => clearTimeout(timer));
}

/** Detaches the HTTP parser. In the next tick, because Node resumes reading in this one, and only while the parser is there. */
function dropInput(socket: Socket, onData = () => {}): void {
  socket.resume();
  process.nextTick(() => {
    socket.removeAllListeners('data');
    socket.on('data', onData);
  });
}
