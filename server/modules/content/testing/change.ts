/** Changes of types and locales that a worker runs, or that are over. */
import type { Tx } from '#kernel/db/db.ts';
import { saveLocaleChange } from '../locales/change.sql.ts';
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

/** A change of the locales that a worker has put in force. */
export async function addLocaleChange(tx: Tx, tenantId: string, id: string, now: Date): Promise<void> {
  const wanted = { default: 'en', locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] };
  await saveLocaleChange(tx, {
    ...{ tenant_id: tenantId, id, status: 'finished', wanted: JSON.stringify(wanted) },
    author: JSON.stringify({ type: 'operator', id: null, name: 'operator' }),
    ...{ reached_id: null, is_through: true, total: 20_000, done: 20_000 },
    losses: JSON.stringify({ blank: [], hidden: [] }),
    ...{ reason: null, created_at: now, finished_at: now },
  });
}
