/** Positions of entries: in the order that editors choose, and below each other in a tree. They are in force at once, without a draft. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { type EntryRow, type HeldEntry, holdEntry } from '../entries/entries.sql.ts';
import { aboutEntry, assertThere, type Entry, outdatedBy, presentEntry } from '../entries/record.ts';
import { readLocales } from '../locales/locales.ts';
import { type FollowMoves, type Moved, movedPages, movesOf } from '../publishing/moved.ts';
import { PUBLISHED } from '../publishing/perspective.ts';
import { hasPaths } from '../types/addresses.ts';
import { assertWritable, type ContentType, readType } from '../types/record.ts';
import { findUpwards } from './ancestors.sql.ts';
import { loadAbove, nodeOf, slugsThrough } from './ancestors.ts';
import { movedBelow, pathsBelow, sitesBelow, warningOf } from './moved-below.ts';
import {
  findHeight,
  findIdsUpwards,
  findSibling,
  holdSibling,
  isTreeNow,
  lockPositions,
  type Row,
  savePlace,
} from './positions.sql.ts';
import { type Beside, isBetween, makeRoom, neighboursOf } from './room.ts';

export type WantedPosition = {
  parentId?: string | null;
  before?: string;
  after?: string;
  at?: 'first' | 'last';
};

export const DEEPEST = 12;
/** Entries of a subtree whose depth is looked at. */
const MOST_BELOW = 20_000;

export type MovedEntry = Entry & { moved: Moved[]; warnings: Problem[] };

export async function moveEntry(
  tx: Tx,
  by: Author,
  now: Date,
  id: string,
  wanted: WantedPosition,
  seen: number | null,
  follow?: FollowMoves,
): Promise<MovedEntry> {
  planByIndex(tx);
  const found = await findSibling(tx, id);
  if (found === undefined) throw notFound('entry');
  // Before the entry itself: a renewal of keys waits for entries that others have locked.
  await lockPositions(tx, found.type_id);
  const held = assertThere(await holdEntry(tx, id), 'edit');
  assertVersion(seen, held.seen);
  assertWritable(held.type);
  const { entry } = held;
  const type = readType(held.type);
  const { row, beside } = await readPlace(tx, entry, type, wanted);
  const own = (await findSibling(tx, id))!;
  const isBelowAnother = row.parentId !== entry.parent_id;
  if (isBelowAnother) await assertBelow(tx, entry, row.parentId);
  const [before, after] = await neighboursOf(tx, row, id, beside);
  if (!isBelowAnother && isBetween(before, own, after))
    return { ...presentEntry(entry), warnings: [], moved: [] };
  const position = await makeRoom(tx, row, id, before, after);
  await savePlace(tx, { id, position }, row.parentId);
  const moved: EntryRow = { ...entry, parent_id: row.parentId };
  const pages = isBelowAnother ? await pagesMoved(tx, now, entry, moved, held, follow) : NO_PAGES;
  await tell(tx, by, now, entry, moved);
  return { ...presentEntry(moved), ...pages };
}

const NO_PAGES: Pick<MovedEntry, 'moved' | 'warnings'> = { moved: [], warnings: [] };

/** The pages whose paths change: its own, and those below. With `follow`, the former addresses lead on. */
async function pagesMoved(
  tx: Tx,
  now: Date,
  before: EntryRow,
  after: EntryRow,
  { type, locales: stored }: HeldEntry,
  follow: FollowMoves | undefined,
): Promise<typeof NO_PAGES> {
  const { addresses } = readType(type);
  if (!hasPaths(addresses) || after.published_version === null) return NO_PAGES;
  const locales = readLocales(stored);
  const tree = { addresses, locales };
  const lineage = async (row: EntryRow) => (await loadAbove(tx, row, locales)).slugs;
  const [was, is] = [await lineage(before), await lineage(after)];
  const [row] = await findUpwards(tx, [{ id: after.id, title: '' }], PUBLISHED);
  const node = nodeOf(row!, tree);
  const paths = pathsBelow(node, is, tree);
  const own = movedPages(pathsBelow(node, was, tree), paths);
  const [through, thereafter] = [slugsThrough(node, was, locales), slugsThrough(node, is, locales)];
  const below = await movedBelow(tx, after, tree, through, thereafter);
  if (follow) {
    const pages = Object.values(paths);
    const site = { propertyId: after.property_id, moves: movesOf(own, pages), pages };
    await follow(tx, now, [site, ...sitesBelow(below)]);
  }
  return { moved: [...own, ...below.sites.flatMap((site) => site.moved)], warnings: warningOf(below) };
}

