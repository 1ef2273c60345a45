/** References of entries: their targets must exist, and the refusal to delete a target names the entries that refer to it. */
import type { Role } from '#kernel/auth/actor.ts';
import { hasRight, type Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { badRequest, conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import type { Link } from '../fields/field.ts';
import type { FollowMoves } from '../publishing/moved.ts';
import { findEntry } from './entries.sql.ts';
import { findReferrers, holdTargets } from './value-index.sql.ts';

/** `contentTypes`: what the member is limited to. */
export type Colleague = Limited & { id: string; name: string; role: Role };

/** Functions of other modules, whose records entries refer to; modules.ts passes them in. */
export type Others = {
  /** Returns those of the assets that exist. */
  findAssets(tx: Tx, ids: string[]): Promise<{ id: string; mimeType: string }[]>;
  /** Returns those of the assets that visitors get. */
  findPublic(tx: Tx, ids: string[]): Promise<string[]>;
  /** Returns those of the assets that visitors get, as a page shows them, with texts in the first of the languages that they have. */
  showAssets(tx: Tx, ids: string[], languages: string[]): Promise<ShownAsset[]>;
  /** Returns whether the property exists; it cannot be removed until the transaction ends. */
  holdProperty(tx: Tx, id: string): Promise<boolean>;
  followMoves: FollowMoves;
  /** Returns members of the staff who have joined, or those of these ids. */
  findColleagues(tx: Tx, ids: string[] | null): Promise<Colleague[]>;
  /** Finds a property by id or by proved domain. */
  locate(address: string): Promise<{ tenantId: string; propertyId: string } | undefined>;
  /** Registers a function that reports what prevents a property's removal. */
  registerUse(
    use: (
      tx: Tx,
      propertyId: string,
      caller: Limited,
    ) => Promise<{ what: string; count: number; first: string[] }>,
  ): void;
};

/** An asset on a page; content needs these of its parts for rich text. */
export type ShownAsset = {
  id: string;
  kind: string;
  filename: string;
  title: string;
  alt: string;
  width: number | null;
  height: number | null;
  url: string;
  srcset: { webp: string | null; avif: string | null };
};

const NAMED_AT_MOST = 25;
const USERS_AT_MOST = 100;
const NAMELESS = '00000000-0000-0000-0000-000000000000';

export async function assertLinks(tx: Tx, links: Link[], findAssets: Others['findAssets']): Promise<void> {
  if (links.length === 0) return;
  const idsOf = (kind: Link['kind']) => [
    ...new Set(links.filter((link) => link.kind === kind).map(({ id }) => id)),
  ];
  const [entries, assets] = [idsOf('entry'), idsOf('asset')];
  const targets = new Map(
    (entries.length > 0 ? await holdTargets(tx, entries) : []).map(({ id, type }) => [id, type]),
  );
  const there = new Map(
    (assets.length > 0 ? await findAssets(tx, assets) : []).map(({ id, mimeType }) => [id, mimeType]),
  );
  const problems = links.flatMap(({ kind, id, path, types }): Problem[] => {
    if (kind === 'asset') {
      const mimeType = there.get(id);
      if (mimeType === undefined) return [absent(path, 'asset')];
      if (types === null || types.some((pattern) => isOfType(mimeType, pattern))) return [];
      return [{ path, code: 'not_allowed', message: `must be a file of type ${types.join(' or ')}` }];
    }
    const type = targets.get(id);
    if (type === undefined) return [absent(path, 'entry')];
    if (types === null || types.includes(type)) return [];
    return [{ path, code: 'not_allowed', message: `must lead to an entry of type ${types.join(' or ')}` }];
  });
  if (problems.length > 0) throw invalid(problems.slice(0, 100));
}

/** `image` and `image/*` are all images; `image/png` is itself. */
const isOfType = (mimeType: string, pattern: string) =>
  pattern.includes('/') && !pattern.endsWith('/*')
    ? mimeType.split(';')[0] === pattern
    : mimeType.startsWith(`${pattern.replace('/*', '')}/`);

export async function assertProperty(tx: Tx, id: string | null, { holdProperty }: Others): Promise<void> {
  if (id === null || (await holdProperty(tx, id))) return;
  throw invalid([
    { path: 'propertyId', code: 'not_found', message: 'must be the id of a property that exists' },
  ]);
}

/** Returns the id of a property of the tenant that a reader names by its id or its domain. */
export async function readProperty(
  tenantId: string,
  address: string | undefined,
  { locate }: Pick<Others, 'locate'>,
  path = 'property',
): Promise<string | undefined> {
  if (address === undefined) return undefined;
  const named = address.toLowerCase();
  const place = FORMATS.uuid.test(named) || named.includes('.') ? await locate(named) : undefined;
  if (place?.tenantId === tenantId) return place.propertyId;
  throw invalid([{ path, code: 'not_found', message: 'must be the id or a proved domain of a property' }]);
}

const absent = (path: string, what: string): Problem => ({
  path,
  code: 'not_found',
  message: `must be the id of an ${what} that exists`,
});

export async function assertUnreferenced(tx: Tx, entryId: string): Promise<void> {
  const { rows: found } = await findReferrers(tx, 'entry', entryId, NAMED_AT_MOST, null);
  if (found.length === 0) return;
  const count = found.length > NAMED_AT_MOST ? `more than ${NAMED_AT_MOST}` : found.length;
  throw conflict(`${count} other ${found.length === 1 ? 'entry refers' : 'entries refer'} to this one.`, {
    referencedBy: found.slice(0, NAMED_AT_MOST),
    more: found.length > NAMED_AT_MOST,
  });
}

export async function pageOfReferrers(
  tx: Tx,
  entryId: string,
  limit: number,
  cursor: string | undefined,
  typeIds?: string[],
) {
  if (cursor !== undefined && !FORMATS.uuid.test(cursor))
    throw badRequest('The cursor is not one of this list.');
  if ((await findEntry(tx, entryId)) === undefined) throw notFound('entry');
  planByIndex(tx);
  const { rows, reached } = await findReferrers(tx, 'entry', entryId, limit, cursor ?? null, typeIds);
  const shown = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? shown.at(-1)!.id : reached;
  const pagination = { limit, hasMore: nextCursor !== null, nextCursor };
  return { success: true as const, data: shown, pagination };
}

/**
 * Returns entries that use an asset, for the media module; a bounded number of them. Those that the caller may not read count without
 * their names, because the asset cannot be deleted.
 */
export async function usersOfAsset(tx: Tx, assetId: string, caller: Limited) {
  const { rows: users } = await findReferrers(tx, 'asset', assetId, USERS_AT_MOST, null);
  return users.map(({ id, type, slug }) =>
    hasRight(caller, type, 'read')
      ? { type: 'entry', id, title: `${type}/${slug ?? id}` }
      : { type: 'entry', id: NAMELESS, title: 'an entry that you may not read' },
  );
}
