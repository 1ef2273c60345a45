/**
 * Saves of one tenant queue up before they acquire a connection: in the database they would wait for each other anyway, each with
 * a connection that another request could use.
 */
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#kernel/db/db.ts';
import { unavailable } from '#kernel/errors.ts';

const MOST_WAITING = 1_000;

export type SaveInQueue = <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>) => Promise<T>;

export function createSaveQueue(): SaveInQueue {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (request, work) => {
    // A repeated request skips the queue, to get its answer at once that the first one is still running.
    if (request.idempotencyKey !== null) return request.inTenant(work);
    const { id } = request.actor.tenant;
    const line = lines.get(id) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MOST_WAITING) throw unavailable('The service is busy. Please try again shortly.');
    lines.set(id, line);
    line.length += 1;
    const turn = line.last.then(() => request.inTenant(work));
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(id);
    }
  };
}
