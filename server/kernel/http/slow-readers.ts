/** Ends connections whose client does not read an answer: unread bytes stay in memory. */
import type { Server } from 'node:http';

const PATIENCE_MS = 30_000;

/**
 * Node restarts a socket's timeout with every byte that moves, also during one long answer. A keep-alive connection that waits
 * for its next request has a different limit, which distinguishes it. A closing server has less patience, so the current limit is
 * read.
 */
export function endSlowReaders(server: Server, patienceMs = PATIENCE_MS): void {
  server.setTimeout(patienceMs, (socket) => {
    const isAtWork = socket.timeout === server.timeout && socket.writableLength === 0;
    // The client waits for the server, so there is nothing to read.
    if (isAtWork) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
