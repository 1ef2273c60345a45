import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import { named, type Part, partsOf, rarestOf } from './conditions.sql.ts';
import { ENTRY_COLUMNS, type EntryRow, type EntryStatus } from './entries.sql.ts';
import type { Condition, Search, Sort } from './filter.ts';
import type { Stage } from './value-index.sql.ts';
import { WORDS } from './value-index.ts';

export type ListFilter = {
  typeId: string | null;
  conditions: Condition[];
  /** Beginnings of words, all of which an entry must have; null: no search. */
  search: Search | null;
  propertyId?: string;
  sort: Sort;
  after: SortedPosition | null;
  limit: number;
};

/** Up to so many entries of a condition are read and sorted; beyond, the list is walked in its order. */
const MAX_SORTED = 700;
/** The most rows of a walk. A page that is not full by then comes from a statement that the planner arranges. */
const MAX_WALKED = 4_000;

/** The table that a list shows: of drafts, or of published entries. */
type Base = { stage: Stage; table: string; as: string; id: string };
type Way = { driver: Part | null; walks: boolean };

/**
 * A list with conditions has three ways. A condition that few entries meet yields them, and they are sorted. Otherwise the list is
 * walked in its order, and each row is looked up in the conditions, which common ones meet soon. A walk that finds too little, of
 * entries that are all at the other end, is given up.
 */
async function listBy<Row extends { id: string | null }>(
  tx: Tx,
  filter: ListFilter,
  base: Base,
  narrow: ($: Bind) => string[],
  columns: ($: Bind) => string,
  joined = '',
): Promise<Row[]> {
  const parts = partsOf(filter.typeId, base.stage, filter.conditions, filter.search);
  if (filter.search?.words.length === 0) return [];
  const isCommon = base.stage === 'published' && isOfFewForms(filter);
  const read = async (way: Way) => {
    const { bind: $, values } = binding();
    const text = statement(filter, base, parts, way, narrow($), columns($), joined, $);
    const isArranged = way.driver === null && !way.walks && parts.length > 0;
    const { rows } = await tx.query<Row & { too_large: boolean }>(
      isCommon && !isArranged ? named(bounded(text)) : bounded(text),
      values,
    );
    return pageIn(rows);
  };
  const driver = await rarestOf(tx, parts, MAX_SORTED, isCommon);
  if (parts.length === 0 || driver !== null) return read({ driver, walks: false });
  const hasWords = (filter.search?.words.length ?? 0) > 0;
  const walked = hasWords ? [] : await read({ driver: null, walks: true });
  return walked.length > filter.limit ? walked : read({ driver: null, walks: false });
}

/** Lists of so few forms that a connection can keep the plan of each: planning takes as long as reading them. */
const isOfFewForms = ({ conditions, search }: ListFilter) =>
  search === null && conditions.length <= 1 && conditions.every(({ is }) => Object.keys(is).length === 1);

function statement(
  filter: ListFilter,
  base: Base,
  parts: Part[],
  { driver, walks }: Way,
  narrowing: string[],
  columns: string,
  joined: string,
  $: Bind,
): string {
  const { sort, after, limit, typeId } = filter;
  const { as, id } = base;
  const way = sort.descending ? 'desc' : 'asc';
  const beyond = sort.descending ? '<' : '>';
  const time = `${as}.${sort.by}`;
  const isOwn = `${as}.tenant_id = current_tenant()`;
  const isSorted = ($: Bind) =>
    `s.tenant_id = current_tenant() and s.type_id = ${$(typeId)} and s.stage = '${base.stage}' and s.field = ${$(sort.by)}
     and s.locale = ${$(sort.locale)}`;
  const key = sort.isField ? 's.key' : `(extract(epoch from ${time}) * 1000)::bigint::text`;
  const start = !after
    ? []
    : sort.isField
      ? [`(s.key, s.entry_id) ${beyond} (${$(after.key)}, ${$(after.id)}::uuid)`]
      : [
          `(${time}, ${id}) ${beyond} (to_timestamp(${$(Number(after.key) / 1000)}::float8), ${$(after.id)}::uuid)`,
        ];
  const order = sort.isField ? `s.key ${way}, s.entry_id ${way}` : `${time} ${way}, ${id} ${way}`;
  const ofType = typeId === null ? [] : [`${as}.type_id = ${$(typeId)}`];
  const others = parts.filter((part) => part !== driver);
  const where: string[] = [];
  let from: string;
  if (driver !== null) {
    // `limit 1` makes each look-up one by index, whatever the planner estimates.
    from = `(select distinct i.entry_id from ${driver.rows($)}) d
      cross join lateral (select * from ${base.table} ${as} where ${isOwn} and ${id} = d.entry_id limit 1) ${as}`;
    if (sort.isField)
      from += ` cross join lateral (
        select s.key, s.entry_id from content_index s where ${isSorted($)} and s.field <> '${WORDS}' and s.entry_id = ${id}
        limit 1) s`;
    where.push(...start, ...ofType);
  } else if (walks && sort.isField) {
    from = `(select s.key, s.entry_id from content_index s where ${[isSorted($), ...start].join(' and ')}
        order by ${order} limit ${MAX_WALKED}) s
      cross join lateral (select * from ${base.table} ${as} where ${isOwn} and ${id} = s.entry_id limit 1) ${as}`;
    where.push(...ofType);
  } else if (walks) {
    from = `(select * from ${base.table} ${as} where ${[isOwn, ...ofType, ...start].join(' and ')}
      order by ${order} limit ${MAX_WALKED}) ${as}`;
  } else if (sort.isField) {
    from = `content_index s join ${base.table} ${as} on ${as}.tenant_id = s.tenant_id and ${id} = s.entry_id`;
    where.push(isOwn, isSorted($), ...start, ...ofType);
  } else {
    from = `${base.table} ${as}`;
    where.push(isOwn, ...start, ...ofType);
  }
  const isArranged = driver === null && !walks;
  const conditions = others.map((part) =>
    isArranged
      ? `${id} in (select i.entry_id from ${part.rows($)})`
      : part.holdsFor(walkedId(filter, base, walks), $),
  );
  return `select ${columns}, ${key} as sort_key from ${from} ${joined}
    where ${[...where, ...narrowing, ...conditions, 'true'].join(' and ')} order by ${order} limit ${$(limit + 1)}`;
}

