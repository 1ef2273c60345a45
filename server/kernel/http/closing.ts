/**
 * Closes the server within its grace. Requests that arrived whole are answered; a client that sends the rest of its request too slowly, or
 * does not read its answer, does not delay the end.
 */
import type { Socket } from 'node:net';
import type { App } from '#kernel/http/app.ts';
import { isUploading } from '#kernel/http/body/upload.ts';
import { announceLast, isAnswerOwed, isInWork, isLingering } from '#kernel/http/lingering-close.ts';

/** A request that began to arrive has this long for the rest, and a client as long to read some of its answer. */
const PATIENCE_MS = 1_000;
/** The end of the grace belongs to the database. */
const RESERVED_MS = 500;
/** An upload that brings this much in each second goes on until the end of the grace. */
const UPLOAD_BYTES = 16 * 1024;

export function closeWithin(app: App, graceMs: number): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  app.addHook('preClose', (done) => {
    if (!server.listening) return done();
    // From now on each answer is the last on its connection, which otherwise would stay open for a next request.
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 0;
    const lastMs = graceMs - RESERVED_MS;
    const patienceMs = Math.min(PATIENCE_MS, lastMs);
    // endSlowReaders reads this limit.
    server.timeout = patienceMs;
    const received = new Map<Socket, number>();
    for (const socket of sockets) {
      announceLast(socket);
      socket.setTimeout(patienceMs);
      received.set(socket, socket.bytesRead);
    }
    const round = setInterval(() => {
      for (const socket of sockets) {
        const bytes = socket.bytesRead - (received.get(socket) ?? 0);
        received.set(socket, socket.bytesRead);
        const isSteady = isUploading(socket) && bytes >= UPLOAD_BYTES;
        if (!isAnswerOwed(socket) && !isLingering(socket) && !isSteady) socket.destroy();
      }
    }, patienceMs);
    // An answer that is still being sent then is an export, which its client can resume.
    const last = setTimeout(() => {
      for (const socket of sockets) {
        if (!isInWork(socket)) socket.destroy();
      }
    }, lastMs);
    server.once('close', () => {
      clearInterval(round);
      clearTimeout(last);
    });
    done();
  });
}
