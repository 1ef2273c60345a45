/** The records of other modules, and categories, that products name: they exist, and stay until the transaction ends. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { holdCategories } from '../categories/categories.sql.ts';
import type { Draft } from './draft.ts';

/** Tells the inventory of new, renamed and deleted SKUs, in the same transaction. */
export type FollowSkus = (
  tx: Tx,
  now: Date,
  changes: { made: string[]; renamed: { from: string; to: string }[]; gone: string[] },
) => Promise<void>;

/** The functions of other modules; modules.ts passes them in. */
export type Others = {
  /** Returns those of the ids that are assets. */
  findAssets(tx: Tx, ids: string[]): Promise<string[]>;
  /** Returns those of the ids that are entries. */
  findEntries(tx: Tx, ids: string[]): Promise<string[]>;
  /** Undefined: the tenant has no such property. */
  find(tx: Tx, id: string): Promise<object | undefined>;
  holdProperty(tx: Tx, id: string): Promise<boolean>;
  followSkus: FollowSkus;
  assertRoom: AssertRoom;
  registerUse(
    use: (tx: Tx, propertyId: string) => Promise<{ what: string; count: number; first: string[] }>,
  ): void;
};

type Named = { draft: Draft; path: string; id: string };

/** Ids that a product had before are not looked up again. */
function added(drafts: Draft[], field: 'media' | 'category_ids' | 'property_ids', path: string): Named[] {
  return drafts.flatMap((draft) =>
    (draft.after?.[field] ?? []).flatMap((id, index) =>
      draft.before?.[field].includes(id) ? [] : [{ draft, path: `${path}[${index}]`, id }],
    ),
  );
}

export async function findMissing(tx: Tx, drafts: Draft[], others: Others): Promise<Map<Draft, Problem[]>> {
  const missing = new Map<Draft, Problem[]>();
  const look = async (named: Named[], what: string, find: (tx: Tx, ids: string[]) => Promise<string[]>) => {
    if (named.length === 0) return;
    const found = new Set(await find(tx, [...new Set(named.map(({ id }) => id))].sort()));
    for (const { draft, path, id } of named) {
      if (found.has(id)) continue;
      const problem = { path, code: 'not_found', message: `must be the id of ${what} that exists` };
      missing.set(draft, [...(missing.get(draft) ?? []), problem]);
    }
  };
  await look(added(drafts, 'category_ids', 'categoryIds'), 'a category', holdCategories);
  await look(added(drafts, 'media', 'media'), 'an asset', others.findAssets);
  await look(added(drafts, 'property_ids', 'propertyIds'), 'a property', (tx, ids) =>
    holdProperties(tx, ids, others),
  );
  const entries = drafts.flatMap((draft) => {
    const id = draft.after?.content_entry_id;
    const isNew = id != null && id !== draft.before?.content_entry_id;
    return isNew ? [{ draft, path: 'contentEntryId', id }] : [];
  });
  await look(entries, 'an entry', others.findEntries);
  return missing;
}

export async function assertProperty(tx: Tx, id: string | null, { find }: Others): Promise<void> {
  if (id === null || (await find(tx, id)) !== undefined) return;
  const message = 'must be the id of a property that exists';
  throw invalid([{ path: 'propertyId', code: 'not_found', message }]);
}

/** Sites are few, so each is locked by itself. */
export async function holdProperties(tx: Tx, ids: string[], { holdProperty }: Others): Promise<string[]> {
  const held: string[] = [];
  for (const id of ids) if (await holdProperty(tx, id)) held.push(id);
  return held;
}

export async function assertReferences(tx: Tx, draft: Draft, others: Others): Promise<void> {
  const problems = (await findMissing(tx, [draft], others)).get(draft);
  if (problems !== undefined) throw invalid(problems);
}
