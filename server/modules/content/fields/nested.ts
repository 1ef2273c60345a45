/** Lists of a kind, and groups of fields. */
import { isObject } from '#kernel/http/body/verbatim.ts';
import { type Item, isMissing, type Kind, type KindName } from './field.ts';

const MAX_ITEMS = 1_000;
/** Lists saved before this was a mistake may contain an entry twice. */
export const REPEATED = 'repeated_reference';

export function nestedKinds(kindOf: (name: KindName) => Kind): { list: Kind; group: Kind } {
  const eachItem = (value: unknown, item: Item) => {
    const of = item.of!;
    return { of, kind: kindOf(of.kind), values: value as unknown[] };
  };
  const eachField = (value: unknown, item: Item) =>
    item.fields!.flatMap((field) => {
      const inside = (value as Record<string, unknown>)[field.name];
      return inside === undefined ? [] : [{ field, kind: kindOf(field.kind), inside }];
    });

  const list: Kind = {
    takes: ['localised', 'of', 'minItems', 'maxItems'],
    checkOptions({ of, minItems = 0, maxItems = MAX_ITEMS }, place) {
      if (of === undefined) place.field('of').wrong('required', 'is required');
      else if (of.kind === 'list')
        place.field('of').wrong('not_allowed', 'must not be a list: put a group between');
      if (minItems > maxItems) place.field('minItems').wrong('too_large', 'must not be more than maxItems');
    },
    read(value, item, place) {
      if (!Array.isArray(value)) return place.wrong('wrong_type', 'must be an array');
      const most = item.maxItems ?? MAX_ITEMS;
      if (value.length > most) return place.wrong('too_many', `must have at most ${most} elements`);
      const { of, kind } = eachItem(value, item);
      const read = value.map((one, index) => kind.read(one, of, place.item(index)));
      if (of.kind === 'reference' && new Set(read).size < read.filter((one) => one !== undefined).length)
        place.wrong(REPEATED, 'must not name the same entry twice');
      return read;
    },
    keysOf: undefined,
    textsOf(value, item) {
      const { of, kind, values } = eachItem(value, item);
      return values.flatMap((one) => kind.textsOf?.(one, of) ?? []);
    },
    linksOf(value, item, place) {
      const { of, kind, values } = eachItem(value, item);
      return values.flatMap((one, index) => kind.linksOf?.(one, of, place.item(index)) ?? []);
    },
    shown(value, item, hidden) {
      const { of, kind, values } = eachItem(value, item);
      if (kind.shown === undefined) return value;
      return values.map((one) => kind.shown!(one, of, hidden)).filter((one) => one !== undefined);
    },
    clean(value, item) {
      const { of, kind, values } = eachItem(value, item);
      return kind.clean === undefined ? value : values.map((one) => kind.clean!(one, of));
    },
    demandInside(value, item, place) {
      const { of, kind, values } = eachItem(value, item);
      const { minItems = 0 } = item;
      if (values.length < minItems) place.wrong('too_few', `must have at least ${minItems} elements`);
      for (const [index, one] of values.entries()) kind.demandInside?.(one, of, place.item(index));
    },
  };

  const group: Kind = {
    takes: ['localised', 'fields'],
    checkOptions({ fields }, place) {
      if (fields === undefined) place.field('fields').wrong('required', 'is required');
    },
    read(value, item, place) {
      if (!isObject(value) || Array.isArray(value)) return place.wrong('wrong_type', 'must be an object');
      const read: Record<string, unknown> = {};
      const known = new Map(item.fields!.map((field) => [field.name, field]));
      for (const [name, inside] of Object.entries(value)) {
        const field = known.get(name);
        const at = place.field(name);
        if (field === undefined) at.wrong('unknown_field', 'is not a field of this group');
        else if (inside !== null) read[name] = kindOf(field.kind).read(inside, field, at);
      }
      return read;
    },
    textsOf: (value, item) =>
      eachField(value, item).flatMap(({ field, kind, inside }) => kind.textsOf?.(inside, field) ?? []),
    linksOf: (value, item, place) =>
      eachField(value, item).flatMap(
        ({ field, kind, inside }) => kind.linksOf?.(inside, field, place.field(field.name)) ?? [],
      ),
    shown(value, item, hidden) {
      const shown = eachField(value, item).map(({ field, kind, inside }) => [
        field.name,
        kind.shown === undefined ? inside : kind.shown(inside, field, hidden),
      ]);
      return Object.fromEntries(shown.filter(([, inside]) => inside !== undefined));
    },
    clean(value, item) {
      const cleaned = eachField(value, item).flatMap(({ field, kind, inside }) =>
        kind.clean === undefined ? [] : [[field.name, kind.clean(inside, field)] as const],
      );
      return cleaned.length === 0 ? value : { ...(value as object), ...Object.fromEntries(cleaned) };
    },
    demandInside(value, item, place) {
      for (const field of item.fields!) {
        const inside = (value as Record<string, unknown>)[field.name];
        const at = place.field(field.name);
        if (field.required && isMissing(inside)) at.wrong('required', 'is required');
        if (!isMissing(inside)) kindOf(field.kind).demandInside?.(inside, field, at);
      }
    },
  };
  return { list, group };
}
