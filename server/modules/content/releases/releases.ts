/** Releases: named sets of entries, which editors prepare and publish at one moment. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { assertLocale, type Locales, loadLocales } from '../locales/locales.ts';
import { hiddenAmong } from '../types/limits.ts';
import {
  findCandidates,
  findPublishedLines,
  findReleaseEntries,
  putReleaseEntries,
  type ReleaseAction,
  type ReleaseEntry,
  type ReleaseEntryRow,
  removeReleaseEntry,
} from './release-entries.sql.ts';
import {
  MAX_ENTRIES_IN_RELEASE,
  MAX_RELEASES,
  presentRelease,
  presentReleaseEntry,
} from './release-record.ts';
import {
  deleteRelease,
  findRelease,
  holdRelease,
  insertRelease,
  type ReleaseRow,
  updateRelease,
} from './releases.sql.ts';

const MAX_PROBLEMS = 100;
/** An entry of the audit log stays short. */
const MAX_AUDITED = 50;

export const auditRelease = (
  tx: Tx,
  by: Author,
  now: Date,
  verb: string,
  { id, name }: Pick<ReleaseRow, 'id' | 'name'>,
  details: Record<string, unknown> = {},
) =>
  audit(tx, by, now, {
    action: `content_release.${verb}`,
    subjectType: 'content_release',
    subjectId: id,
    details: { name, ...details },
  });

export async function createRelease(tx: Tx, by: Author, now: Date, name: string) {
  const row: ReleaseRow = {
    ...{ id: newId(), name, status: 'open', version: 1, at: null, redirects: false, allows_broken: false },
    ...{ failure: null, created_by: JSON.stringify({ type: by.type, id: by.id, name: by.name }) },
    ...{ created_at: now, updated_at: now, published_at: null, entries: 0 },
  };
  if (!(await insertRelease(tx, row, MAX_RELEASES)))
    throw conflict(`There are ${MAX_RELEASES} releases already. Delete some that are published.`);
  await auditRelease(tx, by, now, 'created', row);
  return presentRelease(row);
}

/** The release, locked until commit. */
export async function holdAt(tx: Tx, id: string, seen: number | null): Promise<ReleaseRow> {
  const row = await holdRelease(tx, id);
  if (row === undefined) throw notFound('release');
  assertVersion(seen, row.version);
  return row;
}

export function assertStatus({ status }: ReleaseRow, wanted: ReleaseRow['status'], action: string): void {
  if (status === wanted) return;
  const message = `Cannot ${action} a release that is ${status}.`;
  throw new AppError('invalid_transition', message, { status });
}

export async function renameRelease(
  tx: Tx,
  by: Author,
  now: Date,
  id: string,
  name: string,
  seen: number | null,
) {
  const before = await holdAt(tx, id, seen);
  if (before.name === name) return presentRelease(before);
  const row = { ...before, name, version: before.version + 1, updated_at: now };
  await updateRelease(tx, row);
  await auditRelease(tx, by, now, 'renamed', row, { from: before.name });
  return presentRelease(row);
}

/** Its entries stay as they are. */
export async function removeRelease(tx: Tx, by: Author, now: Date, id: string, seen: number | null) {
  const row = await holdAt(tx, id, seen);
  await deleteRelease(tx, id);
  await auditRelease(tx, by, now, 'deleted', row, { status: row.status });
  return { id: row.id, deleted: true as const };
}

export async function readRelease(tx: Tx, id: string) {
  const row = await findRelease(tx, id);
  if (row === undefined) throw notFound('release');
  return withEntries(tx, row);
}

async function withEntries(tx: Tx, row: ReleaseRow) {
  const entries = (await findPublishedLines(tx, row.id)) ?? (await linesNow(tx, row.id));
  return {
    ...presentRelease({ ...row, entries: entries.length }),
    entries: entries.map(presentReleaseEntry),
  };
}

const linesNow = async (tx: Tx, id: string) => findReleaseEntries(tx, id, (await loadLocales(tx)).default);

export type Added = { id: string; action?: ReleaseAction; locales?: string[]; version?: number };

