/**
 * Blocks: a list of { id, type, …fields } whose `type` names one of the field's kinds of block. The server gives a block without
 * an id one, by which it is known from save to save.
 */
import { isObject } from '#kernel/http/body/verbatim.ts';
import { newId } from '#kernel/id.ts';
import type { Field, Item, Kind, Place } from './field.ts';
import { isShown, type Members, withDefaults } from './members.ts';
import { type Block, kindOfBlock, mapInside } from './structure.ts';

export const MAX_BLOCKS = 500;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Parts of a block that no field of it can be called. */
export const RESERVED = ['id', 'type'];

export function blocksKind(members: Members): Kind {
  function* eachField(value: unknown, item: Item) {
    for (const [index, block] of (value as Block[]).entries())
      for (const field of kindOfBlock(item, block)?.fields ?? []) {
        const inside = block[field.name];
        if (inside !== undefined) yield { field, inside, index };
      }
  }
  return {
    takes: ['localised', 'blocks', 'minItems', 'maxItems'],
    checkOptions({ blocks, minItems = 0, maxItems = MAX_BLOCKS }, place) {
      if (blocks === undefined) place.field('blocks').wrong('required', 'is required');
      if (minItems > maxItems) place.field('minItems').wrong('too_large', 'must not be more than maxItems');
    },
    read(value, item, place) {
      const steps = readBlocks(value, item, place, members);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    readInSteps: (value, item, place) => readBlocks(value, item, place, members),
    textsOf: (value, item, heard = 'all') =>
      [...eachField(value, item)].flatMap(({ field, inside }) => members.texts(field, inside, heard)),
    linksOf: (value, item, place) =>
      [...eachField(value, item)]
        .filter(({ field }) => members.canLink(field))
        .flatMap(({ field, inside, index }) =>
          members.links(field, inside, place.item(index).field(field.name)),
        ),
    shown: (value, item, hidden) =>
      mapInside(item, value, (field, inside) => members.shown(field, inside, hidden)),
    clean: (value, item) => mapInside(item, value, (field, inside) => members.clean(field, inside)),
    demandInside(value, item, place) {
      const { minItems = 0 } = item;
      const blocks = value as Block[];
      if (blocks.length < minItems)
        place.wrong('too_few', `must have at least ${minItems} ${minItems === 1 ? 'block' : 'blocks'}`);
      for (const [index, block] of blocks.entries())
        for (const field of (kindOfBlock(item, block)?.fields ?? []).filter((one) => isShown(one, block)))
          members.demand(field, block[field.name], place.item(index).field(field.name));
    },
  };
}

/** Yields after each block: a page may have many. */
function* readBlocks(
  value: unknown,
  item: Item,
  place: Place,
  members: Members,
): Generator<void, Block[] | undefined> {
  if (!Array.isArray(value)) return place.wrong('wrong_type', 'must be an array of blocks');
  const most = Math.min(item.maxItems ?? MAX_BLOCKS, MAX_BLOCKS);
  if (value.length > most) return place.wrong('too_many', `must have at most ${most} blocks`);
  const seen = new Set<string>();
  const read: (Block | undefined)[] = [];
  for (const [index, one] of value.entries()) {
    read.push(readBlock(one, item, place.item(index), seen, members));
    yield;
  }
  return read as Block[];
}

function readBlock(
  value: unknown,
  item: Item,
  place: Place,
  seen: Set<string>,
  members: Members,
): Block | undefined {
  if (!isObject(value) || Array.isArray(value))
    return place.wrong('wrong_type', 'must be a block: { "type": …, and its fields }');
  const isNew = (value as Partial<Block>).id === undefined;
  const { id = newId(), type, ...rest } = value as Record<string, unknown>;
  const kind = item.kinds!.find(({ name }) => name === type);
  if (kind === undefined) {
    const names = item.kinds!.map(({ name }) => name).join(', ');
    return place.field('type').wrong('not_allowed', `must be a kind of block of this field: ${names}`);
  }
  if (typeof id !== 'string' || !ID.test(id))
    return place.field('id').wrong('wrong_format', 'must be up to 64 letters, digits, - and _');
  if (seen.has(id)) place.field('id').wrong('not_unique', 'must not be the id of two blocks');
  seen.add(id);
  const sent = isNew ? withDefaults(kind.fields, rest, place.locales?.default ?? 'en') : rest;
  return { id, type: kind.name, ...readFields(sent, kind.fields, place, `the block ${kind.name}`, members) };
}

/** Reads the fields of a group or of a block. */
export function readFields(
  value: object,
  fields: Field[],
  place: Place,
  holder: string,
  members: Members,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const [name, inside] of Object.entries(value)) {
    const field = known.get(name);
    const at = place.field(name);
    if (field === undefined) at.wrong('unknown_field', `is not a field of ${holder}`);
    else if (inside !== null) {
      const one = members.read(field, inside, at);
      if (one !== undefined) read[name] = one;
    }
  }
  return read;
}
