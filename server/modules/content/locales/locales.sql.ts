import type { Tx } from '#kernel/db/db.ts';

export type LocalesRow = { default_locale: string; locales: string };

/** Null: those that a tenant has from the beginning. `next`: those that a change prepares. */
export type HeldLocales = { default_locale: string | null; locales: string | null; next: string | null };

export async function findLocales(tx: Tx): Promise<HeldLocales> {
  const { rows } = await tx.query<HeldLocales>(FIND_LOCALES);
  return rows[0]!;
}

const FIND_LOCALES = {
  name: 'find_content_locales',
  text: `
    select l.default_locale, l.locales, c.wanted as next from (select current_tenant() as id) t
    left join content_locales l on l.tenant_id = t.id
    left join content_locale_changes c on c.tenant_id = t.id and c.status = 'preparing'`,
};

/**
 * The locales as they are once `lock` has its lock: a change of them holds the same lock. The statement of the lock itself sees what
 * was there before it waited.
 */
export async function withLocales<T>(tx: Tx, lock: Promise<T>): Promise<[T, HeldLocales]> {
  return Promise.all([lock, findLocales(tx)]);
}

export async function saveLocales(
  tx: Tx,
  now: Date,
  { default: standard, locales }: { default: string; locales: object[] },
): Promise<void> {
  await tx.query(
    `insert into content_locales (tenant_id, default_locale, locales, updated_at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id) do update
       set default_locale = excluded.default_locale, locales = excluded.locales, updated_at = excluded.updated_at`,
    [standard, JSON.stringify(locales), now],
  );
}
