/** Polls for all loops of this process at once: an idle server sends one statement and not one per loop. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { Clock } from '#kernel/clock.ts';
import type { Db } from '#kernel/db/db.ts';
import { isConnectionLost } from '#kernel/db/transaction.ts';
import type { Logger } from '#kernel/log.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

/** Work of which nothing told this process, such as that of another one, is found within this time. */
export const POLL_EVERY_MS = 200;
/** The same for conditions whose cost grows with the number of tenants. */
export const POLL_COSTLY_EVERY_MS = 1_000;
/** While an answer is late, because of a lock on one table, each loop searches for itself at this interval. */
const LATE_MS = 1_000;
const AFTER_ERROR_MS = 1_000;
/** A loop runs after this time in any case: for the rest of its work, which its condition does not cover. */
const LONGEST_SLEEP_MS = 60_000;
/** Times of the database have microseconds, which those of this process lack. */
const ROUNDED_OFF_MS = 1;

export type Due = {
  /** SQL: a query of one column and at most one row, the time at which the next work is due. `$1` is the time now. */
  due: string;
  /** Its cost grows with the number of tenants. */
  isCostly?: boolean;
};

/** Work is due now if there are such rows: `rows` is the end of a query, from `from` on. */
export const dueIf = (rows: string): string => `select $1::timestamptz ${rows} limit 1`;

/**
 * A loop that sleeps until it is woken or its work is due. `isPunctual`: work that becomes due right after other work begins at its time, too.
 * `idleMs`: for a loop that has other reasons to go on.
 */
export function startDueLoop(
  { poller, log }: { poller: Poller; log: Logger },
  {
    name,
    round,
    isPunctual = false,
    idleMs = () => LONGEST_SLEEP_MS,
    ...due
  }: Due &
    Pick<Parameters<typeof startLoop>[0], 'name' | 'round'> & { isPunctual?: boolean; idleMs?: () => number },
): Loop {
  let hasWorked = false;
  const loop = startLoop({
    name,
    idleMs,
    log,
    round: async (isStopping) => {
      const more = await round(isStopping);
      if (isPunctual && hasWorked && !more) poller.pollNow();
      hasWorked = more;
      return more;
    },
  });
  const unwatch = poller.watch(due, () => loop.remind());
  return {
    wake() {
      loop.wake();
      if (isPunctual) poller.pollNow();
    },
    stop: async () => {
      await Promise.all([unwatch(), loop.stop()]);
    },
  };
}

export class Poller {
  readonly #db: Pick<Db, 'acrossTenantsQuery'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #watches = new Map<Due, () => void>();
  #loop: Loop | null = null;
  /** For all watches, and for all but the costly ones; null after a change of the watches. */
  #asking: { all: Asking; cheap: Asking } | null = null;
  #named = 0;
  #polledAllAt = Number.NEGATIVE_INFINITY;
  #alarms: NodeJS.Timeout[] = [];

  constructor({ db, clock, log }: { db: Pick<Db, 'acrossTenantsQuery'>; clock: Clock; log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  /** Calls `wake` whenever work is due; at a time that is known ahead, at that time. Returns how to end that. */
  watch(due: Due, wake: () => void): () => Promise<void> {
    this.#watches.set(due, wake);
    this.#asking = null;
    this.#loop ??= startLoop({
      name: 'poller',
      idleMs: POLL_EVERY_MS,
      mostMsAfterError: AFTER_ERROR_MS,
      log: this.#log,
      round: () => this.#poll(),
    });
    return async () => {
      this.#watches.delete(due);
      this.#asking = null;
      if (this.#watches.size > 0) return;
      const loop = this.#loop;
      this.#loop = null;
      await loop?.stop();
      this.#silence();
    };
  }

  /** A loop has done what was due, and the next time may be close. */
  pollNow(): void {
    this.#loop?.wake();
  }

  async #poll(): Promise<boolean> {
    // The loops of a process begin one after the other.
    if (this.#asking === null) await immediate();
    this.#asking ??= { all: this.#askFor(() => true), cheap: this.#askFor(({ isCostly }) => !isCostly) };
    const isForAll = performance.now() - this.#polledAllAt >= POLL_COSTLY_EVERY_MS;
    const { statement, watches } = this.#asking[isForAll ? 'all' : 'cheap'];
    if (watches.length === 0) return false;
    const late = setInterval(() => this.#wakeAll(), LATE_MS);
    try {
      const now = this.#clock();
      const { rows } = await this.#db.acrossTenantsQuery<Times>(statement, [now]);
      if (isForAll) this.#polledAllAt = performance.now();
      this.#silence();
      for (const [index, due] of watches.entries()) this.#note(due, rows[0]!.due[index]!);
    } catch (error) {
      // Without a database no loop could do anything.
      if (!isConnectionLost(error)) this.#wakeAll();
      throw error;
    } finally {
      clearInterval(late);
    }
    return false;
  }

  #askFor(isWanted: (due: Due) => boolean): Asking {
    const watches = [...this.#watches.keys()].filter(isWanted);
    const times = watches.map(({ due }) => `extract(epoch from (${due})) * 1000`);
    return {
      watches,
      statement: {
        name: `poll_for_work_${++this.#named}`,
        text: `select array[${times.join(',\n')}]::float8[] as due from (select $1::timestamptz) as now`,
      },
    };
  }

  #note(due: Due, time: number | null): void {
    const wake = this.#watches.get(due);
    if (wake === undefined || time === null) return;
    const ms = time - this.#clock().getTime();
    if (ms <= 0) wake();
    // The next poll renews the alarm.
    else if (ms < 2 * POLL_EVERY_MS) this.#alarms.push(setTimeout(wake, ms + ROUNDED_OFF_MS));
  }

  #silence(): void {
    for (const alarm of this.#alarms.splice(0)) clearTimeout(alarm);
  }

  #wakeAll(): void {
    for (const wake of this.#watches.values()) wake();
  }
}

type Asking = { statement: { name: string; text: string }; watches: Due[] };
type Times = { due: (number | null)[] };
