/** The second half of an import of entries: each gets its values, and goes live where it was. */
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../../failures.ts';
import { codesOf, ENTRIES, linesToDo, mapped, type Numbered, named } from './entries.ts';
import { type EntryLine, inLots, type Live, type Values } from './lines.ts';
import { IDS_AT_ONCE, insist } from './patience.ts';
import { attempt, noSite, problemsIn, propertyOf, type Run, refuse } from './run.ts';
import { type Entry, entriesWithIds, linesOf, liveValuesOf } from './tenant.ts';
import { changesTo, mapLinks, onlyLocales, withSlugs } from './values.ts';

/** An entry of the target, with its line. */
type Held = { entry: Entry; line: EntryLine };
/** The ids of the target that must be live before an entry; null: it lacks something else. */
type Waits = Set<string> | null;
/** Entries that cannot go live yet. */
type Stuck = Map<string, Waits>;

/** Gives the entries their values, and makes them live. Those that require each other go live last. */
export async function settleEntries(run: Run): Promise<void> {
  let stuck = await settle(run, null, false);
  for (let before = Number.POSITIVE_INFINITY; stuck.size > 0 && stuck.size < before; ) {
    before = stuck.size;
    stuck = await settle(run, stuck, false);
  }
  if (stuck.size > 0) await settle(run, stuck, true);
}

async function settle(run: Run, only: Stuck | null, isLast: boolean): Promise<Stuck> {
  const { target, journal, scan, progress, counts } = run;
  const stuck: Stuck = new Map();
  const inCircle = isLast ? circleOf(run, only!) : null;
  let done = 0;
  const known = async function* () {
    for await (const one of linesToDo(run))
      if (journal.to(one.line.id) !== undefined && (only?.has(one.line.id) ?? true)) yield one;
  };
  for await (const lot of inLots(known(), IDS_AT_ONCE)) {
    const entries = await entriesWithIds(target, [...new Set(lot.map(({ line }) => journal.to(line.id)!))]);
    const lines = await linesOf(target, entries);
    const held = new Map(entries.map((entry, n) => [entry.id, { entry, line: lines[n]! }]));
    for (const one of lot) {
      const share = done++ / (only?.size ?? scan.entries.size);
      progress.show(share, `${counts.entries.published} live, ${counts.entries.refused} refused`);
      const found = held.get(journal.to(one.line.id)!);
      if (found === undefined) continue;
      await attempt(run, named(one), async () => {
        const waiting = await settleOne(run, one, found, { isFirst: only === null, isLast, inCircle });
        if (waiting !== undefined) stuck.set(one.line.id, waiting);
      });
    }
  }
  return stuck;
}

/** Returns the stuck entries that wait for each other alone. */
function circleOf({ journal }: Run, stuck: Stuck): Set<string> {
  const circle = new Map([...stuck].map(([id, waits]) => [journal.to(id)!, waits]));
  for (let before = -1; before !== circle.size; ) {
    before = circle.size;
    for (const [id, waits] of circle)
      if (waits === null || ![...waits].every((one) => circle.has(one))) circle.delete(id);
  }
  return new Set(circle.keys());
}

type Turn = { isFirst: boolean; isLast: boolean; inCircle: Set<string> | null };

