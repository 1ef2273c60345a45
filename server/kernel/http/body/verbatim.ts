/** JSON that the API returns as it was sent, and its serialization in an answer. */
import { randomUUID } from 'node:crypto';

/**
 * A JSON object stored as the client's text, without the white space between its tokens. A JavaScript object would move
 * integer-like keys to the front and respell numbers.
 */
export class Verbatim {
  readonly text: string;
  /** Levels of nesting, 1 for `{}`; 0 when they were not counted, as for a text read back from the database. */
  readonly depth: number;

  constructor(text: string, depth = 0) {
    this.text = text;
    this.depth = depth;
  }

  /** Under a plain JSON.stringify (a log line, say) the values are right; spelling and order may not be. */
  toJSON(): unknown {
    if (!embedded) return JSON.parse(this.text);
    return markOf(embedded.push(this.text) - 1);
  }
}

// NUL is refused in all incoming text; the random part prevents text from elsewhere from passing as a mark.
const MARK = `\0${randomUUID()}:`;
const MARK_IN_JSON = JSON.stringify(MARK).slice(1, -1);
const marks: string[] = [];
let embedded: string[] | undefined;

/** Copied through a buffer, because V8 serializes more slowly as soon as one string is still a concatenation. */
function markOf(index: number): string {
  marks[index] ??= Buffer.from(`${MARK}${index}`).toString();
  return marks[index];
}

/** JSON.stringify, with each Verbatim as its own text. A value that JSON cannot express (undefined) is `null`. */
export function stringifyJson(value: unknown): string {
  const outer = embedded;
  const texts: string[] = [];
  embedded = texts;
  try {
    const json = JSON.stringify(withMarks(value)) ?? 'null';
    return texts.length === 0 ? json : fillMarks(json, texts);
  } finally {
    embedded = outer;
  }
}

/**
 * One toJSON makes V8 several times slower on the whole value, so in an answer of ours the metadata of `data`,
 * or of its elements, is marked beforehand. A Verbatim anywhere else gets its toJSON called.
 */
function withMarks(value: unknown): unknown {
  if (!isObject(value) || !('data' in value) || 'toJSON' in value) return value;
  const { data } = value;
  const marked = Array.isArray(data) ? data.map(withMark) : withMark(data);
  return marked === data ? value : { ...value, data: marked };
}

function withMark(resource: unknown): unknown {
  if (!isObject(resource) || !('metadata' in resource) || 'toJSON' in resource) return resource;
  const { metadata } = resource;
  return metadata instanceof Verbatim ? { ...resource, metadata: metadata.toJSON() } : resource;
}

function fillMarks(json: string, texts: string[]): string {
  let filled = '';
  let from = 0;
  for (let at = json.indexOf(MARK_IN_JSON); at !== -1; at = json.indexOf(MARK_IN_JSON, from)) {
    const end = json.indexOf('"', at);
    filled += json.slice(from, at - 1) + texts[Number(json.slice(at + MARK_IN_JSON.length, end))];
    from = end + 1;
  }
  return filled + json.slice(from);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
