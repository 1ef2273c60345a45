/** The addresses of a type's pages on its sites: a pattern per locale, such as `/{locale}/articles/{slug}`; of a tree, `/{path}`. */
import type { Problem } from '#kernel/errors.ts';
import { slugFieldOf } from '../fields/definition.ts';
import type { Field } from '../fields/field.ts';
import type { EntryOrder } from './types.sql.ts';

/** Keys are locales; `*` is the pattern of all others. Empty: the site alone knows its addresses. */
export type Addresses = Record<string, string>;

export const OTHERS = '*';
export const MAX_ADDRESS = 200;

const PLACE = /\{(slug|path|locale)\}/g;
/** The rest of a pattern is a path as browsers send it. */
const FIXED = /^\/[\w.~\-/%]*$/;

type Pages = { fields: Field[]; singleton: boolean; order: EntryOrder };

export function checkAddresses(addresses: Addresses, { fields, singleton, order }: Pages): Problem[] {
  const problems: Problem[] = [];
  for (const [locale, pattern] of Object.entries(addresses)) {
    const say = (code: string, message: string) =>
      problems.push({ path: `addresses.${locale}`, code, message });
    const fixed = pattern.replace(PLACE, 'x');
    if (!FIXED.test(fixed) || fixed.includes('//'))
      say(
        'wrong_format',
        'must be a path such as /articles/{slug}, with {slug}, {path} and {locale} as its only places',
      );
    else if (pattern.includes('{path}') && order !== 'tree')
      say('not_allowed', 'has {path}, and the type is not a tree');
    else if (hasSlug(pattern)) {
      if (slugFieldOf(fields) === undefined)
        say('not_allowed', 'has {slug} or {path}, and the type has no field of kind slug');
    } else if (!singleton)
      say('required', 'must have {slug}, or {path} in a tree: without it, all entries have one address');
    if (locale === OTHERS && Object.keys(addresses).length > 1 && !pattern.includes('{locale}'))
      say('required', 'must have {locale}: it is the address of several languages');
  }
  return problems;
}

/** A path ends in the slug of the entry itself. */
const hasSlug = (pattern: string) => pattern.includes('{slug}') || pattern.includes('{path}');

/** The addresses of entries change with those above them. */
export const hasPaths = (addresses: Addresses) =>
  Object.values(addresses).some((pattern) => pattern.includes('{path}'));

/** The slugs of the entries above one, the root first, for readers of a locale; null: they do not see all of them. */
export type SlugsAbove = (locale: string) => string[] | null;
const NONE_ABOVE: SlugsAbove = () => [];

/** Null if the type has no address in this locale, or if the entry has no slug and needs one, or one above it. */
export function pathOf(
  addresses: Addresses,
  locale: string,
  slug: string | null,
  above: string[] | null = [],
): string | null {
  const pattern = addresses[locale] ?? addresses[OTHERS];
  if (pattern === undefined || (slug === null && hasSlug(pattern))) return null;
  if (above === null && pattern.includes('{path}')) return null;
  const own = encodeURIComponent(slug ?? '');
  const places = {
    slug: own,
    path: [...(above ?? []).map(encodeURIComponent), own].join('/'),
    locale: encodeURIComponent(locale),
  };
  return pattern.replace(PLACE, (_, name: keyof typeof places) => places[name]);
}

/** The paths in these locales, of the slugs there. */
export const pathsOf = (
  addresses: Addresses,
  slugs: Record<string, string | null>,
  above: SlugsAbove = NONE_ABOVE,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(slugs).flatMap(([locale, slug]) => {
      const path = pathOf(addresses, locale, slug, above(locale));
      return path === null ? [] : [[locale, path]];
    }),
  );

/** The paths that pages with these slugs have, in any of the locales. */
export const pathsWith = (
  addresses: Addresses,
  locales: string[],
  slugs: string[],
  above: SlugsAbove = NONE_ABOVE,
): string[] =>
  slugs.flatMap((slug) => locales.flatMap((locale) => pathOf(addresses, locale, slug, above(locale)) ?? []));
