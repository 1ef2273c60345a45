import type { Tx } from '#kernel/db/db.ts';

export type LocalesRow = { default_locale: string; locales: string };

export async function findLocales(tx: Tx): Promise<LocalesRow | undefined> {
  const { rows } = await tx.query<LocalesRow>(
    'select default_locale, locales from content_locales where tenant_id = current_tenant()',
  );
  return rows[0];
}

export async function saveLocales(tx: Tx, now: Date, row: LocalesRow): Promise<void> {
  await tx.query(
    `insert into content_locales (tenant_id, default_locale, locales, updated_at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id) do update
       set default_locale = excluded.default_locale, locales = excluded.locales, updated_at = excluded.updated_at`,
    [row.default_locale, row.locales, now],
  );
}
