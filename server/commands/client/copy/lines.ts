/** The file of `content export`: NDJSON, a line for each locale setting, type, entry and asset. The guide of content describes it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '#kernel/setting.ts';
import { UsageError } from '../../failures.ts';
import { cannot } from '../../files.ts';
import type { TypeDefinition } from '../type-files.ts';

export type Values = Record<string, unknown>;
export type Locales = { default: string; locales: { code: string; fallback: string | null }[] };
export type Site = { name: string; domain?: string };
type Times = { publishAt?: string; unpublishAt?: string };
export type Schedule = Times & { locales?: Record<string, Times> };
/** Without `locales`, all are live; without `fields`, the live values are those of the draft. */
export type Live = { locales?: string[]; fields?: Values };

export type HeadLine = { kind: 'content'; version: number; publishedOnly?: true };
export type LocalesLine = { kind: 'locales' } & Locales;
export type TypeLine = { kind: 'type' } & Pick<TypeDefinition, 'name' | 'title' | 'fields'> &
  Partial<TypeDefinition>;
export type EntryLine = {
  kind: 'entry';
  id: string;
  type: string;
  site?: Site;
  parentId?: string;
  fields: Values;
  live?: Live;
  schedule?: Schedule;
};
/** The texts of an asset, as the API takes them. */
export const TEXTS = [
  ...(['filename', 'title', 'alt', 'caption', 'credit', 'translations', 'tags'] as const),
  ...(['folder', 'visibility', 'focalPoint'] as const),
] as const;
export type AssetTexts = Record<(typeof TEXTS)[number], unknown> & { filename: string };
export type AssetLine = { kind: 'asset'; id: string; file: string; sha256: string } & AssetTexts;
export type Line = HeadLine | LocalesLine | TypeLine | EntryLine | AssetLine;

export const VERSION = 1;

/** The NDJSON, and the folder with the files of assets; null: a file alone has none. */
export type Place = { file: string; folder: string | null };

export async function placeOf(path: string): Promise<Place> {
  const found = await stat(path).catch(() => null);
  const isFile = found === null ? /\.(ndjson|jsonl)$/i.test(path) : found.isFile();
  return isFile ? { file: path, folder: null } : { file: join(path, 'content.ndjson'), folder: path };
}

export async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

/** A line that cannot be read has a problem instead. */
export type Numbered = { number: number } & (
  | { line: Line; problem?: undefined }
  | { line: null; problem: string }
);

const LINE_END = 0x0a;

/** Lines end with a line feed alone: JSON may contain the other separators that Node's readline knows. */
async function* textsOf(path: string): AsyncGenerator<string> {
  let held: Buffer[] = [];
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, start)) {
        yield Buffer.concat([...held, piece.subarray(start, end)]).toString('utf8');
        held = [];
        start = end + 1;
      }
      held.push(piece.subarray(start));
    }
  } catch (error) {
    throw cannot('be read', path, error);
  }
  yield Buffer.concat(held).toString('utf8');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FILE = /^assets\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A file may come from others: no name of an asset leads out of the folder. */
const SHAPES: Record<Line['kind'], (line: Values) => boolean> = {
  content: ({ version }) => typeof version === 'number',
  locales: (line) =>
    isText(line.default) &&
    Array.isArray(line.locales) &&
    line.locales.every((one) => isRecord(one) && isText(one.code)),
  type: ({ name, title, fields }) =>
    isText(name) && isText(title) && Array.isArray(fields) && fields.every(isRecord),
  entry: ({ id, type, fields, live, site, parentId }) =>
    isText(id) &&
    UUID.test(id) &&
    isText(type) &&
    isRecord(fields) &&
    (site === undefined || (isRecord(site) && isText(site.name))) &&
    (parentId === undefined || isText(parentId)) &&
    (live === undefined || (isRecord(live) && (live.fields === undefined || isRecord(live.fields)))),
  asset: ({ id, file, sha256, filename }) =>
    isText(id) &&
    UUID.test(id) &&
    isText(file) &&
    FILE.test(file) &&
    /^[0-9a-f]{64}$/.test(String(sha256)) &&
    isText(filename),
};

function parse(text: string): Line | string {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`;
  }
  if (!isRecord(line) || !isText(line.kind) || !Object.hasOwn(SHAPES, line.kind))
    return `must have one of these as kind: ${Object.keys(SHAPES).join(', ')}`;
  if (!SHAPES[line.kind as Line['kind']](line)) return `is not a whole line of kind ${line.kind}`;
  return line as Line;
}

/** The lines of a file, one at a time. The first says what it is. */
export async function* readLines(path: string): AsyncGenerator<Numbered> {
  let number = 0;
  for await (const text of textsOf(path)) {
    number++;
    if (text.trim() === '') continue;
    const line = parse(text);
    if (number === 1) assertHead(path, line);
    yield typeof line === 'string' ? { number, line: null, problem: line } : { number, line };
  }
  if (number <= 1) throw new SetupError(`${path} has no content.`);
}

function assertHead(path: string, line: Line | string): void {
  if (typeof line === 'string' || line.kind !== 'content')
    throw new UsageError(`${path} is not a file of content export: its first line has another kind.`);
  if (line.version > VERSION)
    throw new SetupError(`${path} is of version ${line.version}; this program reads ${VERSION}.`);
}

/** The lines of one kind. */
export async function* linesOfKind<Kind extends Line['kind']>(
  path: string,
  kind: Kind,
): AsyncGenerator<{ number: number; line: Extract<Line, { kind: Kind }> }> {
  for await (const { number, line } of readLines(path))
    if (line?.kind === kind) yield { number, line: line as Extract<Line, { kind: Kind }> };
}

/** Passes the items on in lists of at most this many. */
export async function* inLots<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let lot: T[] = [];
  for await (const item of items) {
    if (lot.push(item) < most) continue;
    yield lot;
    lot = [];
  }
  if (lot.length > 0) yield lot;
}
