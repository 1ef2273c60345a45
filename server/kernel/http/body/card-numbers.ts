/**
 * Finds numbers of payment cards in a body: 13 to 19 digits of any script, in groups or not, that pass the Luhn check. Card data
 * never passes through this server, so that neither a log nor a row can hold it.
 */
import type { Problem } from '#kernel/errors.ts';
import { isObject, Verbatim } from '#kernel/http/body/verbatim.ts';

const [SHORTEST, LONGEST] = [13, 19];
/** The ways in which people group digits. Others become a space before: see `inPlainCharacters`. */
const GAP = '[ \\t\\n\\r./_-]';
const DIGITS = new RegExp(`\\+?\\d+(?:${GAP}{1,4}\\d+)*`, 'g');
const GAPS = new RegExp(`${GAP}+`);
const REMOVED = new RegExp(`\\d(?:${GAP}{0,4}\\d){12,}`, 'g');
/** Digits of all scripts and widths; white space of any kind, dashes, minus, middle dot and invisible characters. */
const UNUSUAL = /(?![\0-\x7f])[\p{Nd}\s\p{Pd}\p{Cf}\u2212\u00b7]/gu;
/** Ids consist of digits and dashes by chance. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const LONG_DIGITS = /(?<!\d)\d{13,19}(?!\d)/g;

export function hasCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false;
  for (const [run] of inPlainCharacters(text).replaceAll(UUID, 'x').matchAll(DIGITS)) {
    const hasPlus = run[0] === '+';
    if (hasCardInRun((hasPlus ? run.slice(1) : run).split(GAPS), hasPlus)) return true;
  }
  return false;
}

/** The text with the digits of all scripts and widths as 0 to 9, and one kind of space. */
function inPlainCharacters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text.replaceAll(UNUSUAL, plainCharacter);
}

/** The number of such characters is about a thousand. */
const plainCharacters = new Map<string, string>();

/** The ten digits of a script stand one behind the other, from zero on. */
function plainCharacter(character: string): string {
  const known = plainCharacters.get(character);
  if (known !== undefined) return known;
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  const code = character.codePointAt(0)!;
  let zero = code;
  while (isDigit(zero - 1)) zero--;
  const plain = isDigit(code) ? String((code - zero) % 10) : ' ';
  plainCharacters.set(character, plain);
  return plain;
}

/** A phone number with its country has 15 digits at most. None is as long as a card of American Express or Diners with its prefix. */
const PHONE_DIGITS = 15;
const NO_PHONE = /^3(?:[47]\d{13}|[0689]\d{12})$/;
const isPhone = (digits: string): boolean => digits.length <= PHONE_DIGITS && !NO_PHONE.test(digits);

/**
 * A card number consists of whole groups: an expiry date may stand beside it. The sums up to each digit make every window one
 * subtraction, because a body may be one long run of digits.
 */
function hasCardInRun(groups: string[], hasPlus: boolean): boolean {
  const digits = groups.join('');
  if (digits.length < SHORTEST) return false;
  const sums = luhnSums(digits);
  const ends: number[] = [];
  for (const group of groups) ends.push((ends.at(-1) ?? 0) + group.length);
  for (let first = 0; first < groups.length; first++) {
    const start = first === 0 ? 0 : ends[first - 1]!;
    for (let last = first; last < ends.length && ends[last]! - start <= LONGEST; last++) {
      const end = ends[last]!;
      if (end - start < SHORTEST || !isLuhnWindow(sums, start, end)) continue;
      if (!hasPlus || !isPhone(digits.slice(0, end))) return true;
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
  hasCardNumber(text) ? inPlainCharacters(text).replaceAll(REMOVED, '[removed]') : text;

/** Null if there is none. The problem names the field, and never the number. */
export function findCardNumber(text: string, body: unknown): Problem | null {
  if (hasCardLiteral(text, amountIn(body))) return problemAt('');
  const pending: [path: string, value: unknown, place: Place][] = [['', body, 'body']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [path, value, place] = next;
    if (value instanceof Verbatim) pending.push([path, JSON.parse(value.text), 'elsewhere']);
    else if (Array.isArray(value)) {
      const inside = place === 'lines' ? 'line' : 'elsewhere';
      for (const item of value) pending.push([path, item, inside]);
    } else if (isObject(value)) {
      for (const [name, field] of Object.entries(value)) {
        if (hasCardNumber(name)) return problemAt(path);
        if (place === 'line' && name === 'sku' && typeof field === 'string') continue;
        const inside = place === 'body' && name === 'lines' ? 'lines' : 'elsewhere';
        pending.push([path === '' ? name.slice(0, 100) : path, field, inside]);
      }
    } else if (typeof value === 'string' && hasCardNumber(value)) return problemAt(path);
  }
  return null;
}

/**
 * The SKU of a line is not scanned: the number on a product is often its SKU, with 13 or 14 digits, of which one in ten passes the
 * check. It is compared with the catalog and stored nowhere.
 */
type Place = 'body' | 'lines' | 'line' | 'elsewhere';

const problemAt = (path: string): Problem => ({
  path,
  code: 'card_number',
  message: 'must not contain the number of a payment card; only the payment provider takes it',
});
