/**
 * Runs changes of types with many entries, a batch and a transaction at a time. After a crash, the last batch is repeated and
 * nothing is lost.
 */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { loadLocales } from '../locales/locales.ts';
import {
  type ChangeRow,
  findRunning,
  holdChange,
  type RunningChange,
  updateChange,
} from './migration-run.sql.ts';
import {
  BEGINNING,
  checkBatch,
  checkUnique,
  EXAMPLES_SHOWN,
  migrateBatch,
  type Step,
} from './migration-run.ts';
import { readType } from './record.ts';
import { lockTypeById, type TypeRow, updateType } from './types.sql.ts';
import { settle, type WantedType } from './types.ts';

const POLL_MS = 500;
const CHECKED_AT_ONCE = 1_000;
const MIGRATED_AT_ONCE = 200;

export function startTypeChanges({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>): Loop {
  const worker = { query: db.acrossTenantsQuery };
  return startLoop({
    name: 'content type changes',
    idleMs: POLL_MS,
    log,
    round: async () => {
      let moved = false;
      for (const { tenant_id, id } of await findRunning(worker)) {
        // A change that fails must not stop the others.
        await db
          .inTenant(tenant_id, (tx) => takeStep(tx, clock(), id))
          .then(
            (did) => {
              moved ||= did;
            },
            (error) => endWhatFails({ db, clock, log }, { tenant_id, id }, error),
          );
      }
      return moved;
    },
  });
}

/** Runs the next batch; returns false when another process has it, or when it is over. */
export async function takeStep(tx: Tx, now: Date, id: string): Promise<boolean> {
  const change = await holdChange(tx, id);
  if (change === undefined) return false;
  const row = (await lockTypeById(tx, change.type_id))!;
  const step = await readStep(tx, row, change);
  if (change.phase === 'check') await check(tx, now, row, change, step);
  else await migrateNext(tx, now, row, change, step);
  return true;
}

async function readStep(tx: Tx, row: TypeRow, change: ChangeRow): Promise<Step> {
  const { title, fields, migrate: migration = {}, singleton }: WantedType = JSON.parse(change.wanted);
  const before = readType(row);
  const after = {
    ...before,
    title,
    fields,
    version: before.version + 1,
    singleton: singleton ?? row.singleton,
  };
  return { before, after, migration, locales: await loadLocales(tx) };
}

const reachedBy = ({ reached_at: at, reached_id: id }: ChangeRow) => (at === null ? BEGINNING : { at, id });

async function check(tx: Tx, now: Date, row: TypeRow, change: ChangeRow, step: Step): Promise<void> {
  const duplicates = change.checked === 0 ? await checkUnique(tx, step) : { count: 0, broken: [] };
  const { looked, broken, next } = await checkBatch(tx, step, reachedBy(change), CHECKED_AT_ONCE);
  const examples = [...JSON.parse(change.examples), ...duplicates.broken, ...broken].slice(0, EXAMPLES_SHOWN);
  const progress: ChangeRow = {
    ...change,
    checked: change.checked + looked,
    broken: change.broken + duplicates.count + broken.length,
    examples: JSON.stringify(examples),
    reached_at: next?.at ?? null,
    reached_id: next?.id ?? null,
  };
  if (next !== null) return updateChange(tx, progress);
  if (progress.broken === 0) return updateChange(tx, { ...progress, phase: 'migrate' });
  const reason = `${progress.broken} entries do not fit the type as it would be.`;
  await updateChange(tx, { ...progress, status: 'refused', reason, finished_at: now });
  await updateType(tx, { ...row, change_id: null });
}

async function migrateNext(tx: Tx, now: Date, row: TypeRow, change: ChangeRow, step: Step): Promise<void> {
  const author: Author = JSON.parse(change.author);
  const { rewritten, next } = await migrateBatch(tx, author, now, step, reachedBy(change), MIGRATED_AT_ONCE);
  const progress: ChangeRow = {
    ...change,
    migrated: change.migrated + rewritten,
    reached_at: next?.at ?? null,
    reached_id: next?.id ?? null,
  };
  if (next !== null) return updateChange(tx, progress);
  await updateChange(tx, { ...progress, status: 'finished', finished_at: now });
  await settle(tx, author, now, row, step);
}

/**
 * A failure of the database is temporary. Any other would repeat for ever, so the change ends with a reason and the type is
 * unlocked. Entries rewritten by then stay so, in their own revisions.
 */
async function endWhatFails(
  { db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>,
  { tenant_id, id }: RunningChange,
  error: unknown,
): Promise<void> {
  log.error({ err: error, tenantId: tenant_id, changeId: id }, 'a change of a content type could not go on');
  if (error instanceof AppError && error.code === 'unavailable') return;
  const reason = error instanceof AppError ? error.message : 'It failed for a reason that is in the log.';
  await db.inTenant(tenant_id, async (tx) => {
    const change = await holdChange(tx, id);
    if (change === undefined) return;
    await updateChange(tx, { ...change, status: 'failed', reason, finished_at: clock() });
    await updateType(tx, { ...(await lockTypeById(tx, change.type_id))!, change_id: null });
  });
}
