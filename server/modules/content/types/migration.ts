/**
 * The effect of a change of a type on stored values, and the entries that would become invalid. Pure: it reads and writes no
 * database.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import {
  cleanValues,
  demandValues,
  localesIn,
  readValues,
  titleFields,
  type Values,
} from '../entries/values.ts';
import { blocksIn } from '../fields/block-kinds.ts';
import { convertValue } from '../fields/convert.ts';
import { type Field, type Item, isMissing } from '../fields/field.ts';
import { isSortable } from '../fields/kinds.ts';
import { REPEATED } from '../fields/nested.ts';
import { PatternWork } from '../fields/pattern.ts';
import { mapBlocks } from '../fields/structure.ts';
import { isLiveIn, type Live, type Locales } from '../locales/locales.ts';

export type Migration = {
  /** From the old name to the new one. */
  rename?: Record<string, string>;
  /** Fields whose values may be deleted. */
  drop?: string[];
  /** Values for entries that have none. */
  default?: Record<string, unknown>;
  /** Conversions to the new kind: strict reports the values that cannot be converted, lenient drops them. */
  convert?: Record<string, 'strict' | 'lenient'>;
  /** Kinds of block whose blocks may be deleted. */
  dropBlocks?: string[];
  /** The changes inside of each kind of block, by its name. */
  blocks?: Record<string, Migration>;
};

export type Impact = {
  /** Stored entries must be checked first. */
  mustScanEntries: boolean;
  /** Values or index keys of entries change. */
  rewrites: boolean;
  /** New sortable fields, in which every entry needs an index row. */
  absent: Field[];
  /** Fields that become unique. */
  newlyUnique: string[];
};

/** Leaves out the properties that do not affect stored values. */
const withoutLabels = <T extends Item>({ label, help, from, default: _, ...rest }: T): Item => ({
  ...rest,
  ...(rest.of && { of: withoutLabels(rest.of) }),
  ...(rest.fields && { fields: rest.fields.map(withoutLabels) as Field[] }),
  ...(rest.kinds && {
    kinds: rest.kinds.map(({ name, fields }) => ({
      ...{ name, title: '', fields: fields.map(withoutLabels) as Field[] },
    })),
  }),
});

/** True if stored values, or their index keys, may be others under the new definition. A new field has no values yet. */
function isReshaped(before: Item, after: Item): boolean {
  const flags = ({ kind, localised, multiple, unique }: Item) =>
    [kind, localised ?? false, multiple ?? false, unique ?? false].join();
  if (flags(before) !== flags(after)) return true;
  if (before.of && after.of && isReshaped(before.of, after.of)) return true;
  const isReshapedIn = (was: Field[] = [], is: Field[] = []) =>
    was.some((field) => {
      const now = is.find(({ name }) => name === field.name);
      return now === undefined || isReshaped(field, now);
    });
  if (isReshapedIn(before.fields, after.fields)) return true;
  return (before.kinds ?? []).some((kind) => {
    const now = after.kinds?.find(({ name }) => name === kind.name);
    return now === undefined || isReshapedIn(kind.fields, now.fields);
  });
}

export function impactOf(before: Field[], after: Field[], migration: Migration): Impact {
  const was = new Map(before.map((field) => [field.name, field]));
  const kept = after.filter(({ name }) => was.has(name));
  const added = after.filter(({ name }) => !was.has(name));
  const removed = before.filter(({ name }) => !after.some((field) => field.name === name));
  const reshaped = kept.filter((field) => isReshaped(was.get(field.name)!, field));
  const restated = kept.filter(
    (field) => !isDeepStrictEqual(withoutLabels(field), withoutLabels(was.get(field.name)!)),
  );
  // Another field may become the title, which entries are found by.
  const titles = (fields: Field[], others: Field[]) =>
    titleFields(fields.filter(({ name }) => others.some((field) => field.name === name))).map(
      ({ name }) => name,
    );
  const isReordered = !isDeepStrictEqual(titles(before, after), titles(after, before));
  const rewrites =
    removed.length > 0 || reshaped.length > 0 || isReordered || Object.keys(migration).length > 0;
  return {
    rewrites,
    mustScanEntries:
      rewrites ||
      restated.length > 0 ||
      added.some(({ required, requiredLocales }) => required || requiredLocales),
    absent: added.filter(isSortable),
    newlyUnique: after.filter(({ name, unique }) => unique && !was.get(name)?.unique).map(({ name }) => name),
  };
}

