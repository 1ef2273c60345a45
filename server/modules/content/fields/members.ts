/** A field inside of a group or block, or the items of a list: by its kind, for each locale if it is localised. */
import { isObject } from '#kernel/http/body/verbatim.ts';
import {
  type Field,
  type Heard,
  type Item,
  isMissing,
  type Kind,
  type KindName,
  type Link,
  type Place,
} from './field.ts';
import { type ByLocale, firstOf, isNested } from './structure.ts';

export type Members = ReturnType<typeof membersBy>;

export function membersBy(kindOf: (name: KindName) => Kind) {
  const each = (item: Item, value: unknown, place: Place): { one: unknown; at: Place }[] =>
    item.localised
      ? Object.entries(value as ByLocale).map(([code, one]) => ({ one, at: place.field(code) }))
      : [{ one: value, at: place }];
  const mapEach = (item: Item, value: unknown, map: (one: unknown) => unknown): unknown => {
    if (!item.localised) return map(value);
    const mapped = Object.entries(value as ByLocale).map(([code, one]) => [code, map(one)] as const);
    return Object.fromEntries(mapped.filter(([, one]) => one !== undefined));
  };
  return {
    read(item: Item, value: unknown, place: Place): unknown {
      const kind = kindOf(item.kind);
      return item.localised
        ? readLocalised(value, place, (one, at) => kind.read(one, item, at))
        : kind.read(value, item, place);
    },
    texts(item: Item, value: unknown, heard: Heard): string[] {
      const { textsOf } = kindOf(item.kind);
      if (textsOf === undefined) return [];
      if (!item.localised) {
        if (isNested(item)) return textsOf(value, item, heard);
        return Array.isArray(heard) ? [] : textsOf(value, item);
      }
      if (heard === 'plain') return [];
      if (heard === 'all') return Object.values(value as ByLocale).flatMap((one) => textsOf(one, item));
      const one = firstOf(value as ByLocale, heard);
      return one === undefined ? [] : textsOf(one, item);
    },
    canLink: ({ kind }: Item): boolean => kindOf(kind).linksOf !== undefined,
    links: (item: Item, value: unknown, place: Place): Link[] =>
      each(item, value, place).flatMap(({ one, at }) => kindOf(item.kind).linksOf?.(one, item, at) ?? []),
    shown(item: Item, value: unknown, hidden: Set<string>): unknown {
      const { shown } = kindOf(item.kind);
      return shown === undefined ? value : mapEach(item, value, (one) => shown(one, item, hidden));
    },
    clean(item: Item, value: unknown): unknown {
      const { clean } = kindOf(item.kind);
      return clean === undefined ? value : mapEach(item, value, (one) => clean(one, item));
    },
    demand(item: Item, value: unknown, place: Place): void {
      demandPresent(item, value, place);
      if (isMissing(value)) return;
      for (const { one, at } of each(item, value, place))
        if (!isMissing(one)) kindOf(item.kind).demandInside?.(one, item, at);
    },
  };
}

/** A required localised field needs a value in the default locale, or in each that is live, unless it says in which. */
export function demandPresent(item: Item, value: unknown, place: Place): void {
  const wrong = (at: Place) => at.wrong('required', 'is required');
  if (!item.localised) {
    if (item.required && isMissing(value)) wrong(place);
    return;
  }
  const { locales } = place;
  if (locales === null) return;
  const { live } = locales;
  const byLocale = (value ?? {}) as ByLocale;
  // A locale that the tenant no longer has, or in which the entry is not live, is not demanded.
  const demanded = (item.requiredLocales ?? (item.required && live === null ? [locales.default] : [])).filter(
    (code) => locales.codes.has(code) && (live === null || live.some((one) => one.code === code)),
  );
  for (const code of demanded) if (isMissing(byLocale[code])) wrong(place.field(code));
  if (live === null || !item.required || item.requiredLocales) return;
  for (const { code, chain } of live) if (firstOf(byLocale, chain) === undefined) wrong(place.field(code));
}

/** True if a field with a condition is demanded, and editors see it. */
export const isShown = ({ showIf }: Item, beside: Record<string, unknown>): boolean =>
  showIf === undefined || showIf.in.includes(beside[showIf.field] as never);

/** Adds the defaults of fields that were sent without a value. */
export function withDefaults(fields: Field[], sent: object, locale: string): object {
  const missing = fields.filter(
    ({ name, default: standard }) => standard !== undefined && !Object.hasOwn(sent, name),
  );
  const made = missing.map(({ name, localised, default: standard }) => [
    name,
    localised ? { [locale]: standard } : standard,
  ]);
  return { ...sent, ...Object.fromEntries(made) };
}

/** Reads a value for each locale; null is no value. */
export function readLocalised(
  value: unknown,
  place: Place,
  read: (one: unknown, at: Place) => unknown,
): ByLocale | undefined {
  const { locales } = place;
  if (!isObject(value) || Array.isArray(value))
    return place.wrong(
      'wrong_type',
      `must be an object with a value per locale, for example { "${locales?.default ?? 'en'}": … }`,
    );
  const byLocale: ByLocale = {};
  for (const [code, one] of Object.entries(value)) {
    const at = place.field(code);
    if (one === null) continue;
    if (locales === null || locales.codes.has(code)) byLocale[code] = read(one, at);
    else at.wrong('unknown_locale', 'is not a locale of this tenant');
  }
  return Object.keys(byLocale).length === 0 ? undefined : byLocale;
}
