/**
 * Redirects: added, changed and removed one at a time. Changes of one property run one after the other, so that no two close a
 * loop.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { type NewEvent, publishAll } from '#kernel/events/publish.ts';
import { entityChanged, entityRemoved } from '#kernel/events/search.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { assertSpelled, judge } from './redirect-check.ts';
import type { NewRedirect, Redirect, RedirectChange } from './redirect-fields.ts';
import {
  deleteRedirect,
  findRedirects,
  insertRedirects,
  type RedirectRow,
  updateRedirects,
} from './redirects.sql.ts';
import { GONE, type StatusCode } from './rules.ts';
import type { SaveInQueue } from './save-queue.ts';
import type { Directory } from './serving/directory.ts';
import type { RuleCache } from './serving/rule-cache.ts';
import { REDIRECTS } from './settings.ts';

export type RedirectDeps = {
  directory: Directory;
  tables: RuleCache;
  save: SaveInQueue;
  assertRoom: AssertRoom;
};

export const MAX_RULES = 200_000;

export async function addRedirect(
  tx: Tx,
  now: Date,
  deps: RedirectDeps,
  input: NewRedirect,
): Promise<Redirect> {
  const spelled = draft(input, now);
  assertSpelled(spelled);
  const propertyId = input.propertyId?.toLowerCase() ?? (await deps.directory.ensureDefault(tx, now));
  const { servedVersion, table, hosts } = await holdRules(tx, deps, propertyId);
  if (table.size >= MAX_RULES) throw tooMany;
  await deps.assertRoom(tx, REDIRECTS, 1);
  const row = { ...spelled, property_id: propertyId };
  const { chain, fromHash } = await judge(row, table, hosts);
  const saved = { ...row, chain, from_hash: fromHash };
  await insertRedirects(tx, [saved], { propertyId, servedVersion, now });
  await publishAll(tx, now, added(saved));
  return presentRedirect(saved);
}

/** A save without an effect is no change: it writes nothing and publishes no event. */
export async function changeRedirect(
  tx: Tx,
  now: Date,
  deps: RedirectDeps,
  id: string,
  change: RedirectChange,
  seen: number | null,
): Promise<Redirect> {
  const { before, servedVersion, table, hosts } = await holdRedirect(tx, deps, id, seen);
  const wanted = applyChange(before, change);
  if (isDeepStrictEqual(wanted, before)) return presentRedirect(before);
  const { chain, fromHash } = await judge(wanted, table, hosts);
  const after = { ...wanted, chain, from_hash: fromHash, version: before.version + 1, updated_at: now };
  await updateRedirects(tx, [after], { servedVersion, now });
  await publishAll(tx, now, changed(before, after));
  return presentRedirect(after);
}

export async function removeRedirect(tx: Tx, now: Date, deps: RedirectDeps, id: string, seen: number | null) {
  const { before, servedVersion } = await holdRedirect(tx, deps, id, seen);
  await deleteRedirect(tx, before, servedVersion);
  await publishAll(tx, now, removed(before, now));
  return { id: before.id, deleted: true as const };
}

/** Returns the rules of the property, which stay as they are until this transaction ends. */
export async function holdRules(tx: Tx, { directory, tables }: RedirectDeps, propertyId: string) {
  const held = await directory.advance(tx, propertyId);
  if (held === undefined) throw notFound('property');
  const { version, domains: hosts, isAgain } = held;
  // The changes of this transaction are for itself alone: it may be a rehearsal, or fail.
  const table = isAgain
    ? await tables.ofTransaction(tx, propertyId, version)
    : (await tables.atVersion(tx, propertyId, version - 1))!.table;
  return { servedVersion: version, table, hosts };
}

/** Finds the redirect, locks its property, and reads the redirect again under the lock. */
async function holdRedirect(tx: Tx, deps: RedirectDeps, id: string, seen: number | null) {
  const [found] = await findRedirects(tx, [id]);
  if (found === undefined) throw notFound('redirect');
  const rules = await holdRules(tx, deps, found.property_id);
  const [row] = await findRedirects(tx, [id]);
  return { before: rowAtVersion(row, seen, 'redirect'), ...rules };
}

export const tooMany = conflict(`A property has at most ${MAX_RULES} redirects.`);

/** A redirect without a property yet. */
export const draft = (input: Omit<NewRedirect, 'propertyId'>, now: Date): RedirectRow => ({
  id: newId(),
  property_id: '',
  match: input.match,
  from_path: input.from,
  to_url: input.to ?? '',
  status_code: input.statusCode,
  query: input.query,
  active_from: readTime(input.activeFrom),
  active_until: readTime(input.activeUntil),
  notes: input.notes ?? null,
  chain: [],
  version: 1,
  created_at: now,
  updated_at: now,
  hits: 0n,
  last_hit_at: null,
});

export function applyChange(row: RedirectRow, change: RedirectChange): RedirectRow {
  const { from, to, statusCode, match, query, activeFrom, activeUntil, notes } = change;
  return {
    ...row,
    from_path: from ?? row.from_path,
    // A page that is gone leads nowhere.
    to_url: to ?? (statusCode === GONE ? '' : row.to_url),
    status_code: statusCode ?? row.status_code,
    match: match ?? row.match,
    query: query ?? row.query,
    active_from: activeFrom === undefined ? row.active_from : readTime(activeFrom),
    active_until: activeUntil === undefined ? row.active_until : readTime(activeUntil),
    notes: notes === undefined ? row.notes : notes,
  };
}

const readTime = (text: string | null | undefined) => (text == null ? null : new Date(text));

export const added = (row: RedirectRow): NewEvent[] => [
  { type: 'redirect.added', data: presentRedirect(row) },
  found(row),
];

export const removed = (row: RedirectRow, now: Date): NewEvent[] => [
  redirectRemoved(row, now),
  entityRemoved('redirect', row.id),
];

/** For subscribers that copy the rules, a changed rule is a removed and an added one. A changed note concerns search only. */
export function changed(before: RedirectRow, after: RedirectRow): NewEvent[] {
  const served = ({ notes: _, version: __, updated_at: ___, chain: ____, ...row }: RedirectRow) => ({
    ...row,
    from_hash: undefined,
  });
  if (isDeepStrictEqual(served(before), served(after))) return [found(after)];
  return [redirectRemoved(before, after.updated_at), ...added(after)];
}

const redirectRemoved = (row: RedirectRow, now: Date): NewEvent => ({
  type: 'redirect.removed',
  data: { ...presentRedirect(row), removedAt: now.toISOString() },
});

const found = ({ id, from_path, to_url, notes }: RedirectRow) =>
  entityChanged('redirect', id, { title: from_path, subtitle: to_url || 'Gone', text: notes ?? '' });

export const presentRedirect = (row: RedirectRow): Redirect => ({
  id: row.id,
  propertyId: row.property_id,
  from: row.from_path,
  to: row.to_url,
  statusCode: row.status_code as StatusCode,
  match: row.match,
  query: row.query,
  activeFrom: row.active_from?.toISOString() ?? null,
  activeUntil: row.active_until?.toISOString() ?? null,
  notes: row.notes,
  chain: row.chain,
  hits: Number(row.hits),
  lastHitAt: row.last_hit_at?.toISOString() ?? null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
