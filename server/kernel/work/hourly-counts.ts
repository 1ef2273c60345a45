/** Successes and failures by hour, gathered in memory and written now and then: a row per subject and hour, not one per event. */

export type HourlyCount = {
  tenantId: string;
  subjectId: string;
  /** The beginning of the hour, in milliseconds since 1970. */
  hour: number;
  succeeded: number;
  failed: number;
};

const HOUR = 3_600_000;
/** Beyond it, further subjects are not counted until the counts are taken: the database has been away for long. */
const MOST = 20_000;

export class HourlyCounts {
  /** By subject and hour: around a full hour, both hours of a subject are counted by turns. */
  readonly #counts = new Map<string, HourlyCount>();

  add(tenantId: string, subjectId: string, time: number, isFailure: boolean): void {
    const hour = time - (time % HOUR);
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

/** One point for each of the last hours, also for those without a count; the current hour is the last. */
export function fillHours<T extends { at: Date; succeeded: number; failed: number }>(
  found: T[],
  now: Date,
  hours: number,
): { at: string; succeeded: number; failed: number }[] {
  const counts = new Map(found.map((row) => [row.at.getTime(), row]));
  const last = now.getTime() - (now.getTime() % HOUR);
  return Array.from({ length: hours }, (_, index) => {
    const time = last - (hours - 1 - index) * HOUR;
    const { succeeded, failed } = counts.get(time) ?? { succeeded: 0, failed: 0 };
    return { at: new Date(time).toISOString(), succeeded, failed };
  });
}

/** The beginning of the first of these hours. */
export const firstHour = (now: Date, hours: number): Date =>
  new Date(now.getTime() - (now.getTime() % HOUR) - (hours - 1) * HOUR);
