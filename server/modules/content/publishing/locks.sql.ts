import type { Tx } from '#kernel/db/db.ts';

/** Locks the types of entries until commit, in the order of their ids. */
export async function holdTypesOf(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    `select from content_types where tenant_id = current_tenant()
       and id in (select type_id from content_entries where tenant_id = current_tenant() and id = any($1))
     order by id for key share`,
    [ids],
  );
}

/** `field`: of the entry that refers, which is of this type. `isReferrer`: this is that entry, else what it refers to. */
export type LinkedEntry = { id: string; type_id: string; field: string; isReferrer: boolean };

const MAX_REFERRERS = 2_000;
/** The first name in a path such as `fields.body[2].link`. */
const FIELD = `split_part(translate(r.field, '[', '.'), '.', 2) as field`;

/**
 * Returns the entries to which some refer, and those whose readers see others. What is live counts beside the draft, because one locale may
 * go live without the others.
 */
export async function findLinked(tx: Tx, publishing: string[], down: string[]): Promise<LinkedEntry[]> {
  const { rows } = await tx.query<LinkedEntry>(FIND_LINKED, [publishing, down]);
  return rows;
}

const FIND_LINKED = {
  name: 'find_linked_content',
  text: `
    select distinct r.target_id as id, e.type_id, ${FIELD}, false as "isReferrer"
    from unnest($1::uuid[]) as going (id) cross join lateral (
      select type_id from content_entries where tenant_id = current_tenant() and id = going.id offset 0) e
    cross join lateral (
      select target_id, field from content_references
      where tenant_id = current_tenant() and entry_id = going.id and kind = 'entry' offset 0) r
    union all
    select distinct r.entry_id, e.type_id, ${FIELD}, true
    from unnest($2::uuid[]) as down (id) cross join lateral (
      select entry_id, field from content_references
      where tenant_id = current_tenant() and target_id = down.id and kind = 'entry' and stage = 'published'
      order by entry_id limit ${MAX_REFERRERS}) r
    cross join lateral (
      select type_id from content_entries where tenant_id = current_tenant() and id = r.entry_id offset 0) e`,
};

export async function findFields(tx: Tx, typeIds: string[]): Promise<{ id: string; fields: string }[]> {
  const { rows } = await tx.query<{ id: string; fields: string }>(
    'select id, fields from content_types where tenant_id = current_tenant() and id = any($1)',
    [typeIds],
  );
  return rows;
}

/** Locks entries until commit, one after the other: those that change, and those that must only stay live. */
export async function holdInOrder(
  tx: Tx,
  entries: readonly { id: string; isChanging: boolean }[],
): Promise<void> {
  await tx.query(HOLD_IN_ORDER, [entries.map(({ id }) => id), entries.map(({ isChanging }) => isChanging)]);
}

// The counts keep PostgreSQL from leaving a join out.
const HOLD_IN_ORDER = {
  name: 'hold_content_in_order',
  text: `
    select count(changing.id), count(staying.id)
    from unnest($1::uuid[], $2::boolean[]) as wanted (id, is_changing)
    left join lateral (
      select id from content_entries
      where tenant_id = current_tenant() and id = wanted.id and wanted.is_changing for no key update) changing on true
    left join lateral (
      select id from content_entries
      where tenant_id = current_tenant() and id = wanted.id and not wanted.is_changing for share) staying on true`,
};
