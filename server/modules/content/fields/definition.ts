/** Checks the definition of a type's fields: every mistake at once, also those inside of groups and lists. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '#kernel/errors.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { RESERVED } from './blocks.ts';
import {
  type Field,
  FieldDefinition,
  type Item,
  ItemDefinition,
  MAX_FIELDS,
  MAX_NESTING,
  Place,
} from './field.ts';
import { kindOf } from './kinds.ts';

const OF_EVERY_KIND = ['name', 'kind', 'label', 'help', 'required', 'requiredLocales', 'showIf'];

const checks = { field: compileCheck(FieldDefinition), item: compileCheck(ItemDefinition) };

/** The place of an item: how deep it is, and if something around it is localised. */
type Around = { depth: number; localised: boolean };

/** `isBlock`: the fields of a block, which is inside of another type. */
export function checkDefinition(fields: Field[], isBlock = false): Problem[] {
  const place = new Place('fields');
  let count = 0;

  function checkFields(list: unknown[], at: Place, around: Around): void {
    const seen = new Set<string>();
    for (const [index, field] of list.entries()) {
      if (count > MAX_FIELDS) return;
      const here = at.item(index);
      if (!checkShape(field, 'field', here)) continue;
      const { name } = field as Field;
      if (seen.has(name)) here.field('name').wrong('not_unique', 'must not be the name of two fields');
      seen.add(name);
      // The value of an absent field with the name of an object's built-in property would seem present.
      if (name in {}) here.field('name').wrong('not_allowed', 'is a reserved word');
      if (isBlock && at === place && RESERVED.includes(name))
        here.field('name').wrong('not_allowed', `is a part of every block: ${RESERVED.join(' and ')}`);
      checkItem(field as Field, here, around);
      checkCondition(field as Field, list as Field[], here.field('showIf'));
    }
  }

  function checkShape(value: unknown, what: 'field' | 'item', at: Place): boolean {
    const problems = checks[what](value);
    for (const { path, code, message } of problems) (path === '' ? at : at.field(path)).wrong(code, message);
    return problems.length === 0;
  }

  function checkItem(item: Item, at: Place, { depth, localised }: Around): void {
    // One mistake over the limit is as clear as thousands.
    if (++count > MAX_FIELDS) return;
    const kind = kindOf(item.kind);
    for (const option of Object.keys(item)) {
      const known = [...OF_EVERY_KIND, ...kind.takes, ...(item.kind === 'slug' ? ['unique'] : [])];
      if (!known.includes(option))
        at.field(option).wrong('not_allowed', `is not for a field of kind ${item.kind}`);
      // A value inside of a list, a group or a block is not a value of the entry.
      else if (depth > 0 && option === 'unique') {
        at.field(option).wrong('not_allowed', 'is for the fields of the type itself');
      }
    }
    if (item.localised && localised)
      at.field('localised').wrong('not_allowed', 'is not for a field inside of a localised one');
    if (depth > 0 && item.kind === 'slug')
      at.field('kind').wrong('not_allowed', 'is for a field of the type itself');
    if (depth >= MAX_NESTING && (item.fields || item.of)) {
      at.wrong('too_deep', `must not be nested more than ${MAX_NESTING} levels deep`);
      return;
    }
    kind.checkOptions?.(item, at);
    if (item.requiredLocales && !item.localised)
      at.field('requiredLocales').wrong('not_allowed', 'is for a localised field');
    if (item.default !== undefined && kind.takes.includes('default'))
      kind.read(item.default, item, at.field('default'));
    const inside = { depth: depth + 1, localised: localised || item.localised === true };
    if (item.fields) checkFields(item.fields, at.field('fields'), inside);
    if (item.of && checkShape(item.of, 'item', at.field('of'))) {
      if (item.of.localised)
        at.field('of')
          .field('localised')
          .wrong('not_allowed', 'is for the list, or for the fields of a group in it');
      checkItem(item.of, at.field('of'), inside);
    }
  }

  checkFields(fields, place, { depth: isBlock ? 1 : 0, localised: false });
  if (count > MAX_FIELDS)
    place.wrong('too_many', `must be at most ${MAX_FIELDS}, those inside of groups included`);
  checkSlugs(fields, place);
  return place.problems;
}

const CONDITIONS = ['boolean', 'select', 'number', 'text'];

/** A condition is about a field beside it, which has one plain value. */
function checkCondition({ name, showIf }: Field, siblings: Field[], place: Place): void {
  if (showIf === undefined) return;
  const other = siblings.find((field) => field.name === showIf.field);
  if (other === undefined || other.name === name)
    place.field('field').wrong('not_found', 'must be the name of another field beside this one');
  else if (other.localised || other.multiple || !CONDITIONS.includes(other.kind))
    place
      .field('field')
      .wrong(
        'not_allowed',
        `must be a field with one value for all locales, of kind ${CONDITIONS.join(', ')}`,
      );
}

/** An entry has one slug in its address, so its type has one slug field. */
function checkSlugs(fields: Field[], place: Place): void {
  const slugs = [...fields.entries()].filter(([, field]) => field.kind === 'slug');
  for (const [index] of slugs.slice(1))
    place.item(index).wrong('not_unique', 'must be the only slug of the type');
  for (const [index, { from, localised }] of slugs) {
    if (from === undefined) continue;
    const source = fields.find(({ name }) => name === from);
    const at = place.item(index).field('from');
    if (source?.kind !== 'text') at.wrong('not_allowed', 'must name a text field of this type');
    else if (!isDeepStrictEqual(Boolean(source.localised), Boolean(localised))) {
      at.wrong('not_allowed', 'must name a field whose option localised is the same');
    }
  }
}

export const slugFieldOf = (fields: Field[]): Field | undefined => fields.find(({ kind }) => kind === 'slug');
