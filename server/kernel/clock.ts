/** The time is the database's, independent of this machine's clock: see docs/decisions/0026-time-is-the-databases.md. */
import type { Db } from '#kernel/db/db.ts';

/** Returns the database's time, as far as this process knows it. */
export type Clock = (() => Date) & {
  /** Asks the database: for every operation that deletes. */
  ask(): Promise<Date>;
  /** How far this machine's clock was ahead of the database's when they were last compared; negative: behind it. */
  skewMs(): number;
};

/** With a clock further off than this, a process does no background work. */
export const MOST_SKEW_MS = 60_000;
const COMPARE_EVERY_MS = 5_000;
/** An answer that took longer is ignored: its time is too uncertain. */
const MOST_DOUBT_MS = 500;

export const isOff = (clock: Clock): boolean => Math.abs(clock.skewMs()) > MOST_SKEW_MS;

export function describeSkew(clock: Clock): string {
  const ms = clock.skewMs();
  const seconds = Math.abs(ms) / 1000;
  const lasting =
    seconds < 120
      ? `${seconds.toFixed(1)} s`
      : seconds < 172_800
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 86_400)} days`;
  return `The clock of this machine is ${lasting} ${ms < 0 ? 'behind' : 'ahead of'} the database's`;
}

/**
 * Between two comparisons a monotonic counter carries the time, so a clock that is set, or wrong from the start, changes nothing.
 */
export async function followDatabase(db: Db): Promise<Clock> {
  const now = async () => {
    const { rows } = await db.acrossTenantsQuery<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now;
  };
  let known = { time: 0, at: 0 };
  let skew = 0;
  const timeAt = (at: number) => known.time + at - known.at;
  const compare = async (isFirst = false) => {
    const asked = performance.now();
    const time = await now();
    const answered = performance.now();
    const doubt = (answered - asked) / 2;
    if (doubt > MOST_DOUBT_MS && !isFirst) return;
    const then = time.getTime() + doubt;
    // Corrects nothing while the computed time is within the uncertainty of the answer.
    if (isFirst || Math.abs(then - timeAt(answered)) > doubt) known = { time: then, at: answered };
    skew = Date.now() - timeAt(performance.now());
  };
  await compare(true);
  // Errors are ignored here: whichever work needs the database reports an outage.
  setInterval(() => compare().catch(() => {}), COMPARE_EVERY_MS).unref();
  return Object.assign(() => new Date(timeAt(performance.now())), {
    ask: now,
    skewMs: () => skew,
  });
}
