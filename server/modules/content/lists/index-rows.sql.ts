/** Rows of the index by value: those of a field in the order of their keys, and those of one entry. */
import type { Bind } from '#kernel/db/binding.ts';
import type { Stage } from '../entries/value-index.sql.ts';
import { WORDS } from '../entries/value-index.ts';
import { DIGEST, MAX_KEY } from '../fields/keys.ts';
import type { Comparison } from './condition.ts';

/** The table that a list shows: of drafts, or of published entries. */
export type Base = {
  stage: Stage;
  table: string;
  as: string;
  /** The column of the entry's id. */
  id: string;
  /** The times that an index of the table is in the order of. */
  indexed: string[];
  /** Conditions on a row of the table under this name, for a reader to see it: an entry of the list, or one that it leads to. */
  isSeen(as: string, $: Bind): string[];
};

/** `typeIds`: of the entries that are compared; null: of any. */
export type Of = { base: Base; typeIds: string[] | null; depth: number };

/** Sorts after every text with the same beginning. */
export const PAST_ANY = '\u{10ffff}';
/** A sub-select is computed once, not for each look-up. */
export const OWN = 'i.tenant_id = (select current_tenant())';

type Range = {
  field: string;
  locales: string[];
  /** Without keys, all of the range. */
  keys?: string[] | undefined;
  /** Further conditions on the row `i`. */
  more?: string;
  columns: string;
  most: number;
};

/**
 * Index rows of one field: of each type, locale and key in turn, in the order of the index by value, which makes that index the one
 * that is read.
 */
export function inRange({ base, typeIds }: Of, range: Range, $: Bind): string {
  const lists = Object.entries({ type_id: typeIds!, locale: range.locales, key: range.keys });
  const named = lists.flatMap(([column, values]) => (values === undefined ? [] : [{ column, values }]));
  const several = named.filter(({ values }) => values.length !== 1);
  const each = several.map(({ column, values }) => {
    const type = column === 'type_id' ? 'uuid' : 'text';
    return `unnest(${$(values)}::${type}[]) as each_${column} (value) cross join`;
  });
  const is = named.map(({ column, values }) =>
    values.length === 1 ? `i.${column} = ${$(values[0])}` : `i.${column} = each_${column}.value`,
  );
  const rows = `select ${range.columns} from content_index i
    where ${OWN} and i.stage = '${base.stage}' and i.field = ${$(range.field)} and ${is.join(' and ')} ${range.more ?? ''}
    order by i.key, i.entry_id`;
  return each.length === 0
    ? rows
    : `select x.* from ${each.join(' ')} lateral (${rows} limit ${range.most}) x`;
}

/** The index rows of one entry; naming the condition of their index makes it the one that is used. */
export const ofEntry = (stage: Stage, id: string, field: string, locale: string, $: Bind) =>
  `content_index i where ${OWN} and i.entry_id = ${id} and i.stage = '${stage}' and i.field = ${$(field)}
   and i.field <> '${WORDS}' and i.locale = ${$(locale)}`;

/**
 * The text of a key, without the digest of a long one. The length of a key counts characters beyond the 16-bit plane twice, and
 * PostgreSQL counts them once.
 */
const BEYOND = "char_length(regexp_replace(i.key, '[^\\U00010000-\\U0010FFFF]+', '', 'g'))";
const TEXT = `case
  when octet_length(i.key) < ${MAX_KEY} then i.key
  when char_length(i.key) < ${MAX_KEY} and char_length(i.key) + ${BEYOND} < ${MAX_KEY} then i.key
  else left(i.key, -${DIGEST}) end`;

export function comparison({ operator, key }: Comparison, $: Bind): string {
  if (operator === 'in') return `i.key = any(${$(key)}::text[])`;
  if (operator === 'contains') return `strpos(${TEXT}, ${$(key)}) > 0`;
  if (operator === 'startsWith') return `i.key >= ${$(key)} and i.key < ${$(`${key}${PAST_ANY}`)}`;
  return `i.key ${operator} ${$(key)}`;
}