/** An entry that is in the release already is added anew, with the version that it has now. */
export async function addToRelease(
  tx: Tx,
  by: Author & Limited,
  now: Date,
  id: string,
  added: Added[],
  seen: number | null,
) {
  const row = await holdAt(tx, id, seen);
  assertStatus(row, 'open', 'add entries to');
  const locales = await loadLocales(tx);
  const wanted = await readAdded(tx, by, added, locales);
  const before = await findReleaseEntries(tx, id, locales.default);
  assertFits(before, wanted);
  await putReleaseEntries(tx, id, wanted, now);
  const ids = wanted.slice(0, MAX_AUDITED).map(({ entryId }) => entryId);
  await auditRelease(tx, by, now, 'entries_added', row, { entries: wanted.length, entryIds: ids });
  return touched(tx, now, row);
}

async function touched(tx: Tx, now: Date, row: ReleaseRow) {
  const next = { ...row, version: row.version + 1, updated_at: now };
  await updateRelease(tx, next);
  return withEntries(tx, next);
}

async function readAdded(tx: Tx, by: Limited, added: Added[], locales: Locales): Promise<ReleaseEntry[]> {
  const ids = [...new Set(added.map(({ id }) => id.toLowerCase()))];
  const known = new Map((await findCandidates(tx, ids)).map((each) => [each.id, each]));
  for (const id of await hiddenAmong(tx, by, ids)) known.delete(id);
  const first = new Map<string, number>();
  const problems: Problem[] = [];
  const wanted = added.map(({ id, action = 'publish', locales: named, version }, index): ReleaseEntry => {
    const entryId = id.toLowerCase();
    const entry = known.get(entryId);
    const wrong = (field: string, code: string, message: string) =>
      problems.push({ path: `entries[${index}].${field}`, code, message });
    const key = `${entryId} ${action}`;
    if (first.has(key)) wrong('id', 'not_unique', 'is in the list already');
    first.set(key, index);
    if (entry === undefined) wrong('id', 'not_found', 'must be the id of an entry that exists');
    else if (entry.status === 'deleted') wrong('id', 'not_allowed', 'is an entry in the bin');
    else if (version !== undefined && version !== entry.version)
      wrong('version', 'changed', `is not the latest: the entry has version ${entry.version}`);
    for (const [at, code] of (named ?? []).entries())
      assertLocale(locales, code, `entries[${index}].locales[${at}]`);
    return { entryId, action, locales: named ?? null, version: entry?.version ?? 0 };
  });
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
  return wanted;
}

/** An entry may go live in some locales and be taken down in others, but not both in one. */
function assertFits(before: ReleaseEntryRow[], wanted: ReleaseEntry[]): void {
  const keyOf = (id: string, action: string) => `${id} ${action}`;
  const all = new Map(before.map(({ id, action, locales }) => [keyOf(id, action), locales]));
  for (const { entryId, action, locales } of wanted) all.set(keyOf(entryId, action), locales);
  const problems = wanted.flatMap(({ entryId, action, locales }, index): Problem[] => {
    const other = all.get(keyOf(entryId, action === 'publish' ? 'unpublish' : 'publish'));
    if (other === undefined) return [];
    if (other !== null && locales !== null && !locales.some((code) => other.includes(code))) return [];
    const message = 'is in the release with the other action. Remove it first, or name other locales';
    return [{ path: `entries[${index}].action`, code: 'not_allowed', message }];
  });
  if (all.size > MAX_ENTRIES_IN_RELEASE)
    problems.push({
      path: 'entries',
      code: 'too_many',
      message: `must leave at most ${MAX_ENTRIES_IN_RELEASE} in the release`,
    });
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}

export async function takeOutOfRelease(
  tx: Tx,
  by: Author,
  now: Date,
  id: string,
  entryId: string,
  seen: number | null,
) {
  const row = await holdAt(tx, id, seen);
  assertStatus(row, 'open', 'remove entries from');
  if (!(await removeReleaseEntry(tx, id, entryId))) throw notFound('entry of the release');
  await auditRelease(tx, by, now, 'entry_removed', row, { entryId });
  return touched(tx, now, row);
}
