import type { Tx } from '#kernel/db/db.ts';

/** Null if the tenant has none. */
export async function findPresets(tx: Tx): Promise<string | null> {
  const { rows } = await tx.query<{ presets: string }>(
    'select presets from media_presets where tenant_id = current_tenant()',
  );
  return rows[0]?.presets ?? null;
}

export async function savePresets(tx: Tx, presets: string, now: Date): Promise<void> {
  await tx.query(
    `insert into media_presets (tenant_id, presets, updated_at) values (current_tenant(), $1, $2)
     on conflict (tenant_id) do update set presets = excluded.presets, updated_at = excluded.updated_at`,
    [presets, now],
  );
}