/** The conditions of a walked row are looked up before its entry is. */
const walkedId = ({ sort }: ListFilter, { id }: Base, walks: boolean) =>
  walks && sort.isField ? 's.entry_id' : id;

/** Returns the page, or no entry of it when they are too large for one answer together. */
const bounded = (page: string) => `
  with page as materialized (${page}), size as (select coalesce(sum(octet_length(fields::text)), 0) as bytes from page)
  select page.*, size.bytes > ${MAX_ANSWER_BYTES} as too_large from size left join page on size.bytes <= ${MAX_ANSWER_BYTES}`;

function pageIn<Row extends { id: string | null }>(rows: (Row & { too_large: boolean })[]): Row[] {
  if (rows[0]?.too_large) throw answerTooLarge();
  return rows.filter(({ id }) => id !== null);
}

/** Excludes the bin, whose entries are scheduled to be purged. */
const IS_SCHEDULED = `exists (
  select from content_schedule s
  where s.tenant_id = current_tenant() and s.entry_id = e.id and s.action <> 'purge')`;

export type ListedEntry = EntryRow & { sort_key: string };

const DRAFTS: Base = { stage: 'draft', table: 'content_entries', as: 'e', id: 'e.id' };

export async function listEntries(
  tx: Tx,
  filter: ListFilter & { status?: EntryStatus; scheduled?: boolean },
): Promise<ListedEntry[]> {
  const { status, propertyId, scheduled } = filter;
  const narrow = ($: Bind) => [
    status === undefined ? `e.deleted_at is null` : `e.status = ${$(status)}`,
    ...(propertyId === undefined ? [] : [`e.property_id = ${$(propertyId)}`]),
    ...(scheduled === undefined ? [] : [`${scheduled ? '' : 'not '}${IS_SCHEDULED}`]),
  ];
  const joined = 'join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id';
  return listBy<ListedEntry>(tx, filter, DRAFTS, narrow, () => ENTRY_COLUMNS, joined);
}

export type ListedPublished = {
  id: string;
  property_id: string | null;
  fields: string;
  version: number;
  published_at: Date;
  first_published_at: Date;
  live_locales: string[] | null;
  definition: number | null;
  sort_key: string;
};

const LIVE: Base = {
  stage: 'published',
  table: 'content_published',
  as: 'p',
  id: 'p.entry_id',
};

/** With a property, lists its own entries and those for all properties. `chain`: the locales that serve the reader. Without `wanted`, returns all fields. */
export async function listPublished(
  tx: Tx,
  filter: ListFilter & { chain: string[]; wanted?: string[] | null },
): Promise<ListedPublished[]> {
  const { propertyId, chain, wanted = null } = filter;
  const narrow = ($: Bind) => [
    `(p.live_locales is null or p.live_locales && ${$(chain)}::text[])`,
    ...(propertyId === undefined ? [] : [`(p.property_id is null or p.property_id = ${$(propertyId)})`]),
  ];
  const fields = ($: Bind) =>
    wanted === null
      ? 'p.fields'
      : `(select coalesce(json_object_agg(key, value), '{}') from json_each(p.fields) where key = any(${$(wanted)}))`;
  const columns = ($: Bind) =>
    `p.entry_id as id, p.property_id, ${fields($)} as fields, p.version, p.published_at, p.first_published_at,
     p.definition, p.live_locales`;
  return listBy<ListedPublished>(tx, filter, LIVE, narrow, columns);
}
