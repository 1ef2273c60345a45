/**
 * The structure of values: what is inside of lists, groups and blocks, at any depth. A localised field holds a value per locale
 * there, while the list, group or block around it exists once.
 */
import { type BlockKind, type Field, type Item, isMissing } from './field.ts';

export type ByLocale = Record<string, unknown>;
export type Block = Record<string, unknown> & { id: string; type: string };

/** The items that a definition contains directly. */
export const itemsIn = ({ of, fields = [], kinds = [] }: Item): Item[] => [
  ...(of ? [of] : []),
  ...fields,
  ...kinds.flatMap((kind) => kind.fields),
];

/** Each value of a field asks, and definitions with blocks are large. */
const known = new WeakMap<Item, boolean>();

/** True if something in it is localised, at any depth. */
export function hasLocales(item: Item): boolean {
  let has = known.get(item);
  if (has === undefined) {
    has = item.localised === true || itemsIn(item).some(hasLocales);
    known.set(item, has);
  }
  return has;
}

export const isNested = ({ kind }: Item): boolean => kind === 'list' || kind === 'group' || kind === 'blocks';

export const kindOfBlock = ({ kinds = [] }: Item, { type }: Block): BlockKind | undefined =>
  kinds.find(({ name }) => name === type);

/** Replaces each value that is directly inside; one that becomes undefined is left out. */
export function mapInside(item: Item, value: unknown, map: (item: Item, value: unknown) => unknown): unknown {
  const ofFields = (fields: Field[], holder: Record<string, unknown>) => {
    const mapped = { ...holder };
    for (const field of fields) {
      if (holder[field.name] === undefined) continue;
      mapped[field.name] = map(field, holder[field.name]);
      if (mapped[field.name] === undefined) delete mapped[field.name];
    }
    return mapped;
  };
  // A value of a former definition may have another shape.
  if (Array.isArray(value) !== (item.kind !== 'group') || typeof value !== 'object') return value;
  if (item.kind === 'group') return ofFields(item.fields!, value as Record<string, unknown>);
  if (item.kind === 'list')
    return (value as unknown[]).map((one) => map(item.of!, one)).filter((one) => one !== undefined);
  if (item.kind === 'blocks')
    return (value as Block[]).map((block) => ofFields(kindOfBlock(item, block)?.fields ?? [], block));
  return value;
}

/** Replaces the values of each localised field, at any depth. */
export function mapLocalised(
  item: Item,
  value: unknown,
  map: (values: ByLocale, item: Item) => unknown,
): unknown {
  if (value === undefined) return undefined;
  if (item.localised) return map(value as ByLocale, item);
  if (!hasLocales(item)) return value;
  return mapInside(item, value, (inside, one) => mapLocalised(inside, one, map));
}

/** The values of each localised field, at any depth. */
export function localisedIn(item: Item, value: unknown): ByLocale[] {
  const found: ByLocale[] = [];
  mapLocalised(item, value, (values) => {
    found.push(values);
    return values;
  });
  return found;
}

/** Returns the first value that a reader of this chain of locales gets. */
export function firstOf(values: ByLocale, chain: string[]): unknown {
  const code = chain.find((one) => !isMissing(values[one]));
  return code === undefined ? undefined : values[code];
}

/** Returns the value as readers of this chain of locales see it, at any depth; undefined: they see none. */
export const served = (item: Item, value: unknown, chain: string[]): unknown =>
  mapLocalised(item, value, (values) => firstOf(values, chain));

/**
 * Replaces each block of a value, at any depth, those inside first; undefined takes it out. `locale`: of the value that the block is
 * in, if that is in one for each.
 */
export function mapBlocks(
  item: Item,
  value: unknown,
  map: (kind: BlockKind, block: Block, locale: string | null) => Block | undefined,
  locale: string | null = null,
): unknown {
  if (value === undefined || !hasBlocks(item)) return value;
  if (item.localised) {
    const one = { ...item, localised: false };
    const mapped = Object.entries(value as ByLocale).map(([code, each]) => [
      code,
      mapBlocks(one, each, map, code),
    ]);
    return Object.fromEntries(mapped);
  }
  const inside = mapInside(item, value, (part, one) => mapBlocks(part, one, map, locale));
  if (item.kind !== 'blocks') return inside;
  return (inside as Block[]).flatMap((block) => {
    const kind = kindOfBlock(item, block);
    return kind === undefined ? [block] : (map(kind, block, locale) ?? []);
  });
}

export const hasBlocks = (item: Item): boolean => item.kind === 'blocks' || itemsIn(item).some(hasBlocks);
