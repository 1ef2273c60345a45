/** Periodic work: deletes old rows and measures backlogs for the metrics. */
import type { Db } from '#kernel/db/db.ts';
import { forgetAttempts } from '#kernel/http/counted-attempts.ts';
import { IDEMPOTENCY_HOURS } from '#kernel/http/idempotency.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const EVERY_MS = 600_000;

export function startChores({ db, clock, log }: Kernel): Loop {
  return startLoop({
    name: 'chores',
    idleMs: EVERY_MS,
    log,
    round: async () => {
      const now = await clock.ask();
      const [answers, attempts] = [await forgetOldAnswers(db, now), await forgetAttempts(db, now)];
      return answers || attempts;
    },
  });
}

const FORGOTTEN_AT_ONCE = 10_000;

/** Deletes expired answers in steps, so that each step is short. Returns true when there are more. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<boolean> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  const { rowCount } = await db.acrossTenants((tx) => tx.query(FORGET, [oldest, FORGOTTEN_AT_ONCE]));
  return rowCount > FORGOTTEN_AT_ONCE;
}

const FORGET = `
  delete from idempotency_keys where created_at <= least($1, (
    select created_at from idempotency_keys where created_at <= $1 order by created_at offset $2 limit 1))`;
