import type { Queryable, Tx } from '#kernel/db/db.ts';
import { dueIf } from '#kernel/work/poller.ts';

/** The latest change of the locales of a tenant. */
export type LocaleChangeRow = {
  tenant_id: string;
  id: string;
  /** preparing: entries get what its readers need; finishing: it is in force, and entries get their slugs. */
  status: 'preparing' | 'finishing' | 'finished' | 'refused' | 'failed';
  /** JSON of the Wish. */
  wanted: string;
  author: string;
  reached_id: string | null;
  is_through: boolean;
  total: number;
  done: number;
  /** JSON of Losses. */
  losses: string;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const CHANGEABLE = `id, status, wanted, author, reached_id, is_through, total, done, losses, reason, created_at, finished_at`;
const FIND = `select tenant_id, ${CHANGEABLE} from content_locale_changes where tenant_id = current_tenant()`;

/** Takes the place of a former change, which must be over. */
export async function saveLocaleChange(tx: Tx, row: LocaleChangeRow): Promise<void> {
  await tx.query(
    `insert into content_locale_changes as c (tenant_id, ${CHANGEABLE})
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id) do update set (${CHANGEABLE}) = row (${CHANGEABLE.replaceAll(/\w+/g, 'excluded.$&')})`,
    [
      ...[row.id, row.status, row.wanted, row.author, row.reached_id, row.is_through, row.total, row.done],
      ...[row.losses, row.reason, row.created_at, row.finished_at],
    ],
  );
}

export async function findLocaleChange(tx: Tx): Promise<LocaleChangeRow | undefined> {
  const { rows } = await tx.query<LocaleChangeRow>(FIND);
  return rows[0];
}

/** Locked until commit; undefined when another process has it, or when it is over. */
export async function holdLocaleChange(tx: Tx): Promise<LocaleChangeRow | undefined> {
  const { rows } = await tx.query<LocaleChangeRow>(`${FIND} and finished_at is null for update skip locked`);
  return rows[0];
}

export const LOCALE_CHANGE_DUE = dueIf('from content_locale_changes where finished_at is null');

/** Returns the tenants with a change under way, the oldest first, and those whose change failed before after all others. */
export async function findChangingTenants(worker: Queryable): Promise<string[]> {
  const { rows } = await worker.query<{ tenant_id: string }>({
    name: 'find_content_locale_changes',
    text: `
      select tenant_id from content_locale_changes where finished_at is null
      order by reason is not null, created_at limit 20`,
  });
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Counts the entries of these types, those in the bin included, up to `most`. */
export async function countEntriesOfTypes(tx: Tx, typeIds: string[], most: number | null): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::uuid[]) as t (id) cross join lateral (
       select from content_entries where tenant_id = current_tenant() and type_id = t.id limit $2) e`,
    [typeIds, most],
  );
  return rows[0]!.count;
}
