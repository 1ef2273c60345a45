/** What a reader of an entry asks for beside it: entries that refer to it, as lists of their types show them. */
import { type Static, Type } from 'typebox';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import { isObject, type Verbatim } from '#kernel/http/body/verbatim.ts';
import { cursorOf, Page } from '#kernel/http/envelope.ts';
import { Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Field } from '../fields/field.ts';
import { leafOf, wrong } from '../lists/condition.ts';
import { PublishedEntry } from '../publishing/published.ts';

export const MAX_LISTS = 5;
const MAX_LIMIT = 100;
const USUAL_LIMIT = 25;
const NAME = /^[a-z][A-Za-z0-9_]{0,49}$/;
const TYPE = /^[a-z][a-z0-9_-]*$/;
const TEXTS = ['sort', 'fields', 'expand'] as const;
const OPTIONS = ['from', 'where', 'limit', ...TEXTS];
const EXAMPLE = '{"articles":"article.author"}';

/** For reads of one entry. */
export const ReferrersQuery = {
  referrers: Type.Optional(
    Text(
      4000,
      `JSON: lists of published entries that refer to this one, by names of your choice: ${EXAMPLE} has those whose field author leads here. Instead of the text, { "from": "article.author", "sort": "-date", "limit": 5, "where": { "featured": true }, "fields": "title,photo", "expand": "photo" }; each part means what it means in the list of the type. ${MAX_LISTS} lists at most.`,
    ),
  ),
};

const ReferrerList = NamedObject('ReferrerList', {
  data: Type.Array(PublishedEntry),
  pagination: {
    ...Page(PublishedEntry).properties.pagination,
    description:
      'The nextCursor is one of the list of the type, asked with the same sort and where, and with the id of this entry as the value of the field.',
  },
});
export const ReferrersShown = {
  referrers: Type.Optional(
    Type.Record(Type.String(), ReferrerList, {
      description: 'The lists of `referrers`, by the names that the request gave them.',
    }),
  ),
};
type ReferrerList = Static<typeof ReferrerList>;

/** A list of entries of the type whose field leads to the entry. */
export type AskedReferrers = {
  type: string;
  field: string;
  where?: object;
  sort?: string;
  fields?: string;
  expand?: string;
  limit: number;
};

export function readReferrers(text: string | undefined): Map<string, AskedReferrers> {
  if (text === undefined) return new Map();
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    throw wrong('referrers', `must be JSON, for example ${EXAMPLE}`, 'wrong_format');
  }
  if (!isObject(asked) || Array.isArray(asked))
    throw wrong('referrers', `must be a JSON object, for example ${EXAMPLE}`, 'wrong_type');
  const lists = Object.entries(asked);
  if (lists.length > MAX_LISTS) throw wrong('referrers', `must have at most ${MAX_LISTS} lists`, 'too_many');
  return new Map(lists.map(([name, value]) => [name, readList(name, value)]));
}

function readList(name: string, value: unknown): AskedReferrers {
  const path = `referrers.${name}`;
  if (!NAME.test(name))
    throw wrong(path, 'must be a name of letters and digits, such as articles', 'wrong_format');
  const list = typeof value === 'string' ? { from: value } : value;
  if (!isObject(list) || Array.isArray(list))
    throw wrong(path, 'must be a type and a field, as in article.author, or an object', 'wrong_type');
  const { from, where, limit = USUAL_LIMIT, ...texts } = list as Record<string, unknown>;
  const unknown = Object.keys(list).find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, `must be one of ${OPTIONS.join(', ')}`);
  const [type, field, ...rest] = typeof from === 'string' ? from.split('.') : [];
  if (!type || !TYPE.test(type) || !field || rest.length > 0)
    throw wrong(`${path}.from`, 'must be a type and one of its fields, as in article.author', 'wrong_format');
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw wrong(`${path}.limit`, `must be a whole number from 1 to ${MAX_LIMIT}`, 'out_of_range');
  if (where !== undefined && (!isObject(where) || Array.isArray(where)))
    throw wrong(`${path}.where`, 'must be an object of conditions', 'wrong_type');
  for (const option of TEXTS)
    if (texts[option] !== undefined && typeof texts[option] !== 'string')
      throw wrong(`${path}.${option}`, 'must be a text', 'wrong_type');
  return { ...texts, type, field, limit, ...(where !== undefined && { where }) };
}

/** The answer for a type that the reader does not see is that for one which does not exist. */
export function assertRefers(fields: Field[] | undefined, field: string): void {
  if (fields === undefined) throw wrong('from', 'must name a type that exists', 'not_found');
  const references = fields.filter((each) => leafOf(each).kind === 'reference').map(({ name }) => name);
  if (references.includes(field)) return;
  throw wrong(
    'from',
    references.length === 0
      ? 'must name a type with references, outside of groups and blocks'
      : `must name a reference of the type, outside of groups and blocks: ${references.join(', ')}`,
  );
}

/**
 * Reads the lists one after the other: together they take no longer, and are no larger, than one may. `route`: of the list that their
 * cursors are for.
 */
export async function listReferrers(
  asked: Map<string, AskedReferrers>,
  route: string,
  read: (list: AskedReferrers) => Promise<ReferrerList>,
): Promise<Record<string, ReferrerList> | undefined> {
  if (asked.size === 0) return undefined;
  const shown: [string, ReferrerList][] = [];
  let bytes = 0;
  for (const [name, list] of asked) {
    const { data, pagination } = await read(list).catch((error) => {
      throw placed(error, `referrers.${name}`);
    });
    for (const entry of data as unknown as Verbatim[]) bytes += entry.text.length;
    if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
    const nextCursor = cursorOf(route, pagination.nextCursor);
    shown.push([name, { data, pagination: { ...pagination, nextCursor } }]);
  }
  return Object.fromEntries(shown);
}

/** Problems of a list are told with its name. */
function placed(error: unknown, place: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation_error' || !Array.isArray(error.details))
    return error;
  return invalid((error.details as Problem[]).map((each) => ({ ...each, path: `${place}.${each.path}` })));
}