async function tell(tx: Tx, by: Author, now: Date, before: EntryRow, after: EntryRow): Promise<void> {
  const isBelowAnother = before.parent_id !== after.parent_id;
  const changed = isBelowAnother ? ['parentId', 'position'] : ['position'];
  await audit(tx, by, now, {
    action: 'content_entry.moved',
    ...{ subjectType: 'content_entry', subjectId: after.id },
    details: { type: after.type, ...(isBelowAnother && { from: before.parent_id, to: after.parent_id }) },
  });
  await publish(tx, now, {
    type: 'content.entry.updated',
    data: { ...aboutEntry(after), changed, changedLocales: [], updatedAt: now.toISOString() },
  });
  if (after.published_version === null) return;
  await publish(tx, now, {
    type: 'content.pages.changed',
    data: { cause: 'position', changedAt: now.toISOString(), surrogateKeys: outdatedBy(after) },
  });
}

async function readPlace(
  tx: Tx,
  entry: EntryRow,
  type: ContentType,
  wanted: WantedPosition,
): Promise<{ row: Row; beside: Beside }> {
  if (type.order === 'none')
    throw conflict(
      `Entries of the type ${type.name} are in no order of their own. Give the type "order": "manual" or "tree".`,
    );
  const named = (['before', 'after', 'at'] as const).filter((name) => wanted[name] !== undefined);
  if (named.length > 1) throw wrong(named[1]!, 'not_allowed', `must not be sent together with ${named[0]}`);
  if (wanted.parentId !== undefined && type.order !== 'tree') throw NO_TREE;
  if (named.length === 0 && wanted.parentId === undefined)
    throw wrong('at', 'required', 'must be first or last, unless before, after or parentId is sent');
  const [name] = named;
  const parentId = wanted.parentId?.toLowerCase() ?? null;
  if (name === 'before' || name === 'after') {
    const of = await holdSibling(tx, wanted[name]!);
    const isBeside =
      of?.type_id === type.id &&
      of.id !== entry.id &&
      (wanted.parentId === undefined || of.parent_id === parentId);
    if (!isBeside)
      throw wrong(name, 'not_found', 'must be the id of another entry of the type, with the same parent');
    return { row: { typeId: type.id, parentId: of.parent_id }, beside: { side: name, of } };
  }
  const under = wanted.parentId === undefined ? entry.parent_id : parentId;
  const side = wanted.at === 'first' ? 'before' : 'after';
  return { row: { typeId: type.id, parentId: under }, beside: { side, of: null } };
}

const wrong = (path: string, code: string, message: string) => invalid([{ path, code, message }]);

const NO_TREE = wrong('parentId', 'not_allowed', 'is for types that are a tree');
const circle: Problem = {
  path: 'parentId',
  code: 'circle',
  message: 'must not be the entry itself or one below it',
};
const TOO_DEEP: Problem = {
  path: 'parentId',
  code: 'too_deep',
  message: `must leave the tree at most ${DEEPEST} levels deep`,
};

/** The parent of a new or restored entry: of its type, there, and not on the last level. The lock keeps it where it is. */
export async function assertParent(tx: Tx, type: ContentType, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  if (type.order !== 'tree') throw NO_TREE;
  await lockPositions(tx, type.id);
  await holdParent(tx, type.id, parentId);
  if ((await findIdsUpwards(tx, parentId)).length >= DEEPEST) throw invalid([TOO_DEEP]);
}

/** The entry above it must be there when an entry comes back. Called before the entry is locked, as a move locks it. */
export async function holdPlaceOf(tx: Tx, id: string): Promise<void> {
  const found = await findSibling(tx, id);
  if (!found?.parent_id || !(await isTreeNow(tx, found.type_id))) return;
  await lockPositions(tx, found.type_id);
  if ((await holdSibling(tx, found.parent_id)) === undefined)
    throw conflict('The entry above this one is in the bin. Restore that one first.');
}

async function holdParent(tx: Tx, typeId: string, id: string): Promise<void> {
  const parent = await holdSibling(tx, id);
  if (parent?.type_id !== typeId)
    throw wrong('parentId', 'not_found', 'must be the id of an entry of the same type that exists');
}

async function assertBelow(tx: Tx, entry: EntryRow, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  await holdParent(tx, entry.type_id, parentId);
  const above = await findIdsUpwards(tx, parentId);
  if (above.includes(entry.id)) throw invalid([circle]);
  const { levels, entries } = await findHeight(tx, entry, MOST_BELOW);
  if (entries > MOST_BELOW)
    throw wrong('parentId', 'too_many', `must not move more than ${MOST_BELOW} entries: move them in parts`);
  if (above.length + levels > DEEPEST) throw invalid([TOO_DEEP]);
}
