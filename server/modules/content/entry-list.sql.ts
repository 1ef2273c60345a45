import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import { ENTRY_COLUMNS, type EntryRow, type EntryStatus } from './entries.sql.ts';
import type { Condition, Sort } from './entry-filter.ts';
import type { Stage } from './entry-index.sql.ts';
import { WORDS } from './entry-index.ts';

export type ListFilter = {
  typeId: string | null;
  conditions: Condition[];
  /** Beginnings of words, all of which an entry must have; null: no search. */
  words: string[] | null;
  propertyId?: string;
  sort: Sort;
  after: SortedPosition | null;
  limit: number;
};

/** Sorts after every text with the same beginning. */
const PAST_ANY = '\u{10ffff}';

/** Contains only the conditions of the request, so that each query gets the plan and the index that suit it. */
function narrowing(filter: ListFilter, stage: Stage, id: string, $: Bind): string[] {
  const found = (field: string, locale: string, condition: string) =>
    `${id} in (select entry_id from content_index where tenant_id = current_tenant()
      ${filter.typeId === null ? '' : `and type_id = ${$(filter.typeId)}`} and stage = '${stage}'
      and ${field === WORDS ? `field = '${WORDS}'` : `field = ${$(field)} and locale = ${$(locale)}`} and ${condition})`;
  const conditions = filter.conditions.flatMap(({ field, locale, is }) => {
    const all = Object.entries(is).map(([operator, key]) =>
      operator === 'in' ? `key = any(${$(key)})` : `key ${operator} ${$(key)}`,
    );
    // The key '' stands for an absent value, which is not less than any other.
    return all.length === 0 ? [] : [found(field, locale, `${all.join(' and ')} and key <> ''`)];
  });
  if (filter.words?.length === 0) conditions.push('false');
  for (const word of filter.words ?? []) {
    conditions.push(found(WORDS, '', `key >= ${$(word)} and key < ${$(word + PAST_ANY)}`));
  }
  return conditions;
}

/** Returns the start after the cursor, the order, and the sort key for the next cursor. */
function ordering({ sort, after, typeId }: ListFilter, stage: Stage, base: string, id: string, $: Bind) {
  const way = sort.descending ? 'desc' : 'asc';
  const beyond = sort.descending ? '<' : '>';
  if (!sort.isField) {
    const time = `${base}.${sort.by}`;
    return {
      from: '',
      key: `(extract(epoch from ${time}) * 1000)::bigint::text`,
      conditions: after
        ? [
            `(${time}, ${id}) ${beyond} (to_timestamp(${$(Number(after.key) / 1000)}::float8), ${$(after.id)}::uuid)`,
          ]
        : [],
      order: `${time} ${way}, ${id} ${way}`,
    };
  }
  return {
    from: `content_index s join`,
    on: `on ${base}.tenant_id = s.tenant_id and ${id} = s.entry_id`,
    key: 's.key',
    conditions: [
      `s.tenant_id = current_tenant() and s.type_id = ${$(typeId)} and s.stage = '${stage}' and s.field = ${$(sort.by)}
       and s.locale = ${$(sort.locale)}`,
      ...(after ? [`(s.key, s.entry_id) ${beyond} (${$(after.key)}, ${$(after.id)}::uuid)`] : []),
    ],
    order: `s.key ${way}, s.entry_id ${way}`,
  };
}

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
  where s.tenant_id = current_tenant() and s.entry_id = e.id and s.action in ('publish', 'unpublish'))`;

export type ListedEntry = EntryRow & { sort_key: string };

export async function listEntries(
  tx: Tx,
  filter: ListFilter & { status?: EntryStatus; scheduled?: boolean },
): Promise<ListedEntry[]> {
  const { bind: $, values } = binding();
  const order = ordering(filter, 'draft', 'e', 'e.id', $);
  const { typeId, status, propertyId, scheduled, limit } = filter;
  const conditions = [
    'e.tenant_id = current_tenant()',
    ...order.conditions,
    ...(typeId === null ? [] : [`e.type_id = ${$(typeId)}`]),
    status === undefined ? `e.deleted_at is null` : `e.status = ${$(status)}`,
    ...(propertyId === undefined ? [] : [`e.property_id = ${$(propertyId)}`]),
    ...(scheduled === undefined ? [] : [`${scheduled ? '' : 'not '}${IS_SCHEDULED}`]),
    ...narrowing(filter, 'draft', 'e.id', $),
  ];
  const { rows } = await tx.query<ListedEntry & { too_large: boolean }>(
    bounded(`select ${ENTRY_COLUMNS}, ${order.key} as sort_key
     from ${order.from} content_entries e ${order.on ?? ''}
     join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
     where ${conditions.join(' and ')} order by ${order.order} limit ${$(limit + 1)}`),
    values,
  );
  return pageIn(rows);
}

export type ListedPublished = {
  id: string;
  property_id: string | null;
  fields: string;
  version: number;
  published_at: Date;
  first_published_at: Date;
  sort_key: string;
};

/** With a property, lists its own entries and those for all properties. Without `wanted`, returns all fields. */
export async function listPublished(
  tx: Tx,
  filter: ListFilter & { wanted?: string[] | null },
): Promise<ListedPublished[]> {
  const { bind: $, values } = binding();
  const order = ordering(filter, 'published', 'p', 'p.entry_id', $);
  const { typeId, propertyId, limit } = filter;
  const conditions = [
    `p.tenant_id = current_tenant() and p.type_id = ${$(typeId)}`,
    ...order.conditions,
    ...(propertyId === undefined ? [] : [`(p.property_id is null or p.property_id = ${$(propertyId)})`]),
    ...narrowing(filter, 'published', 'p.entry_id', $),
  ];
  const fields =
    filter.wanted == null
      ? 'p.fields'
      : `(select coalesce(json_object_agg(key, value), '{}') from json_each(p.fields) where key = any(${$(filter.wanted)}))`;
  const { rows } = await tx.query<ListedPublished & { too_large: boolean }>(
    bounded(`select p.entry_id as id, p.property_id, ${fields} as fields, p.version, p.published_at, p.first_published_at,
       ${order.key} as sort_key
     from ${order.from} content_published p ${order.on ?? ''}
     where ${conditions.join(' and ')} order by ${order.order} limit ${$(limit + 1)}`),
    values,
  );
  return pageIn(rows);
}
