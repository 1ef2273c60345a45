import type { Tx } from '#kernel/db/db.ts';

export type LocalesRow = { default_locale: string; locales: string };

export async function findLocales(tx: Tx): Promise<LocalesRow | undefined> {
  const { rows } = await tx.query<LocalesRow>(FIND_LOCALES);
  return rows[0];
}

const FIND_LOCALES = {
  name: 'find_content_locales',
  text: 'select default_locale, locales from content_locales where tenant_id = current_tenant()',
};

export type HeldLocales = { default_locale: string | null; locales: string | null };

/**
 * The locales as they are once `lock` has its lock: a change of them holds the same lock. The statement of the lock itself sees what
 * was there before it waited.
 */
export async function withLocales<T>(tx: Tx, lock: Promise<T>): Promise<[T, HeldLocales]> {
  const [held, found] = await Promise.all([lock, findLocales(tx)]);
  return [held, found ?? { default_locale: null, locales: null }];
}

export async function saveLocales(tx: Tx, now: Date, row: LocalesRow): Promise<void> {
  await tx.query(
    `insert into content_locales (tenant_id, default_locale, locales, updated_at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id) do update
       set default_locale = excluded.default_locale, locales = excluded.locales, updated_at = excluded.updated_at`,
    [row.default_locale, row.locales, now],
  );
}
