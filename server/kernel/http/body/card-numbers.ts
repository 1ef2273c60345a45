/**
 * Finds numbers of payment cards in a body: 13 to 19 digits, with spaces or dashes between them, that pass the Luhn check. Card data
 * never passes through this server, so that neither a log nor a row can hold it.
 */
import type { Problem } from '#kernel/errors.ts';
import { isObject, Verbatim } from '#kernel/http/body/verbatim.ts';

const [SHORTEST, LONGEST] = [13, 19];
/** Groups of digits with a space or a dash between them. */
const DIGITS = /\+?\d+(?:[ -]{1,2}\d+)*/g;
/** Ids consist of digits and dashes by chance. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** The number on a product is often its SKU: 13 or 14 digits, of which one in ten passes the check. */
const NOT_SCANNED = 'sku';
/** A number literal of more digits than JavaScript represents is not the same number once it is parsed. */
const LITERAL = /(?<=[[:,]\s*)\d{13,19}(?=\s*[,\]}])/g;

export function hasCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false;
  for (const [run] of text.replaceAll(UUID, 'x').matchAll(DIGITS)) {
    // A phone number in international form begins with a plus.
    if (run[0] !== '+' && hasCardInRun(run.split(/[ -]+/))) return true;
  }
  return false;
}

/** A card number consists of whole groups: an expiry date may stand beside it. */
function hasCardInRun(groups: string[]): boolean {
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    for (let last = first; last < groups.length && digits.length < LONGEST; last++) {
      digits += groups[last];
      if (digits.length >= SHORTEST && digits.length <= LONGEST && passesLuhn(digits)) return true;
    }
  }
  return false;
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** Removes card numbers from a text that is stored, such as a query. */
export const withoutCardNumbers = (text: string): string =>
  hasCardNumber(text) ? text.replaceAll(/\d(?:[ -]{0,2}\d){12,}/g, '[removed]') : text;

/** Null if there is none. The problem names the field, and never the number. */
export function findCardNumber(text: string, body: unknown): Problem | null {
  if ((text.match(LITERAL) ?? []).some(hasCardNumber)) return problemAt('');
  const pending: [path: string, value: unknown][] = [['', body]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [path, value] = next;
    if (value instanceof Verbatim) pending.push([path, JSON.parse(value.text)]);
    else if (Array.isArray(value)) for (const item of value) pending.push([path, item]);
    else if (isObject(value)) {
      for (const [name, field] of Object.entries(value)) {
        if (hasCardNumber(name)) return problemAt(path);
        if (name !== NOT_SCANNED) pending.push([path === '' ? name.slice(0, 100) : path, field]);
      }
    } else if (typeof value === 'string' && hasCardNumber(value)) return problemAt(path);
  }
  return null;
}

const problemAt = (path: string): Problem => ({
  path,
  code: 'card_number',
  message: 'must not contain the number of a payment card; only the payment provider takes it',
});
