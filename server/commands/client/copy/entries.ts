/**
 * The entries of an import. All are made first, as drafts without the links to entries that do not exist yet; then each gets its values
 * (`settle.ts`), and goes live where it was. So circles of references need no order, and what a killed run has done is not done again.
 */
import { Refusal } from '../../failures.ts';
import { type EntryLine, linesOfKind, type Values } from './lines.ts';
import { IDS_AT_ONCE, insist } from './patience.ts';
import { attempt, noSite, propertyOf, type Run, refuse } from './run.ts';
import { type Entry, entriesWithIds } from './tenant.ts';
import { mapLinks } from './values.ts';

export const ENTRIES = '/v1/content/entries';
export type Numbered = { number: number; line: EntryLine };

/** The lines of entries that can be imported. */
export async function* linesToDo({ place, scan, refused }: Run): AsyncGenerator<Numbered> {
  for await (const one of linesOfKind(place.file, 'entry'))
    if (!scan.unfit.has(one.number) && !refused.has(one.line.id)) yield one;
}

export const named = ({ number, line }: Numbered) => ({ number, id: line.id, kind: 'entries' as const });

/** Finds the entries of earlier runs, those of the tenant that the file comes from, and those of singletons. */
export async function findThere(run: Run): Promise<void> {
  const { target, scan, journal } = run;
  for (let ids = [...scan.entries.keys()], at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    const found = await entriesWithIds(target, [...new Set(some.map((id) => journal.to(id) ?? id))]);
    const there = new Set(found.map(({ id }) => id));
    for (const id of some) {
      const to = journal.to(id);
      if (to === undefined && there.has(id)) journal.note(id, id);
      if (to !== undefined && !there.has(to)) journal.forget(id);
    }
  }
  const singletons = new Set(scan.types.filter(({ singleton }) => singleton).map(({ name }) => name));
  for (const [id, type] of scan.entries) {
    if (!singletons.has(type) || journal.to(id) !== undefined || run.untriedTypes.has(type)) continue;
    const [only] = (
      await insist(
        () => target.api.page<Entry>(`${ENTRIES}?type=${encodeURIComponent(type)}&limit=1`),
        target.signal,
      )
    ).data;
    if (only !== undefined) journal.note(id, only.id);
  }
}

/** Sends the creation once more during which the last run was killed: its key makes it the same one. */
export async function goOn(run: Run): Promise<void> {
  const { journal } = run;
  const pending = journal.pending();
  if (pending?.isOld)
    console.error(
      `The last run ended while it made the entry ${pending.id}, more than a day ago. Look whether it is there twice after this one.`,
    );
  if (pending !== null && !pending.isOld)
    await post(run, pending.key, pending.body)
      .then(({ id }) => journal.note(pending.id, id))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
  journal.settled();
}

async function post(
  { target, isDry }: Pick<Run, 'target' | 'isDry'>,
  key: string,
  body: unknown,
): Promise<{ id: string }> {
  // A dry run takes no key: there is nothing to repeat.
  const [path, headers] = isDry ? [`${ENTRIES}?dryRun=true`, {}] : [ENTRIES, { 'idempotency-key': key }];
  return insist(() => target.api.json('POST', path, body, headers), target.signal);
}

/** The values with the ids of the target. A link to something that is not there yet, or never, is left out. */
export function mapped(
  { target, journal }: Run,
  type: string,
  values: Values,
  leftOut?: (path: string, id: string) => void,
) {
  return mapLinks(target.types, type, values, (_kind, id, path) => {
    const to = journal.to(id);
    if (to === undefined) leftOut?.(path, id);
    return to ?? null;
  });
}

export const codesOf = ({ target }: Run) => target.locales.locales.map(({ code }) => code);

export async function createEntries(run: Run): Promise<void> {
  const { scan, journal, counts, created, progress, isDry } = run;
  let done = 0;
  for await (const one of linesToDo(run)) {
    const { line } = one;
    progress.show(
      done++ / scan.entries.size,
      `made ${counts.entries.created} of ${scan.entries.size} entries`,
    );
    if (journal.to(line.id) !== undefined) continue;
    if (run.untriedTypes.has(line.type)) {
      counts.untried++;
      continue;
    }
    await attempt(run, named(one), async () => {
      const body = await newEntry(run, one);
      if (body === null) return;
      const key = journal.keyOf(line.id);
      if (!isDry) journal.expect({ id: line.id, key, body });
      const { id } = await post(run, key, body);
      if (!isDry) journal.note(line.id, id);
      counts.entries.created++;
      created.add(line.id);
    });
  }
  if (!isDry) journal.settled();
}

/** The body of a creation; null if the line is refused. */
async function newEntry(run: Run, one: Numbered): Promise<object | null> {
  const { target, journal, created, isDry } = run;
  const { line } = one;
  const propertyId = await propertyOf(target, line.site);
  if (propertyId === undefined) {
    refuse(run, named(one), [noSite(line)]);
    return null;
  }
  const parentId = line.parentId === undefined ? undefined : journal.to(line.parentId);
  const isParentTried = isDry && line.parentId !== undefined && created.has(line.parentId);
  if (line.parentId !== undefined && parentId === undefined && !isParentTried) {
    const message = `is that of no entry that is there, or above this one in the file: ${line.parentId}`;
    refuse(run, named(one), [{ path: 'parentId', code: 'not_found', message }]);
    return null;
  }
  // Values that are live and not those of the draft come first, to be published.
  const fields = mapped(run, line.type, line.live?.fields ?? line.fields);
  return { type: line.type, ...(propertyId && { propertyId }), ...(parentId && { parentId }), fields };
}
