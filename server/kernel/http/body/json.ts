/**
 * Parses JSON from clients: rejects values that JavaScript or PostgreSQL cannot represent, and keeps `metadata` as it was sent.
 */
import { isUtf8 } from 'node:buffer';
import type { Problem } from '#kernel/errors.ts';
import {
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DIGIT_0,
  DIGIT_9,
  LETTER_E,
  LETTER_E_CAPITAL,
  LETTER_F,
  LETTER_N,
  LETTER_T,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  POINT,
  QUOTE,
  SPACE,
  TAB,
} from '#kernel/http/body/characters.ts';
import { MAX_DEPTH, TOO_DEEP } from '#kernel/http/body/excess.ts';
import { isObject, Verbatim } from '#kernel/http/body/verbatim.ts';
import { Slices } from '#kernel/work/slices.ts';

const MAX_PROBLEMS = 100;
const MAX_PATH = 256;
const MAX_KEY_IN_PATH = 40;
/** Characters after which parsing pauses for other work. */
const STRETCH = 65_536;
// Any decimal of that many digits survives the conversion to a double and back, except among the subnormal numbers.
const SURELY_EXACT = 15;

const MESSAGES = {
  number_not_exact: 'must be a number of at most 2^53 - 1 and few enough digits to be kept exactly',
  text_not_allowed: 'must not contain NUL or half a character',
  too_deep: TOO_DEEP,
};

/**
 * The body's value, in which every object under a key `metadata` is a Verbatim, and the problems of the body. Throws a
 * SyntaxError for bytes that are not JSON in UTF-8. A byte order mark is skipped, as RFC 8259 allows.
 */
export function parseJson(bytes: Buffer): { value: unknown; problems: Problem[] } {
  const text = decode(bytes);
  const inspection = inspect(text, parseText(text));
  for (;;) {
    const step = inspection.next();
    if (step.done) return step.value;
  }
}

/** The same, with pauses for other work if the body is large. */
export async function parseJsonInTurns(bytes: Buffer): Promise<ReturnType<typeof parseJson>> {
  const slices = new Slices();
  const text = decode(bytes);
  const inspection = inspect(text, parseText(text));
  for (;;) {
    // The code after the last step may take long, too.
    if (slices.isOver) await slices.next();
    const step = inspection.next();
    if (step.done) return step.value;
  }
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new SyntaxError('The body is not valid UTF-8.');
  const decoded = bytes.toString();
  return decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's own message may quote the body, which does not belong in a log.
    const place = /line \d+ column \d+/.exec((error as Error).message);
    throw new SyntaxError(`The body is not valid JSON${place ? ` (${place[0]})` : ''}.`);
  }
}

/** A container that is open at this point of the text. */
type Frame = {
  /**
   * The corresponding node of the parsed tree. With duplicate keys that may be another value, so nothing is assumed of its shape;
   * the last duplicate is also the last to write, and so wins as it does in JSON.parse.
   */
  node: unknown;
  /** The key of the child being read; a number in an array. */
  key: string | number;
  keyIsNext: boolean;
};

/**
 * One pass over text known to be JSON, without recursion. It runs on every body: a test whether a body needs it costs as much as
 * the pass. Yields at intervals in a long body.
 */