/** Returns the entries that must be live before this one; undefined if it is as it should be, or refused. */
async function settleOne(
  run: Run,
  one: Numbered,
  { entry, line: now }: Held,
  turn: Turn,
): Promise<Waits | undefined> {
  const { target, created, counts } = run;
  const { line } = one;
  if (line.type !== entry.type) {
    const message = `is ${line.type}, and the entry that is there is of type ${entry.type}`;
    refuse(run, named(one), [{ path: 'type', code: 'conflict', message }]);
    return undefined;
  }
  const propertyId = await propertyOf(target, line.site);
  if (propertyId === undefined) {
    refuse(run, named(one), [noSite(line)]);
    return undefined;
  }
  run.parents.set(entry.id, entry.parentId);
  const isNew = created.has(line.id);
  const slugged = (values: Values) => withSlugs(target.types, line.type, values, now.fields);
  const linked = mapped(run, line.type, line.fields, (path, to) => {
    // A dry run has not made what it would make.
    const isMade = run.isDry && (run.scan.entries.has(to) || run.scan.assets.has(to)) && !run.refused.has(to);
    if (turn.isFirst && !isMade) run.leftOut.push({ line: one.number, id: line.id, path, to });
  });
  const wanted = slugged(linked);
  const draft = { fields: now.fields, propertyId: entry.propertyId };
  let isChanged = false;
  const save = async (fields: Values) => {
    const changes = changesTo(target.types, line.type, draft.fields, fields);
    const isMoved = propertyId !== draft.propertyId;
    if (changes === null && !isMoved) return;
    const path = `${ENTRIES}/${entry.id}${run.isDry ? '?dryRun=true' : ''}`;
    const body = { ...(changes && { fields: changes }), ...(isMoved && { propertyId }) };
    await insist(() => target.api.json('PATCH', path, body), target.signal);
    Object.assign(draft, { fields, propertyId });
    isChanged = true;
  };
  let waiting: Waits | undefined;
  if (line.live !== undefined && !isLiveAlready(run, line, now, entry.propertyId === propertyId)) {
    const live = line.live.fields ? slugged(mapped(run, line.type, line.live.fields)) : null;
    await save(live ?? wanted);
    waiting = run.isDry ? undefined : await publish(run, one, entry.id, live ?? wanted, turn);
    isChanged = true;
  }
  await save(wanted);
  if (turn.isFirst) {
    if (!isNew) counts.entries[isChanged ? 'changed' : 'unchanged']++;
    if (!isNew && isLiveElsewhere(now.live, line.live, codesOf(run))) counts.stillLive++;
  }
  return waiting;
}

const isLiveElsewhere = (now: Live | undefined, wanted: Live | undefined, codes: string[]): boolean =>
  now !== undefined &&
  (wanted === undefined || (now.locales ?? codes).some((code) => wanted.locales?.includes(code) === false));

/** True if readers of the locales in which the line is live get these values. */
function isLiveAlready(run: Run, line: EntryLine, now: EntryLine, isOfSite: boolean): boolean {
  const codes = codesOf(run);
  const locales = line.live?.locales ?? codes;
  if (now.live === undefined || !isOfSite) return false;
  if (now.live.locales !== undefined && !locales.every((code) => now.live!.locales!.includes(code)))
    return false;
  const { types } = run.target;
  const valuesOf = (one: EntryLine) => onlyLocales(types, one.type, liveValuesOf(types, codes, one), locales);
  const live = valuesOf(now);
  return isDeepStrictEqual(live, withSlugs(types, line.type, mapped(run, line.type, valuesOf(line)), live));
}

const WAITING = ['not_live', 'not_public'];

/** Returns what it waits for, if that is why it is refused. */
async function publish(
  run: Run,
  one: Numbered,
  id: string,
  values: Values,
  { isLast, inCircle }: Turn,
): Promise<Waits | undefined> {
  const { target, counts } = run;
  const { locales } = one.line.live!;
  const broken = inCircle?.has(id) ? { broken: 'allow' } : {};
  const body = { ...(locales && { locales }), ...broken };
  try {
    await insist(() => target.api.json('POST', `${ENTRIES}/${id}/publish`, body), target.signal);
    counts.entries.published++;
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || ![409, 422].includes(error.status)) throw error;
    const problems = problemsIn(error);
    if (isLast || !problems.every(({ code }) => WAITING.includes(code))) {
      refuse(run, named(one), problems);
      return undefined;
    }
    if (problems.some(({ code }) => code === 'not_public')) return null;
    const links = new Map<string, string>();
    mapLinks(target.types, one.line.type, values, (_kind, to, path) => {
      links.set(path, to);
      return to;
    });
    const waits = problems.map(({ path }) => links.get(path));
    return waits.includes(undefined) ? null : new Set(waits as string[]);
  }
}
