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
const LONG_DIGITS = /(?<!\d)\d{13,19}(?!\d)/g;

export function hasCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false;
  for (const [run] of text.replaceAll(UUID, 'x').matchAll(DIGITS)) {
    // A phone number in international form begins with a plus.
    if (run[0] !== '+' && hasCardInRun(run.split(/[ -]+/))) return true;
  }
  return false;
}

/**
 * A card number consists of whole groups: an expiry date may stand beside it. The sums up to each digit make every window one
 * subtraction, because a body may be one long run of digits.
 */
function hasCardInRun(groups: string[]): boolean {
  const digits = groups.join('');
  if (digits.length < SHORTEST) return false;
  const sums = luhnSums(digits);
  const ends: number[] = [];
  for (const group of groups) ends.push((ends.at(-1) ?? 0) + group.length);
  for (let first = 0; first < groups.length; first++) {
    const start = first === 0 ? 0 : ends[first - 1]!;
    for (let last = first; last < ends.length && ends[last]! - start <= LONGEST; last++) {
      if (ends[last]! - start >= SHORTEST && isLuhnWindow(sums, start, ends[last]!)) return true;
    }
  }
  return false;
}

/** The sums of all digits before a place: plain, with digits at even places doubled, and with those at odd places doubled. */
function luhnSums(digits: string) {
  const [plain, even, odd] = [0, 1, 2].map(() => new Uint32Array(digits.length + 1)) as Sums;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - ZERO;
    const doubled = digit * 2 - (digit > 4 ? 9 : 0);
    plain[at + 1] = plain[at]! + digit;
    even[at + 1] = even[at]! + (at % 2 === 0 ? doubled : digit);
    odd[at + 1] = odd[at]! + (at % 2 === 0 ? digit : doubled);
  }
  return { plain, even, odd };
}

type Sums = [Uint32Array, Uint32Array, Uint32Array];
const ZERO = 0x30;

/** The last digit is not doubled, the one before it is, and so on. Zeros alone are no number. */
function isLuhnWindow(
  { plain, even, odd }: ReturnType<typeof luhnSums>,
  start: number,
  end: number,
): boolean {
  const sums = (end - 1) % 2 === 0 ? odd : even;
  return (sums[end]! - sums[start]!) % 10 === 0 && plain[end] !== plain[start];
}

export const passesLuhn = (digits: string): boolean => isLuhnWindow(luhnSums(digits), 0, digits.length);

/** A number literal may have more digits than JavaScript represents, so it is read in the text. */
function hasCardLiteral(text: string, amount: string | null): boolean {
  let passed = amount;
  for (const { 0: digits, index } of text.matchAll(LONG_DIGITS)) {
    let before = index - 1;
    while (before >= 0 && text.charCodeAt(before) <= SPACE) before--;
    if (before < 0 || !'[:,'.includes(text[before]!) || !passesLuhn(digits)) continue;
    if (digits !== passed) return true;
    passed = null;
  }
  return false;
}
const SPACE = 0x20;

/** The total that a shopper confirms is an amount of up to 15 digits, and stands in the body once. */
function amountIn(body: unknown): string | null {
  const total = isObject(body) && 'expectedTotal' in body ? body.expectedTotal : null;
  return typeof total === 'number' && total < 1e15 ? String(total) : null;
}

/** Removes card numbers from a text that is stored, such as a query. */
export const withoutCardNumbers = (text: string): string =>
  hasCardNumber(text) ? text.replaceAll(/\d(?:[ -]{0,2}\d){12,}/g, '[removed]') : text;

/** Null if there is none. The problem names the field, and never the number. */
export function findCardNumber(text: string, body: unknown): Problem | null {
  if (hasCardLiteral(text, amountIn(body))) return problemAt('');
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
