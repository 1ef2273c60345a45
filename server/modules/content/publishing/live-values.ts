/**
 * The values that readers get when some locales of an entry go live or down. Values with a locale are those of its last publication;
 * values without one, and the structure around both, are common to all locales. Pure.
 */
import { Slices } from '#kernel/work/slices.ts';
import type { Values } from '../entries/values.ts';
import type { Field, Item } from '../fields/field.ts';
import {
  type Block,
  type ByLocale,
  hasLocales,
  kindOfBlock,
  localisedIn,
  mapLocalised,
} from '../fields/structure.ts';

/** From where the value of a locale comes; null: it is not live. */
export type Source = (code: string) => 'draft' | 'live' | null;

/** Pauses for other work between the items of lists and blocks. */
export function valuesToPublish(
  fields: Field[],
  draft: Values,
  live: Values,
  source: Source,
): Promise<Values> {
  return mergeFields(fields, {}, draft, live, { source, slices: new Slices() });
}

/** The values of these locales alone, with all that locales have in common. */
export function valuesOfLocales(
  fields: Field[],
  values: Values,
  isWanted: (code: string) => boolean,
): Values {
  const kept = fields.flatMap((field) => {
    const value = mapLocalised(field, values[field.name], (one) => onlyOf(one, isWanted));
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(kept);
}

function onlyOf(values: ByLocale, isWanted: (code: string) => boolean): ByLocale | undefined {
  const kept = Object.entries(values).filter(([code]) => isWanted(code));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

type Merging = { source: Source; slices: Slices };

async function mergeFields(
  fields: Field[],
  around: object,
  draft: Values,
  live: Values,
  by: Merging,
): Promise<Values> {
  const merged: Values = { ...around };
  for (const field of fields) {
    const value = await merge(field, draft[field.name], live[field.name], by);
    if (value === undefined) delete merged[field.name];
    else merged[field.name] = value;
  }
  return merged;
}

async function merge(item: Item, draft: unknown, live: unknown, by: Merging): Promise<unknown> {
  await by.slices.pause();
  if (item.localised) return pick(draft as ByLocale | undefined, live as ByLocale | undefined, by.source);
  if (draft === undefined || !hasLocales(item)) return draft;
  if (item.kind === 'group')
    return mergeFields(item.fields!, draft as Values, draft as Values, asValues(live), by);
  const before = Array.isArray(live) ? live : [];
  const merged: unknown[] = [];
  if (item.kind === 'blocks') {
    const former = new Map((before as Block[]).map((block) => [block.id, block]));
    for (const block of draft as Block[]) {
      const was = former.get(block.id);
      const fields = kindOfBlock(item, block)?.fields ?? [];
      merged.push(await mergeFields(fields, block, block, was?.type === block.type ? was : {}, by));
    }
    return merged;
  }
  const items = draft as unknown[];
  const partners = await partnersOf(item.of!, items, before, by);
  for (const [index, one] of items.entries())
    merged.push(await merge(item.of!, one, before[partners[index]!], by));
  return merged.filter((one) => one !== undefined);
}

const asValues = (value: unknown): Values => (value ?? {}) as Values;

function pick(draft: ByLocale = {}, live: ByLocale = {}, source: Source): ByLocale | undefined {
  const codes = [...new Set([...Object.keys(draft), ...Object.keys(live)])];
  const picked = codes.flatMap((code) => {
    const from = source(code);
    const value = from === null ? undefined : from === 'draft' ? draft[code] : live[code];
    return value === undefined ? [] : [[code, value]];
  });
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}

/**
 * Returns for each item of a list its place in the live list; -1: it is new. Items have no id, so those with the same values belong
 * together, then those with the same values of all locales, then those with the same texts of the locales that stay. A text of one
 * item never becomes that of an item in its place that has another picture.
 */
async function partnersOf(
  of: Item,
  draft: unknown[],
  live: unknown[],
  { source, slices }: Merging,
): Promise<number[]> {
  const stays = (code: string) => source(code) === 'live';
  const wanted = (isWanted: (code: string) => boolean) => (one: unknown) =>
    JSON.stringify(mapLocalised(of, one, (values) => onlyOf(values, isWanted)) ?? null);
  const texts = (one: unknown) => {
    const found = localisedIn(of, one).map((values) => onlyOf(values, stays));
    return found.some((values) => values !== undefined) ? JSON.stringify(found) : undefined;
  };
  const partners = draft.map(() => -1);
  const free = new Set(live.keys());
  const join = (index: number, place: number) => {
    partners[index] = place;
    free.delete(place);
  };
  for (const keyOf of [wanted(stays), wanted(() => false), texts]) {
    const left = [...draft.keys()].filter((index) => partners[index] === -1);
    if (left.length === 0 || free.size === 0) break;
    const keys = new Map(await slices.map(left, (index) => [index, keyOf(draft[index])] as const));
    const places = new Map(await slices.map([...free], (place) => [place, keyOf(live[place])] as const));
    const isAlike = (index: number) => free.has(index) && keys.get(index) === places.get(index);
    for (const index of left) if (keys.get(index) !== undefined && isAlike(index)) join(index, index);
    const byKey = Map.groupBy(free, (place) => places.get(place));
    for (const index of left) {
      const key = keys.get(index);
      if (partners[index] !== -1 || key === undefined) continue;
      const place = byKey.get(key)?.shift();
      if (place !== undefined) join(index, place);
    }
  }
  return partners;
}
