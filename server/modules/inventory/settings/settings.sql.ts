import type { Tx } from '#kernel/db/db.ts';

export type SettingsRow = { imports_take_stock: boolean; version: number };

const DEFAULT: SettingsRow = { imports_take_stock: false, version: 1 };

export async function findSettings(tx: Tx): Promise<SettingsRow> {
  const { rows } = await tx.query<SettingsRow>(
    'select imports_take_stock, version from inventory_settings where tenant_id = current_tenant()',
  );
  return rows[0] ?? DEFAULT;
}

/** Creates the row, if there is none, and locks it until commit. */
export async function lockSettings(tx: Tx, now: Date): Promise<SettingsRow> {
  await tx.query(
    `insert into inventory_settings (tenant_id, imports_take_stock, updated_at) values (current_tenant(), false, $1)
     on conflict (tenant_id) do nothing`,
    [now],
  );
  const { rows } = await tx.query<SettingsRow>(
    'select imports_take_stock, version from inventory_settings where tenant_id = current_tenant() for update',
  );
  return rows[0]!;
}

export async function updateSettings(tx: Tx, now: Date, row: SettingsRow): Promise<void> {
  await tx.query(
    `update inventory_settings set imports_take_stock = $1, version = $2, updated_at = $3
     where tenant_id = current_tenant()`,
    [row.imports_take_stock, row.version, now],
  );
}
