/** Counts the attempts of each subscription by quarter of an hour. The counts of the last second are lost if the process is killed. */
import type { Queryable } from '#kernel/db/db.ts';
import type { Logger } from '#kernel/log.ts';
import { HourlyCounts, QUARTER } from '#kernel/work/hourly-counts.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { addAttemptCounts } from '../log/attempt-counts.sql.ts';
import type { Outcome } from './settle.sql.ts';

const FLUSH_MS = 1_000;
const AT_ONCE = 1_000;

export type AttemptCounting = Pick<Loop, 'stop'> & { add(outcome: Outcome): void };

export function startAttemptCounting(worker: Queryable, log: Logger): AttemptCounting {
  const counts = new HourlyCounts(QUARTER);
  /** Returns true if there were more; attempts that are made meanwhile wait for the next second. */
  const flush = async () => {
    if (counts.isEmpty) return false;
    const taken = counts.take(AT_ONCE);
    await addAttemptCounts(worker, taken);
    return taken.length === AT_ONCE;
  };
  const loop = startLoop({ name: 'webhook attempt counts', idleMs: FLUSH_MS, log, round: flush });
  return {
    add: ({ lane, startedAt, failure }) =>
      counts.add(lane.tenantId, lane.subscriptionId, Date.parse(startedAt), failure !== null),
    async stop() {
      await loop.stop();
      while (await flush().catch((error) => log.warn({ err: error }, 'attempts were not counted')));
    },
  };
}