/** A migration that names unknown fields is a mistake. */
export function problemsOfMigration(before: Field[], after: Field[], migration: Migration): Problem[] {
  const [had, has] = [new Set(before.map(({ name }) => name)), new Set(after.map(({ name }) => name))];
  const wrong = (path: string, message: string) => ({
    path: `migrate.${path}`,
    code: 'not_allowed',
    message,
  });
  const { rename = {}, drop = [], default: defaults = {}, convert = {} } = migration;
  const touched = new Set([...Object.values(rename), ...Object.keys(defaults), ...Object.keys(convert)]);
  return [
    ...Object.entries(rename).flatMap(([from, to]) => [
      ...(had.has(from) && !has.has(from)
        ? []
        : [wrong(`rename.${from}`, 'must be a field that the change removes')]),
      ...(has.has(to) && !had.has(to) ? [] : [wrong(`rename.${from}`, 'must name a newly added field')]),
    ]),
    ...drop.flatMap((name, index) =>
      had.has(name) ? [] : [wrong(`drop[${index}]`, 'must be a field of the type')],
    ),
    ...[...Object.keys(defaults)].flatMap((name) =>
      has.has(name) ? [] : [wrong(`default.${name}`, 'must be a field of the type')],
    ),
    ...Object.keys(convert).flatMap((name) =>
      has.has(name) ? [] : [wrong(`convert.${name}`, 'must be a field of the type')],
    ),
    ...(migration.dropBlocks ?? []).flatMap((name, index) =>
      blocksIn(before).some((kind) => kind.name === name)
        ? []
        : [wrong(`dropBlocks[${index}]`, 'must be a kind of block of the type')],
    ),
    ...impactOf(before, after, migration)
      .newlyUnique.filter((name) => touched.has(name))
      .map((name) => wrong(name, 'cannot become unique in the same step: change its values first')),
  ];
}

const ONLY_IN_DRAFT = 'is required, and only the draft has it: publish the entry first';

export type Stored = { draft: Values; published: Values | null };
export type Outcome = Stored & { problems: (Problem & { stage: 'draft' | 'published' })[] };

/**
 * The locales that a value gets which had none: the default, which serves all others, or those in which the entry is live without
 * it. A draft also gets the default then.
 */
const codesFor = ({ default: standard }: Locales, live: Live, stage: Stage): string[] => {
  if (isLiveIn(live, standard)) return [standard];
  return stage === 'draft' ? [standard, ...live!] : live!;
};

type Stage = 'draft' | 'published';

/**
 * Returns an entry after the change, and what would be wrong with it. `live`: its locales. The largest take a while, so it pauses
 * for other work.
 */
export async function migrate(change: Turn, stored: Stored, live: Live): Promise<Outcome> {
  const { after, locales } = change;
  const work = new PatternWork();
  const slices = new Slices();
  const read = async (values: Values, stage: Stage) => {
    await slices.pause();
    const codes = codesFor(locales, live, stage);
    const { values: after, problems } = await turn(change, values, codes, work);
    await slices.pause();
    return { values: after, problems: problems.filter(({ code }) => code !== REPEATED) };
  };
  const draft = await read(stored.draft, 'draft');
  const drafted = draft.problems.map((each) => ({ ...each, stage: 'draft' as const }));
  if (stored.published === null) return { draft: draft.values, published: null, problems: drafted };
  const isAlike = live === null && stored.published === stored.draft;
  const published = isAlike ? draft : await read(stored.published, 'published');
  const demanded = demandValues(after, locales, published.values, live);
  const ofDraft = new Set(demandValues(after, locales, draft.values, live).map(({ path }) => path));
  const told = demanded.map((each) =>
    each.code === 'required' && !ofDraft.has(each.path) ? { ...each, message: ONLY_IN_DRAFT } : each,
  );
  const shown = [...published.problems, ...told].map((each) => ({
    ...each,
    stage: 'published' as const,
  }));
  return { draft: draft.values, published: published.values, problems: [...drafted, ...shown] };
}

/** Everything that decides which values an entry has after a change. */
export type Turn = { before: Field[]; after: Field[]; migration: Migration; locales: Locales };

/** Returns values as they are after the change. They passed its check, so there is nothing to report. */
export const convert = async (change: Turn, values: Values, live: Live, stage: Stage): Promise<Values> =>
  (await turn(change, values, codesFor(change.locales, live, stage), new PatternWork())).values;

async function turn(
  { before, after, migration, locales }: Turn,
  values: Values,
  codes: string[],
  work: PatternWork,
) {
  const cleaned = moveBlocks(before, after, codes, migration, cleanValues(before, values), work);
  const moved = move(before, after, codes, migration, cleaned, work);
  // Values of a removed locale are kept, so they are no mistake here.
  const all = [...localesIn(before, cleaned), ...locales.locales.map(({ code }) => code)];
  const known = { ...locales, locales: [...new Set(all)].map((code) => ({ code, fallback: null })) };
  return readValues(after, known, {}, moved, work);
}

