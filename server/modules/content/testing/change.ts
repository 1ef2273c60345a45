/** A change of a type while a worker runs it, or when it is over. */
import type { Tx } from '#kernel/db/db.ts';
import { insertChange, updateChange } from '../types/migration-run.sql.ts';
import { findType } from '../types/types.sql.ts';

export async function addTypeChange(
  tx: Tx,
  type: string,
  id: string,
  now: Date,
  status: 'running' | 'finished' = 'running',
): Promise<void> {
  const { id: type_id } = (await findType(tx, type))!;
  const progress = {
    reached_at: null,
    reached_id: null,
    total: 0,
    checked: 0,
    migrated: 0,
    broken: 0,
    examples: '[]',
    reason: null,
  };
  const author = JSON.stringify({ type: 'operator', id: null, name: 'operator' });
  const wanted = JSON.stringify({ title: type, fields: [] });
  const row = { id, type_id, phase: 'check' as const, wanted, author, ...progress, created_at: now };
  await insertChange(tx, { ...row, status: 'running', finished_at: null });
  if (status === 'finished') await updateChange(tx, { ...row, status, finished_at: now });
}
