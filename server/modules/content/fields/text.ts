/** Text, markdown and slugs: plain strings, with bounds and a pattern. */
import { normalEmail } from '#kernel/contact.ts';
import type { Item, Kind, Place } from './field.ts';
import { fold, textKey } from './keys.ts';
import { checkPattern, matchesPattern, PatternError, TooMuchWork } from './pattern.ts';

const MAX_TEXT = 10_000;
const MAX_MARKDOWN = 200_000;
/** A pattern costs time for each character, so it is for short texts only. */
const MAX_WITH_PATTERN = 1_000;
export const MAX_SLUG = 200;

const SLUG = /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u;

function readText(value: unknown, item: Item, place: Place, longest: number): string | undefined {
  if (typeof value !== 'string') return place.wrong('wrong_type', 'must be a string');
  const most = Math.min(item.maxLength ?? longest, longest, item.pattern ? MAX_WITH_PATTERN : longest);
  if (value.length > most) return place.wrong('too_long', `must have at most ${most} characters`);
  if (value === '') return value;
  if (value.length < (item.minLength ?? 0)) {
    return place.wrong('too_short', `must have at least ${item.minLength} characters`);
  }
  return item.pattern === undefined || matches(value, item.pattern, place) ? value : undefined;
}

function matches(value: string, pattern: string, place: Place): boolean {
  try {
    if (matchesPattern(pattern, value, place.work)) return true;
    place.wrong('wrong_format', `must match ${pattern}`);
  } catch (error) {
    if (error instanceof TooMuchWork) {
      const remedy = 'send fewer or shorter values at a time, or give its type a simpler pattern';
      place.wrong('too_costly', `takes too long to match with patterns: ${remedy}`);
    } else if (error instanceof PatternError) {
      place.wrong(
        'wrong_pattern',
        `cannot be matched: the pattern of its type ${error.message}; change the type`,
      );
    } else throw error;
  }
  return false;
}

function checkOptions(item: Item, place: Place): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = item;
  if (minLength > maxLength) place.field('minLength').wrong('too_large', 'must not be more than maxLength');
  if (pattern === undefined) return;
  try {
    checkPattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    place.field('pattern').wrong('wrong_format', `is not a supported pattern: it ${error.message}`);
  }
}

const takes = ['unique', 'localised', 'default', 'minLength', 'maxLength', 'pattern'] as const;

export const text: Kind = {
  takes,
  checkOptions,
  read: (value, item, place) => readText(value, item, place, MAX_TEXT),
  keysOf: (value) => [textKey(value as string)],
  textsOf: (value) => [value as string],
};

/** CommonMark, stored as it was written. A site that shows it must not let raw HTML through. */
export const markdown: Kind = {
  takes: ['localised', 'default', 'minLength', 'maxLength'],
  checkOptions,
  read: (value, item, place) => readText(value, item, place, MAX_MARKDOWN),
  textsOf: (value) => [withoutMarkup(value as string)],
};

/** The text that readers see, roughly: without addresses, tags and the signs of headings, lists and emphasis. In linear time. */
export const withoutMarkup = (text: string): string =>
  text
    .replace(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}\.)[ \t]+/gm, '')
    .replace(/[*`]|~~/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');

/** Stored in lower case, as mail servers read it. */
export const email: Kind = {
  takes: ['unique', 'localised', 'default'],
  read: (value, _item, place) =>
    (typeof value === 'string' ? normalEmail(value) : undefined) ??
    place.wrong('wrong_format', 'must be an e-mail address'),
  keysOf: (value) => [textKey(value as string)],
  textsOf: (value) => [value as string],
};

const MAX_URL = 2_000;

/** The address of a page: of the web, or a path of the site. Neither runs code when a reader follows it. */
export const url: Kind = {
  takes: ['unique', 'localised', 'default'],
  read: (value, _item, place) =>
    typeof value === 'string' && value.length <= MAX_URL && isAddress(value)
      ? value
      : place.wrong('wrong_format', 'must be a web address, https://…, or a path that begins with one /'),
  keysOf: (value) => [textKey(value as string)],
};

const isAddress = (text: string) =>
  /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text) || (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text));

/** The part of an address by which an entry is found: lower-case letters and digits, with single dashes between. */
export const slug: Kind = {
  takes: ['localised', 'from', 'maxLength'],
  read(value, item, place) {
    const read = readText(value, { kind: 'slug', maxLength: item.maxLength }, place, MAX_SLUG);
    if (read === undefined || read === '' || SLUG.test(read)) return read;
    return place.wrong(
      'wrong_format',
      'must be lower-case letters and digits, with single dashes between them',
    );
  },
  keysOf: (value) => [value as string],
  textsOf: (value) => [value as string],
};

/** "Grüße aus Köln!" becomes "grusse-aus-koln"; empty when nothing in it can be part of a slug. */
export function slugFrom(title: string, longest: number): string {
  const words = fold(title.replaceAll('ß', 'ss')).match(/[\p{Ll}\p{Lo}\p{N}]+/gu) ?? [];
  let made = '';
  for (const word of words) {
    const longer = made === '' ? word : `${made}-${word}`;
    if (longer.length > longest) break;
    made = longer;
  }
  return made;
}
