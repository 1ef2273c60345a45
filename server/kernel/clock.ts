/** The time is the database's, whatever the clock of this machine says: see docs/decisions/0026-time-is-the-databases.md. */
import type { Db } from '#kernel/db/db.ts';

/** Called, it tells the database's time, as far as this process knows it. */
export type Clock = (() => Date) & {
  /** Asks the database: for whatever deletes. */
  ask(): Promise<Date>;
  /** How far this machine's clock was ahead of the database's when they were last compared; negative: behind it. */
  skewMs(): number;
};

/** With a clock further off than this, a process does no background work. */
export const MOST_SKEW_MS = 60_000;
const COMPARE_EVERY_MS = 5_000;
/** An answer that was longer on its way says too little about when it was given. */
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
 * Between two comparisons the time is carried by a counter that nobody can set, so a clock that is set, or wrong from the start,
 * changes nothing.
 */
export async function followDatabase(db: Db): Promise<Clock> {
  const now = async () => {
    const { rows } = await db.acrossTenantsQuery<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now;
  };
  let known = { time: 0, at: 0 };
  let skew = 0;
  const reckoned = (at: number) => known.time + at - known.at;
  const compare = async (isFirst = false) => {
    const asked = performance.now();
    const time = await now();
    const answered = performance.now();
    const doubt = (answered - asked) / 2;
    if (doubt > MOST_DOUBT_MS && !isFirst) return;
    const then = time.getTime() + doubt;
    // As long as the answer could have been given at the time that is reckoned with, there is nothing to correct.
    if (isFirst || Math.abs(then - reckoned(answered)) > doubt) known = { time: then, at: answered };
    skew = Date.now() - reckoned(performance.now());
  };
  await compare(true);
  // An outage is told of by whoever has work to do.
  setInterval(() => compare().catch(() => {}), COMPARE_EVERY_MS).unref();
  return Object.assign(() => new Date(reckoned(performance.now())), {
    ask: now,
    skewMs: () => skew,
  });
}
