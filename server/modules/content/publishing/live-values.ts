/**
 * The values that readers get when some locales of an entry go live or down. Values with a locale are those of its last publication;
 * values without one, and the structure around both, are common to all locales. Pure.
 */
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

export function valuesToPublish(fields: Field[], draft: Values, live: Values, source: Source): Values {
  return mergeFields(fields, {}, draft, live, source);
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

function mergeFields(fields: Field[], around: object, draft: Values, live: Values, source: Source): Values {
  const merged: Values = { ...around };
  for (const field of fields) {
    const value = merge(field, draft[field.name], live[field.name], source);
    if (value === undefined) delete merged[field.name];
    else merged[field.name] = value;
  }
  return merged;
}

function merge(item: Item, draft: unknown, live: unknown, source: Source): unknown {
  if (item.localised) return pick(draft as ByLocale | undefined, live as ByLocale | undefined, source);
  if (draft === undefined || !hasLocales(item)) return draft;
  if (item.kind === 'group')
    return mergeFields(item.fields!, draft as Values, draft as Values, asValues(live), source);
  const before = Array.isArray(live) ? live : [];
  if (item.kind === 'blocks') {
    const former = new Map((before as Block[]).map((block) => [block.id, block]));
    return (draft as Block[]).map((block) => {
      const was = former.get(block.id);
      const fields = kindOfBlock(item, block)?.fields ?? [];
      return mergeFields(fields, block, block, was?.type === block.type ? was : {}, source);
    });
  }
  const items = draft as unknown[];
  const partners = partnersOf(item.of!, items, before, source);
  return items
    .map((one, index) => merge(item.of!, one, before[partners[index]!], source))
    .filter((one) => one !== undefined);
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
function partnersOf(of: Item, draft: unknown[], live: unknown[], source: Source): number[] {
  const stays = (code: string) => source(code) === 'live';
  const wanted = (isWanted: (code: string) => boolean) => (one: unknown) =>
    JSON.stringify(mapLocalised(of, one, (values) => onlyOf(values, isWanted)) ?? null);
  const kept = wanted(stays);
  const shared = wanted(() => false);
  const texts = (one: unknown) => {
    const found = localisedIn(of, one).map((values) => onlyOf(values, stays));
    return found.some((values) => values !== undefined) ? JSON.stringify(found) : undefined;
  };
  const keys: ((one: unknown, index: number) => string | undefined)[] = [
    (one, index) => `${index} ${kept(one)}`,
    kept,
    shared,
    texts,
  ];
  const partners = draft.map(() => -1);
  const taken = new Set<number>();
  for (const key of keys) {
    const free = Map.groupBy(
      [...live.keys()].filter((place) => !taken.has(place)),
      (place) => key(live[place], place),
    );
    free.delete(undefined);
    for (const [index, one] of draft.entries()) {
      if (partners[index] !== -1) continue;
      const place = free.get(key(one, index))?.shift();
      if (place === undefined) continue;
      partners[index] = place;
      taken.add(place);
    }
  }
  return partners;
}
