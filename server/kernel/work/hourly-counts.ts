/** Successes and failures by hour or a part of it, gathered in memory and written now and then: a row per subject and hour, not one per event. */

export type HourlyCount = {
  tenantId: string;
  subjectId: string;
  /** The beginning of the hour, or of its part, in milliseconds since 1970. */
  hour: number;
  succeeded: number;
  failed: number;
};

const HOUR = 3_600_000;
/** Days of every time zone consist of quarters of an hour (decision 39). */
export const QUARTER = HOUR / 4;
/** Beyond it, further subjects are not counted until the counts are taken: the database has been away for long. */
const MOST = 20_000;

export class HourlyCounts {
  /** By subject and hour: around a full hour, both hours of a subject are counted by turns. */
  readonly #counts = new Map<string, HourlyCount>();
  readonly #period: number;

  constructor(period = HOUR) {
    this.#period = period;
  }

  add(tenantId: string, subjectId: string, time: number, isFailure: boolean): void {
    const hour = time - (time % this.#period);
    const key = `${subjectId} ${hour}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      if (this.#counts.size >= MOST) return;
      count = { tenantId, subjectId, hour, succeeded: 0, failed: 0 };
      this.#counts.set(key, count);
    }
    if (isFailure) count.failed++;
    else count.succeeded++;
  }

  /** Removes at most this many. */
  take(most: number): HourlyCount[] {
    const taken: HourlyCount[] = [];
    for (const [key, count] of this.#counts) {
      if (taken.length >= most) break;
      taken.push(count);
      this.#counts.delete(key);
    }
    return taken;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }
}

/** One point for each of the last hours, with its parts added up, also for those without a count; the current hour is the last. */
export function fillHours<T extends { at: Date; succeeded: number; failed: number }>(
  found: T[],
  now: Date,
  hours: number,
): { at: string; succeeded: number; failed: number }[] {
  const counts = Map.groupBy(found, ({ at }) => at.getTime() - (at.getTime() % HOUR));
  const last = now.getTime() - (now.getTime() % HOUR);
  return Array.from({ length: hours }, (_, index) => {
    const time = last - (hours - 1 - index) * HOUR;
    const parts = counts.get(time) ?? [];
    const sum = (field: 'succeeded' | 'failed') => parts.reduce((total, part) => total + part[field], 0);
    return { at: new Date(time).toISOString(), succeeded: sum('succeeded'), failed: sum('failed') };
  });
}

/** The beginning of the first of these hours. */
export const firstHour = (now: Date, hours: number): Date =>
  new Date(now.getTime() - (now.getTime() % HOUR) - (hours - 1) * HOUR);
