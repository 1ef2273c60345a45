/** Ends connections whose client takes nothing of an answer: what is not taken stays in memory. */
import type { Server } from 'node:http';

const PATIENCE_MS = 30_000;

/**
 * Node starts a socket's time anew with every byte that moves, also while it sends one long answer. A keep-alive connection that
 * waits for its next request has another limit, by which it is told apart.
 */
export function endSlowReaders(server: Server, patienceMs = PATIENCE_MS): void {
  server.setTimeout(patienceMs, (socket) => {
    const isAtWork = socket.timeout === patienceMs && socket.writableLength === 0;
    // Nothing is owed to the client: it waits for us.
    if (isAtWork) socket.setTimeout(patienceMs);
    else socket.destroy();
  });
}
