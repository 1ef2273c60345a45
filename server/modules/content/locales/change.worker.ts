/** Runs changes of locales with many entries, a step and a transaction at a time. After a crash, the last step is repeated. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { sampled } from '#kernel/log-sampling.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { Pace } from '../types/change-steps.ts';
import { findChangingTenants, holdLocaleChange, LOCALE_CHANGE_DUE, saveLocaleChange } from './change.sql.ts';
import { nextStep } from './change-steps.ts';

export function startLocaleChanges(kernel: Pick<Kernel, 'db' | 'clock' | 'log' | 'poller'>): Loop {
  const { db, clock, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  const pace = new Pace();
  return startDueLoop(kernel, {
    name: 'content locale changes',
    due: LOCALE_CHANGE_DUE,
    round: async () => {
      let moved = false;
      for (const tenantId of await findChangingTenants(worker)) {
        // A change that fails must not stop the others.
        await db
          .inTenant(tenantId, (tx) => takeStep(tx, clock(), pace))
          .then(
            (did) => {
              moved ||= did;
            },
            (error) => noteFailure({ db, clock, log, pace }, tenantId, error),
          );
      }
      return moved;
    },
  });
}

/** Runs the next step; returns false when another process has the change, or when it is over. */
export async function takeStep(tx: Tx, now: Date, pace = new Pace()): Promise<boolean> {
  const change = await holdLocaleChange(tx);
  return change === undefined ? false : nextStep(tx, now, change, pace);
}

/** A failure of the database is temporary. Any other ends a change that is not in force, with a reason; else it is tried again. */
async function noteFailure(
  { db, clock, log, pace }: Pick<Kernel, 'db' | 'clock' | 'log'> & { pace: Pace },
  tenantId: string,
  error: unknown,
): Promise<void> {
  sampled(`change of locales ${tenantId}`, (count) =>
    log.error({ err: error, tenantId, count }, 'a change of locales could not go on'),
  );
  const isOurs = error instanceof AppError;
  if (pace.mayRepeat(error)) return;
  const reason = isOurs ? error.message : 'It failed for a reason that is in the log.';
  await db.inTenant(tenantId, async (tx) => {
    const change = await holdLocaleChange(tx);
    if (change === undefined) return;
    const over = { status: isOurs ? 'refused' : 'failed', finished_at: clock() } as const;
    await saveLocaleChange(tx, { ...change, reason, ...(change.status === 'preparing' && over) });
  });
}
