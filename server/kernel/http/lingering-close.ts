/**
 * Closes a connection so that its last answer arrives. A client may still be sending when it is refused; closed at once, its unread
 * bytes would make the system reset the connection, and the client would see the reset instead of the answer.
 */
import type { Server, Socket } from 'node:net';

/** A client that keeps its half open has so long to read the answer. */
export const LINGER_MS = 1_000;

export function closeLingering(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Node calls this after the last answer of a connection; its own version destroys the socket once the answer is written.
    socket.destroySoon = () => linger(socket);
  });
}

/** Ends our half, and drops whatever still comes until the client ends its half or the time is over. */
export function linger(socket: Socket): void {
  if (socket.writable) socket.end();
  socket.resume();
  // Past the HTTP parser: no other request of this connection begins, since no answer could follow. In the next tick, because Node
  // goes on reading in this one, and only while the parser is there.
  process.nextTick(() => {
    socket.removeAllListeners('data');
    socket.on('data', () => {});
  });
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
