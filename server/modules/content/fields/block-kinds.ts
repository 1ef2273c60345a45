/**
 * Kinds of block: content types with `block: true`, which fields of other types name. A type is stored with the definitions of its
 * blocks, so that reading an entry needs no other type; a change of a block changes every type that uses it.
 */
import type { Problem } from '#kernel/errors.ts';
import {
  type BlockKind,
  type Field,
  type Item,
  MAX_FIELDS_WITH_BLOCKS,
  MAX_NESTING_WITH_BLOCKS,
  Place,
} from './field.ts';
import { hasLocales, itemsIn } from './structure.ts';

/** The names of blocks in a definition as it was sent. */
export const namedBlocks = (items: Item[]): string[] => [
  ...new Set(items.flatMap((item) => [...(item.blocks ?? []), ...namedBlocks(itemsIn(item))])),
];

/** Adds the definitions of the named blocks. `self`: the name of the block that has these fields, if they are of one. */
export function resolveBlocks(
  fields: Field[],
  known: Map<string, BlockKind>,
  self: string | null,
): { fields: Field[]; problems: Problem[] } {
  const place = new Place('fields');
  const within = <T extends Item>(item: T, at: Place, localised: boolean): T => {
    const around = localised || item.localised === true;
    const resolved = { ...item };
    if (item.of) resolved.of = within(item.of, at.field('of'), around);
    if (item.fields) resolved.fields = each(item.fields, at.field('fields'), around);
    if (item.blocks) resolved.kinds = kindsFor(item.blocks, at.field('blocks'), around);
    return resolved;
  };
  const each = (list: Field[], at: Place, localised: boolean) =>
    list.map((field, index) => within(field, at.item(index), localised));
  const loops = new Map<string, boolean>();
  const leadsBack = ({ name, fields }: BlockKind) => {
    const known = loops.get(name) ?? (name === self || blocksIn(fields).some((one) => one.name === self));
    loops.set(name, known);
    return known;
  };
  const kindsFor = (names: string[], at: Place, localised: boolean) =>
    names.flatMap((name, index): BlockKind[] => {
      const kind = known.get(name);
      const here = at.item(index);
      if (kind === undefined) here.wrong('not_found', 'must be the name of a content type with block: true');
      else if (self !== null && leadsBack(kind))
        here.wrong('loop', `must not contain the block ${self} itself`);
      else if (localised && kind.fields.some(hasLocales))
        here.wrong('not_allowed', 'has localised fields, so it cannot be inside of a localised one');
      return kind === undefined ? [] : [kind];
    });
  const resolved = each(fields, place, false);
  if (place.problems.length === 0) checkSize(resolved, self !== null, place);
  return { fields: resolved, problems: place.problems };
}

type Size = { depth: number; count: number };

/** The size of a block is reckoned once, however often it is named. */
function sizeOf(items: Item[], ofBlocks: Map<string, Size>): Size {
  const total: Size = { depth: 0, count: items.length };
  const add = ({ depth, count }: Size, below: number) => {
    total.depth = Math.max(total.depth, depth + below);
    total.count += count;
  };
  for (const { of, fields = [], kinds = [] } of items) {
    add({ depth: 1, count: 0 }, 0);
    if (of) add(sizeOf([of], ofBlocks), 1);
    add(sizeOf(fields, ofBlocks), 1);
    for (const kind of kinds) {
      const size = ofBlocks.get(kind.name) ?? sizeOf(kind.fields, ofBlocks);
      ofBlocks.set(kind.name, size);
      add(size, 1);
    }
  }
  return total;
}

function checkSize(fields: Field[], isBlock: boolean, place: Place): void {
  const { depth, count } = sizeOf(fields, new Map());
  if (depth + (isBlock ? 1 : 0) > MAX_NESTING_WITH_BLOCKS + 1)
    place.wrong(
      'too_deep',
      `must not be nested more than ${MAX_NESTING_WITH_BLOCKS} levels deep, with the fields of its blocks`,
    );
  if (count > MAX_FIELDS_WITH_BLOCKS)
    place.wrong('too_many', `must be at most ${MAX_FIELDS_WITH_BLOCKS}, with those of its blocks`);
}

/** The kinds of block that stored fields use, at any depth, each once. */
export function blocksIn(items: Item[]): BlockKind[] {
  const found = new Map<string, BlockKind>();
  const look = (list: Item[]): void => {
    for (const { of, fields = [], kinds = [] } of list) {
      look(of ? [of] : fields);
      for (const kind of kinds) {
        if (found.has(kind.name)) continue;
        found.set(kind.name, kind);
        look(kind.fields);
      }
    }
  };
  look(items);
  return [...found.values()];
}

/** Replaces the definition of a block wherever it is used. */
export const withBlock = <T extends Item>(items: T[], changed: BlockKind): T[] =>
  items.map((item) => ({
    ...item,
    ...(item.of && { of: withBlock([item.of], changed)[0] }),
    ...(item.fields && { fields: withBlock(item.fields, changed) }),
    ...(item.kinds && {
      kinds: item.kinds.map((kind) =>
        kind.name === changed.name ? changed : { ...kind, fields: withBlock(kind.fields, changed) },
      ),
    }),
  }));

/** Returns fields as they were sent, without the definitions of their blocks. */
export const withoutBlocks = <T extends Item>(items: T[]): T[] =>
  items.map(({ kinds: _, ...item }) => ({
    ...item,
    ...(item.of && { of: withoutBlocks([item.of])[0] }),
    ...(item.fields && { fields: withoutBlocks(item.fields) }),
  })) as T[];
