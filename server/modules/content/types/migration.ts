/** Stored values as a change of their type leaves them, and what would be wrong with them. Pure: it reads and writes no database. */
import type { Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import { cleanValues, demandValues, localesIn, readValues, type Values } from '../entries/values.ts';
import { blocksIn } from '../fields/block-kinds.ts';
import { convertValue } from '../fields/convert.ts';
import { type Field, isMissing } from '../fields/field.ts';
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
