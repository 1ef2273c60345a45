/**
 * Locks of entries that go live or are taken down, and of those that require them or that they require, in one order: two publications
 * that need each other's entries wait for each other instead of a deadlock. A link that is saved meanwhile is locked later.
 */
import type { Tx } from '#kernel/db/db.ts';
import { demandingOf } from './live-links.ts';
import { findFields, findLinked, holdInOrder, holdTypesOf, type LinkedEntry } from './locks.sql.ts';

type Acting = { id: string; action: 'publish' | 'unpublish' };

export async function holdForActing(tx: Tx, steps: readonly Acting[]): Promise<void> {
  const idsOf = (action: Acting['action']) => [
    ...new Set(steps.filter((step) => step.action === action).map(({ id }) => id.toLowerCase())),
  ];
  const [publishing, down] = [idsOf('publish'), idsOf('unpublish')];
  const required = await onlyDemanded(tx, await findLinked(tx, publishing, down));
  const changing = new Set([...publishing, ...down]);
  // One lock alone has no order; its entry is locked when it is read.
  if (changing.size === 1 && required.length === 0) return;
  await holdTypesOf(tx, [...changing]);
  for (const { id, isReferrer } of required) if (isReferrer) changing.add(id);
  const all = new Set([...changing, ...required.map(({ id }) => id)]);
  await holdInOrder(
    tx,
    [...all].sort().map((id) => ({ id, isChanging: changing.has(id) })),
  );
}

/** Those without which the entry that refers may lack something that its type demands. */
async function onlyDemanded(tx: Tx, linked: LinkedEntry[]): Promise<LinkedEntry[]> {
  if (linked.length === 0) return [];
  const types = await findFields(tx, [...new Set(linked.map(({ type_id }) => type_id))]);
  const demanding = new Map(types.map(({ id, fields }) => [id, demandingOf(JSON.parse(fields))]));
  return linked.filter(({ type_id, field }) => demanding.get(type_id)?.has(field));
}
