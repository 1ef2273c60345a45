/** The body of a call from `--data`: a JSON document, a file, or fields one by one. */
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../failures.ts';
import { cannot } from '../files.ts';

type Value = { [name: string]: Value } | Value[] | string | number | boolean | null;

const MOST_ITEMS = 10_000;

/** A file, as it is; null if the data is none. */
export async function readDataFile(data: string[]): Promise<Buffer | null> {
  const [file, ...others] = data.filter((text) => text.startsWith('@'));
  if (file === undefined) return null;
  if (others.length > 0 || data.length > 1)
    throw new UsageError('--data @file is the whole body: give it alone.');
  const path = file.slice(1);
  return buffer(path === '-' ? process.stdin : createReadStream(path)).catch((error) => {
    throw cannot('be read', path, error);
  });
}

/** Fields are `name=text` or `name:=JSON`; `items[0][sku]=TEA-1` and `items[][sku]=TEA-1` reach into lists and objects. */
export function parseData(data: string[]): Value {
  const [first, ...rest] = data;
  if (/^\s*[{[]/.test(first!)) {
    if (rest.length > 0)
      throw new UsageError('--data with a JSON document is the whole body: give it alone.');
    return parseJson(first!, 'The document');
  }
  const body: { [name: string]: Value } = {};
  for (const text of data) {
    const [, name, typed, value] = /^([^=]*?)(:?)=([\s\S]*)$/.exec(text) ?? [];
    if (!name) {
      throw new UsageError(
        `--data takes name=text, name:=JSON, a JSON document or @file; "${text}" is none of them.`,
      );
    }
    set(body, stepsOf(name), typed ? parseJson(value!, `The value of ${name}`) : value!);
  }
  return body;
}

function parseJson(text: string, what: string): Value {
  try {
    return JSON.parse(text);
  } catch (error) {
    const hint = what === 'The document' ? '' : ' A text is given with = instead of :=.';
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}.${hint}`);
  }
}

/** `items[0][sku]` has the steps items, 0 and sku. */
function stepsOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) throw new UsageError(`"${name}" is not a name: write items[0][sku], for example.`);
  return [match[1]!, ...[...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map((each) => each[1]!)];
}

function set(into: Value, [step, ...rest]: string[], value: Value): void {
  const place = into as Record<string, Value>;
  let name = step!;
  if (Array.isArray(into)) {
    // [] is a new item, except for a further field of the last one.
    const last = into.at(-1);
    const goesOn = rest.length > 0 && isRecord(last) && !Object.hasOwn(last, rest[0]!);
    if (name === '') name = String(goesOn ? into.length - 1 : into.length);
    if (!/^\d+$/.test(name) || Number(name) > Math.min(into.length, MOST_ITEMS)) {
      throw new UsageError(`[${name}] is not the next item of a list: items count from 0, without gaps.`);
    }
  }
  if (rest.length === 0) {
    define(place, name, value);
    return;
  }
  if (!Object.hasOwn(place, name)) define(place, name, /^\d*$/.test(rest[0]!) ? [] : {});
  const next = place[name];
  if (typeof next !== 'object' || next === null) {
    throw new UsageError(`"${name}" is both a value and a place for values.`);
  }
  set(next, rest, value);
}

const isRecord = (value: Value | undefined): value is { [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own field, also with a name such as __proto__. */
const define = (place: Record<string, Value>, name: string, value: Value): void => {
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true });
};
