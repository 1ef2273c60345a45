/** Converts a value of one kind to another, if there is one obvious way. */
import { isObject } from '#kernel/http/body/verbatim.ts';
import { type Field, type Item, Place } from './field.ts';
import { kindOf } from './kinds.ts';
import type { PatternWork } from './pattern.ts';

type How = 'strict' | 'lenient';

/**
 * `codes`: the locales that a value without one gets, and of which one becomes the value of all. A value that cannot be converted stays as it is under 'strict', so that the check reports it, and is undefined under 'lenient'.
 */
export function convertValue(
  value: unknown,
  from: Field,
  to: Field,
  codes: string[],
  how: How,
  work: PatternWork,
): unknown {
  const one = (each: unknown) => {
    const turned = convertOne(each, from, to);
    const fits = turned !== undefined && isValid(turned, to, work);
    return fits ? turned : how === 'lenient' ? undefined : (turned ?? each);
  };
  const byLocale = from.localised
    ? (value as Record<string, unknown>)
    : Object.fromEntries(codes.map((code) => [code, value]));
  const turned = Object.entries(byLocale).flatMap(([locale, each]) => {
    const result = one(each);
    return result === undefined ? [] : [[locale, result] as const];
  });
  if (to.localised) return turned.length === 0 ? undefined : Object.fromEntries(turned);
  const served = codes.find((code) => turned.some(([locale]) => locale === code));
  return turned.find(([locale]) => locale === served)?.[1];
}

function isValid(value: unknown, item: Item, work: PatternWork): boolean {
  const place = new Place('', [], work);
  kindOf(item.kind).read(value, item, place);
  return place.problems.length === 0;
}

function convertOne(value: unknown, from: Item, to: Item): unknown {
  if (to.kind === 'list') {
    const list = from.kind === 'list' || from.multiple ? (value as unknown[]) : [value];
    return list.map((each) => convertOne(each, from.kind === 'list' ? from.of! : from, to.of!));
  }
  if (to.kind === 'select' && to.multiple) return [value].flat();
  if (from.kind === 'list' || from.multiple) {
    const [first] = value as unknown[];
    return first === undefined ? undefined : convertOne(first, from.of ?? { ...from, multiple: false }, to);
  }
  switch (to.kind) {
    case 'text':
    case 'markdown':
      return asText(value, from);
    case 'richtext':
      return asDocument(asText(value, from));
    case 'number':
      return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || value === 1 ? true : value === 'false' || value === 0 ? false : value;
    case 'select':
      return isObject(value) ? value : String(value);
    default:
      return value;
  }
}

function asText(value: unknown, from: Item): string | undefined {
  if (from.kind === 'richtext') return kindOf('richtext').textsOf!(value, from).join('\n');
  return isObject(value) ? undefined : String(value);
}

const asDocument = (text: string | undefined) =>
  text === undefined
    ? undefined
    : {
        type: 'doc',
        content: text
          .split(/\n+/)
          .filter((line) => line !== '')
          .map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
      };