function* inspect(text: string, parsed: unknown): Generator<void, { value: unknown; problems: Problem[] }> {
  const root = [parsed];
  const problems: Problem[] = [];
  const stack: Frame[] = [{ node: root, key: 0, keyIsNext: false }];
  let open = stack[0]!;
  let tooDeep = false;
  let nextEscape = text.indexOf('\\');
  // Used inside a metadata object: its index in the stack, and its text as far as it has been copied.
  let metadataDepth = 0;
  let deepest = 0;
  let minified = '';
  let copiedTo = 0;

  function report(code: keyof typeof MESSAGES): void {
    if (problems.length === MAX_PROBLEMS) return;
    problems.push({ path: pathOf(stack), code, message: MESSAGES[code] });
  }

  let stretch = STRETCH;
  for (let at = 0; at < text.length; at++) {
    if (at >= stretch) {
      stretch = at + STRETCH;
      yield;
    }
    const char = text.charCodeAt(at);
    switch (char) {
      case QUOTE: {
        let end = text.indexOf('"', at + 1);
        const escaped = nextEscape !== -1 && nextEscape < end;
        while (nextEscape !== -1 && nextEscape < end) {
          if (end === nextEscape + 1) end = text.indexOf('"', end + 1);
          nextEscape = text.indexOf('\\', nextEscape + 2);
        }
        if (open.keyIsNext || escaped) {
          const string: string = escaped ? JSON.parse(text.slice(at, end + 1)) : text.slice(at + 1, end);
          if (open.keyIsNext) open.key = string;
          open.keyIsNext = false;
          // Only an escape can produce these: a raw NUL is not JSON, and a raw half of a surrogate pair is not UTF-8.
          if (escaped && (string.includes('\0') || !string.isWellFormed())) report('text_not_allowed');
        }
        at = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        const isArray = char === OPEN_BRACKET;
        const { node: parent, key } = open;
        const node = childOf(parent, key);
        if (metadataDepth > 0) {
          deepest = Math.max(deepest, stack.length);
        } else if (stack.length > MAX_DEPTH) {
          if (!tooDeep) report('too_deep');
          tooDeep = true;
          // Code that continues with the value despite the problem may walk it by recursion, so the deep part is removed.
          if (isObject(node)) (parent as Record<string | number, unknown>)[key] = null;
        } else if (!isArray && key === 'metadata') {
          metadataDepth = stack.length;
          deepest = metadataDepth;
          minified = '';
          copiedTo = at;
        }
        open = { node, key: isArray ? 0 : '', keyIsNext: !isArray };
        stack.push(open);
        break;
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        stack.pop();
        open = stack.at(-1)!;
        if (stack.length === metadataDepth) {
          minified += text.slice(copiedTo, at + 1);
          keepVerbatim(open.node, new Verbatim(minified, deepest - metadataDepth + 1));
          metadataDepth = 0;
        }
        break;
      case COMMA:
        if (typeof open.key === 'number') open.key++;
        else open.keyIsNext = true;
        break;
      case COLON:
        break;
      case SPACE:
      case TAB:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        if (metadataDepth > 0) {
          minified += text.slice(copiedTo, at);
          copiedTo = at + 1;
        }
        break;
      case LETTER_T:
      case LETTER_N:
        at += 'rue'.length;
        break;
      case LETTER_F:
        at += 'alse'.length;
        break;
      default: {
        let end = at + 1;
        while (isDigitOrPoint(text.charCodeAt(end))) end++;
        if (end - at > SURELY_EXACT || isExponent(text.charCodeAt(end))) {
          while (end < text.length && !isDelimiter(text.charCodeAt(end))) end++;
          if (problems.length < MAX_PROBLEMS && !isExact(text.slice(at, end))) report('number_not_exact');
        }
        at = end - 1;
      }
    }
  }
  if (text.length > STRETCH) yield;
  return { value: root[0], problems };
}

const isDigitOrPoint = (char: number) => (char >= DIGIT_0 && char <= DIGIT_9) || char === POINT;
const isExponent = (char: number) => char === LETTER_E || char === LETTER_E_CAPITAL;
const isDelimiter = (char: number) =>
  char === COMMA || char === CLOSE_BRACE || char === CLOSE_BRACKET || char <= SPACE;

function isExact(literal: string): boolean {
  const number = Number(literal);
  const size = Math.abs(number);
  if (size > Number.MAX_SAFE_INTEGER) return false;
  if (literal.length <= SURELY_EXACT && size > 1e-300) return true;
  const shortest = String(number);
  // Most literals are spelled as JavaScript spells the number.
  if (literal === shortest) return true;
  return decimal(literal) === decimal(shortest);
}

/** The same text for the same absolute value: the digits without outer zeros, and the last one's power of ten. */
function decimal(literal: string): string {
  let point = -1;
  let first = -1;
  let last = -1;
  let end = 0;
  for (; end < literal.length; end++) {
    const char = literal.charCodeAt(end);
    if (isExponent(char)) break;
    if (char === POINT) point = end;
    if (char <= DIGIT_0 || char > DIGIT_9) continue;
    if (first === -1) first = end;
    last = end;
  }
  if (first === -1) return '0';
  if (point === -1) point = end;
  const exponent = Number(literal.slice(end + 1));
  const power = exponent + point - last - (last < point ? 1 : 0);
  return `${literal.slice(first, last + 1).replace('.', '')}e${power}`;
}

/** Own properties only, so that assigning to a child that was found can never reach a prototype's setter. */
function childOf(parent: unknown, key: string | number): unknown {
  if (!isObject(parent) || !Object.hasOwn(parent, key)) return undefined;
  return (parent as Record<string | number, unknown>)[key];
}

/** With duplicate keys, a metadata object of the text may not be the one in the tree. */
function keepVerbatim(parent: unknown, verbatim: Verbatim): void {
  const child = childOf(parent, 'metadata');
  if (isObject(child) && !Array.isArray(child)) (parent as { metadata: unknown }).metadata = verbatim;
}

/** Formatted as in `items[3].sku`. Cut short, because a client chooses the keys and the depth. */
function pathOf(stack: Frame[]): string {
  let path = '';
  for (let level = 1; level < stack.length && path.length <= MAX_PATH; level++) {
    path += segment(stack[level]!.key, level === 1);
  }
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH).toWellFormed()}…` : path;
}

function segment(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  const shown = key.length > MAX_KEY_IN_PATH ? `${key.slice(0, MAX_KEY_IN_PATH)}…` : key;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$…]*$/u.test(shown)) return `[${JSON.stringify(shown)}]`;
  return isFirst ? shown : `.${shown}`;
}
