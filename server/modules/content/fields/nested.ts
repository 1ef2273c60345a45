/** Lists of a kind, and groups of fields. */
import { isObject } from '#kernel/http/body/verbatim.ts';
import { blocksKind, readFields } from './blocks.ts';
import type { Item, Kind, KindName } from './field.ts';
import { isShown, membersBy } from './members.ts';
import { mapInside } from './structure.ts';

const MAX_ITEMS = 1_000;
/** Lists saved before this was a mistake may contain an entry twice. */
export const REPEATED = 'repeated_reference';

export function nestedKinds(kindOf: (name: KindName) => Kind): { list: Kind; group: Kind; blocks: Kind } {
  const members = membersBy(kindOf);
  const eachField = (value: unknown, item: Item) =>
    item.fields!.flatMap((field) => {
      const inside = (value as Record<string, unknown>)[field.name];
      return inside === undefined ? [] : [{ field, inside }];
    });

  const list: Kind = {
    takes: ['localised', 'of', 'minItems', 'maxItems'],
    checkOptions({ of, minItems = 0, maxItems = MAX_ITEMS }, place) {
      if (of === undefined) place.field('of').wrong('required', 'is required');
      else if (of.kind === 'list' || of.kind === 'blocks')
        place
          .field('of')
          .wrong(
            'not_allowed',
            `must not be ${of.kind === 'list' ? 'a list' : 'blocks'}: put a group between`,
          );
      if (minItems > maxItems) place.field('minItems').wrong('too_large', 'must not be more than maxItems');
    },
    read(value, item, place) {
      if (!Array.isArray(value)) return place.wrong('wrong_type', 'must be an array');
      const most = item.maxItems ?? MAX_ITEMS;
      if (value.length > most) return place.wrong('too_many', `must have at most ${most} elements`);
      const of = item.of!;
      const read = value.map((one, index) => members.read(of, one, place.item(index)));
      if (of.kind === 'reference' && new Set(read).size < read.filter((one) => one !== undefined).length)
        place.wrong(REPEATED, 'must not name the same entry twice');
      return read;
    },
    keysOf: undefined,
    textsOf: (value, item, heard = 'all') =>
      (value as unknown[]).flatMap((one) => members.texts(item.of!, one, heard)),
    linksOf: (value, item, place) =>
      (value as unknown[]).flatMap((one, index) => members.links(item.of!, one, place.item(index))),
    shown: (value, item, hidden) => mapInside(item, value, (of, one) => members.shown(of, one, hidden)),
    clean: (value, item) => mapInside(item, value, (of, one) => members.clean(of, one)),
    demandInside(value, item, place) {
      const { minItems = 0, of } = item;
      const values = value as unknown[];
      if (values.length < minItems)
        place.wrong('too_few', `must have at least ${minItems} ${minItems === 1 ? 'element' : 'elements'}`);
      const { demandInside } = kindOf(of!.kind);
      for (const [index, one] of values.entries()) demandInside?.(one, of!, place.item(index));
    },
  };

  const group: Kind = {
    takes: ['localised', 'fields'],
    checkOptions({ fields }, place) {
      if (fields === undefined) place.field('fields').wrong('required', 'is required');
    },
    read: (value, item, place) =>
      isObject(value) && !Array.isArray(value)
        ? readFields(value, item.fields!, place, 'this group', members)
        : place.wrong('wrong_type', 'must be an object'),
    textsOf: (value, item, heard = 'all') =>
      eachField(value, item).flatMap(({ field, inside }) => members.texts(field, inside, heard)),
    linksOf: (value, item, place) =>
      eachField(value, item).flatMap(({ field, inside }) =>
        members.links(field, inside, place.field(field.name)),
      ),
    shown: (value, item, hidden) =>
      mapInside(item, value, (field, inside) => members.shown(field, inside, hidden)),
    clean: (value, item) => mapInside(item, value, (field, inside) => members.clean(field, inside)),
    demandInside(value, item, place) {
      const holder = value as Record<string, unknown>;
      for (const field of item.fields!.filter((one) => isShown(one, holder))) {
        const inside = holder[field.name];
        members.demand(field, inside, place.field(field.name));
      }
    },
  };
  return { list, group, blocks: blocksKind(members) };
}