/** Applies the changes inside of blocks, at any depth. */
function moveBlocks(
  before: Field[],
  after: Field[],
  codes: string[],
  { dropBlocks = [], blocks = {} }: Migration,
  values: Values,
  work: PatternWork,
): Values {
  if (dropBlocks.length === 0 && Object.keys(blocks).length === 0) return values;
  const next = new Map(blocksIn(after).map((kind) => [kind.name, kind]));
  const moved = before.map((field) => [
    field.name,
    mapBlocks(field, values[field.name], (kind, { id, type, ...inside }) => {
      if (dropBlocks.includes(type)) return undefined;
      const now = next.get(type);
      if (!Object.hasOwn(blocks, type) || now === undefined) return { id, type, ...inside };
      const left = withoutKinds(kind.fields, inside, blocks[type]!.dropBlocks);
      return { id, type, ...move(kind.fields, now.fields, codes, blocks[type]!, left, work) };
    }),
  ]);
  return { ...values, ...Object.fromEntries(moved.filter(([, value]) => value !== undefined)) };
}

/** Takes blocks of these kinds out of a block, at any depth. */
function withoutKinds(fields: Field[], inside: Values, dropped: string[] = []): Values {
  if (dropped.length === 0) return inside;
  const left = { ...inside };
  for (const field of fields) {
    if (left[field.name] === undefined) continue;
    left[field.name] = mapBlocks(field, left[field.name], (_, block) =>
      dropped.includes(block.type) ? undefined : block,
    );
  }
  return left;
}

function move(
  before: Field[],
  after: Field[],
  codes: string[],
  migration: Migration,
  values: Values,
  work: PatternWork,
): Values {
  const { rename = {}, drop = [], default: defaults = {}, convert = {} } = migration;
  const moved: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const now = Object.hasOwn(rename, name) ? rename[name]! : name;
    if (drop.includes(name)) continue;
    const [from, to] = [
      before.find((field) => field.name === name),
      after.find((field) => field.name === now),
    ];
    const how = Object.hasOwn(convert, now) ? convert[now] : undefined;
    const turned = how && from && to ? convertValue(value, from, to, codes, how, work) : value;
    if (turned !== undefined) moved[now] = turned;
  }
  for (const [name, value] of Object.entries(defaults)) {
    const localised = after.find((field) => field.name === name)?.localised;
    if (!localised) {
      if (isMissing(moved[name])) moved[name] = value;
      continue;
    }
    for (const code of codes) {
      if (!isMissing((moved[name] as Values | undefined)?.[code])) continue;
      moved[name] = { ...(moved[name] as Values | undefined), [code]: value };
    }
  }
  return moved;
}

/**
 * The unique fields and slugs whose keys the change makes anew, with their former names: those that become unique, or that get or
 * lose their locales.
 */
export function rekeyed({
  before,
  after,
  migration,
}: Turn): { name: string; was: string; isSlug: boolean }[] {
  const source = new Map(Object.entries(migration.rename ?? {}).map(([from, to]) => [to, from]));
  return after.flatMap((field) => {
    const isSlug = field.kind === 'slug';
    const was = source.get(field.name) ?? field.name;
    const former = before.find(({ name }) => name === was);
    if (former === undefined || !(isSlug || field.unique)) return [];
    const isNew = !isSlug && !former.unique;
    const isMoved = (former.localised ?? false) !== (field.localised ?? false);
    return isNew || isMoved ? [{ name: field.name, was, isSlug }] : [];
  });
}

/** Unique fields and slugs whose values the change computes: two entries could get the same one, which no check of one entry finds. */
export function collisionsOf({ before, after, migration }: Omit<Turn, 'locales'>): Problem[] {
  const source = new Map(Object.entries(migration.rename ?? {}).map(([from, to]) => [to, from]));
  return after.flatMap((field) => {
    if (field.kind !== 'slug' && !field.unique) return [];
    const former = before.find(({ name }) => name === (source.get(field.name) ?? field.name));
    const isComputed =
      Object.hasOwn(migration.default ?? {}, field.name) ||
      (former !== undefined && former.kind !== field.kind);
    if (!isComputed) return [];
    const message = 'must not get new values as a unique field or slug, of a type with this many entries';
    return [{ path: `migrate.${field.name}`, code: 'not_allowed', message }];
  });
}
