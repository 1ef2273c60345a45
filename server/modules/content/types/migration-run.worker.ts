/**
 * Runs changes of types with many entries, a step and a transaction at a time. After a crash, the last step is repeated and
 * nothing is lost.
 */
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { sampled } from '#kernel/log-sampling.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { nextStep, Pace } from './change-steps.ts';
import {
  CHANGE_DUE,
  findRunning,
  holdChange,
  type RunningChange,
  updateChange,
} from './migration-run.sql.ts';
import { lockTypeById, updateType } from './types.sql.ts';

export function startTypeChanges(kernel: Pick<Kernel, 'db' | 'clock' | 'log' | 'poller'>): Loop {
  const { db, clock, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  const pace = new Pace();
  return startDueLoop(kernel, {
    name: 'content type changes',
    due: CHANGE_DUE,
    round: async () => {
      let moved = false;
      for (const { tenant_id, id } of await findRunning(worker)) {
        // A change that fails must not stop the others.
        await db
          .inTenant(tenant_id, (tx) => takeStep(tx, clock(), id, pace))
          .then(
            (did) => {
              moved ||= did;
            },
            (error) => noteFailure({ db, clock, log, pace }, { tenant_id, id }, error),
          );
      }
      return moved;
    },
  });
}

/** Runs the next step; returns false when another process has the change, or when it is over. */
export async function takeStep(tx: Tx, now: Date, id: string, pace = new Pace()): Promise<boolean> {
  const change = await holdChange(tx, id);
  return change === undefined ? false : nextStep(tx, now, change, pace);
}

/**
 * A failure of the database is temporary. Any other of a check would repeat for ever, so the change ends with a reason. A
 * definition that is in force stays so: readers see it, and the rewrite is tried again.
 */
async function noteFailure(
  { db, clock, log, pace }: Pick<Kernel, 'db' | 'clock' | 'log'> & { pace: Pace },
  { tenant_id, id }: RunningChange,
  error: unknown,
): Promise<void> {
  sampled(`change of a content type ${id}`, (count) =>
    log.error(
      { err: error, tenantId: tenant_id, changeId: id, count },
      'a change of a content type could not go on',
    ),
  );
  if (pace.mayRepeat(error)) return;
  const reason = error instanceof AppError ? error.message : 'It failed for a reason that is in the log.';
  await db.inTenant(tenant_id, async (tx) => {
    const change = await holdChange(tx, id);
    if (change === undefined) return;
    if (change.status === 'rewriting') return updateChange(tx, { ...change, reason });
    await updateChange(tx, { ...change, status: 'failed', reason, finished_at: clock() });
    await updateType(tx, { ...(await lockTypeById(tx, change.type_id))!, change_id: null, conversion: null });
  });
}
