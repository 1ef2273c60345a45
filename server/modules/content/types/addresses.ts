/** The addresses of a type's pages on its sites: a pattern per locale, such as `/{locale}/articles/{slug}`. */
import type { Problem } from '#kernel/errors.ts';
import { slugFieldOf } from '../fields/definition.ts';
import type { Field } from '../fields/field.ts';

/** Keys are locales; `*` is the pattern of all others. Empty: the site alone knows its addresses. */
export type Addresses = Record<string, string>;

export const OTHERS = '*';
export const MAX_ADDRESS = 200;

const PLACE = /\{(slug|locale)\}/g;
/** The rest of a pattern is a path as browsers send it. */
const FIXED = /^\/[\w.~\-/%]*$/;

export function checkAddresses(addresses: Addresses, fields: Field[], isSingleton: boolean): Problem[] {
  const problems: Problem[] = [];
  for (const [locale, pattern] of Object.entries(addresses)) {
    const say = (code: string, message: string) =>
      problems.push({ path: `addresses.${locale}`, code, message });
    const fixed = pattern.replace(PLACE, 'x');
    if (!FIXED.test(fixed) || fixed.includes('//'))
      say(
        'wrong_format',
        'must be a path such as /articles/{slug}, with {slug} and {locale} as its only places',
      );
    else if (pattern.includes('{slug}')) {
      if (slugFieldOf(fields) === undefined)
        say('not_allowed', 'has {slug}, and the type has no field of kind slug');
    } else if (!isSingleton) say('required', 'must have {slug}: without it, all entries have one address');
    if (locale === OTHERS && Object.keys(addresses).length > 1 && !pattern.includes('{locale}'))
      say('required', 'must have {locale}: it is the address of several languages');
  }
  return problems;
}

/** Null if the type has no address in this locale, or if the entry has no slug and needs one. */
export function pathOf(addresses: Addresses, locale: string, slug: string | null): string | null {
  const pattern = addresses[locale] ?? addresses[OTHERS];
  if (pattern === undefined || (slug === null && pattern.includes('{slug}'))) return null;
  const places = { slug: encodeURIComponent(slug ?? ''), locale: encodeURIComponent(locale) };
  return pattern.replace(PLACE, (_, name: keyof typeof places) => places[name]);
}

/** The paths in these locales, of the slugs there. */
export const pathsOf = (addresses: Addresses, slugs: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(slugs).flatMap(([locale, slug]) => {
      const path = pathOf(addresses, locale, slug);
      return path === null ? [] : [[locale, path]];
    }),
  );

/** The paths that pages with these slugs have, in any of the locales. */
export const pathsWith = (addresses: Addresses, locales: string[], slugs: string[]): string[] =>
  slugs.flatMap((slug) => locales.flatMap((locale) => pathOf(addresses, locale, slug) ?? []));
