import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { repeated } from '#kernel/db/repeated.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import { type Clause, isAmong } from './clauses.sql.ts';
import type { PriceRange, Product } from './record.ts';

/** `key` is that of the index; null: by id, which is the order of creation. */
export type Sort = { by: string; key: string | null; descending: boolean };

export type Listing = { clauses: Clause[]; sort: Sort; after: SortedPosition | null; limit: number };

export type ListedProduct = Omit<
  Product,
  'description' | 'seo' | 'metadata' | 'tax_code' | 'content_entry_id'
> & { sort_key: string };

const OF_TENANT = 'tenant_id = (select current_tenant())';

const COLUMNS = `
  p.id, p.title, p.handle, p.status, p.kind, p.vendor, p.product_type, p.tags, p.media, p.category_ids, p.property_ids,
  p.variant_count, p.price_ranges, p.rating_count, p.rating_average::float8 as rating_average, p.version, p.variants_version,
  p.created_at, p.updated_at, p.options, p.translations`;

/** A page checks up to 25 products for each that it shows, within these bounds. */
const LEAST_CHECKED = 600;
export const MAX_CHECKED = 3_000;
const mostChecked = ({ limit, clauses }: Listing) => {
  const most = Math.min(MAX_CHECKED, Math.max(LEAST_CHECKED, 25 * limit));
  // SKUs are in another table, whose rows are larger.
  return clauses.some(({ has }) => has !== undefined) ? most / 2 : most;
};
/** A filter with at most so many products is gathered and sorted. */
export const MAX_GATHERED = 1_000;
/** With so few, nothing is tried before. */
const FEW = 100;
/** A filter with at most so many products is read whole and hashed: a walk of so many rows then looks up only its products. */
export const MAX_SET = 5_000;
const MAX_WALKED = 10_000;
const SHORT_WALK = 1_500;

/** How many products each filter has, up to one more than are gathered. */
export async function countFew(tx: Tx, clauses: Clause[]): Promise<number[]> {
  const { bind, values } = binding();
  const counts = clauses.map(
    ({ ids }, n) =>
      `(select count(*) from (select from (${ids(bind)}) ids limit ${MAX_GATHERED + 1}) few)::int as c${n}`,
  );
  const { rows } = await tx.query<Record<string, number>>(repeated(`select ${counts.join(', ')}`), values);
  return clauses.map((_, n) => rows[0]![`c${n}`]!);
}

const beyond = ({ descending }: Sort) => (descending ? '<' : '>');
const way = ({ descending }: Sort) => (descending ? 'desc' : 'asc');

/** One filter is looked up by itself; several, or a sort, in one reading of the product's rows of the index. */
function matching(source: string, clauses: Clause[], sortKey: string | null, bind: Bind) {
  const id = `${source}.product_id`;
  const ofProduct = (keys: string[]) =>
    `from catalog_index where ${OF_TENANT} and product_id = any (array[${id}]) and key = any (${bind(keys, 'text[]')})`;
  const rows = clauses.flatMap(({ row }) => row ?? []);
  const isOne = rows.length === 1 && sortKey === null;
  const conditions = clauses.map(({ row, has }, n) => {
    const one = () =>
      `(select true ${ofProduct([row!.key])} and ${row!.meets(bind)} order by product_id limit 1)`;
    return [
      ...(row === undefined ? [] : [`coalesce(${isOne ? one() : `seen.c${n}`}, false)`]),
      ...(has === undefined ? [] : [has(id, bind)]),
    ].join(' or ');
  });
  const meets = conditions.map((condition) => `(${condition})`).join(' and ') || 'true';
  if (isOne || (rows.length === 0 && sortKey === null)) return { seen: '', meets };
  const columns = clauses.flatMap(({ row }, n) =>
    row === undefined ? [] : `bool_or(key = ${bind(row.key, 'text')} and ${row.meets(bind)}) as c${n}`,
  );
  if (sortKey !== null) columns.push(`max(value) filter (where key = ${bind(sortKey, 'text')}) as value`);
  const keys = [...new Set([...rows.map(({ key }) => key), ...(sortKey === null ? [] : [sortKey])])];
  return { seen: `cross join lateral (select ${columns.join(', ')} ${ofProduct(keys)}) seen`, meets };
}

/** The first products of one filter, checked for the others and sorted. */
function gathered(
  { sort, after }: Listing,
  rarest: Clause,
  others: Clause[],
  limit: string,
  bind: Bind,
): string {
  const { seen, meets } = matching('found', others, sort.key, bind);
  const value = sort.key === null ? "''::text" : 'seen.value';
  const from =
    after &&
    `(${value}, found.product_id) ${beyond(sort)} (${bind(after.key, 'text')}, ${bind(after.id, 'uuid')})`;
  return `select found.product_id, ${value} as value
    from (select distinct product_id from (${rarest.ids(bind)}) ids) found ${seen}
    where ${meets} and ${value} is not null and ${from ?? 'true'}
    order by ${value} ${way(sort)}, found.product_id ${way(sort)} limit ${limit}`;
}

/** The walk itself has only products of this filter. */
const isWalked = ({ isRange, row }: Clause, { key }: Sort) => isRange === true && row?.key === key;

/** The index of the sort from the cursor on, within a filter of the same key; with a facet, only its products, in the order of their ids. */
function walked({ sort, after, clauses }: Listing, facet: Clause['facet'], bind: Bind): string {
  if (sort.key !== null) {
    const from =
      after &&
      `and (value, product_id) ${beyond(sort)} (${bind(after.key, 'text')}, ${bind(after.id, 'uuid')})`;
    const within = clauses.flatMap((one) => (isWalked(one, sort) ? `and ${one.row!.meets(bind)}` : []));
    return `select product_id, value from catalog_index
      where ${OF_TENANT} and key = ${bind(sort.key, 'text')} ${from ?? ''} ${within.join(' ')}
      order by value ${way(sort)}, product_id ${way(sort)}`;
  }
  const from = (id: string) => (after === null ? '' : `and ${id} ${beyond(sort)} ${bind(after.id, 'uuid')}`);
  if (facet === undefined) {
    return `select id as product_id, '' as value from products where ${OF_TENANT} ${from('id')} order by id ${way(sort)}`;
  }
  return `select product_id, '' as value from catalog_index
    where ${OF_TENANT} and key = ${bind(facet.key, 'text')} and value = ${bind(facet.value, 'text')} ${from('product_id')}
    order by product_id ${way(sort)}`;
}

/** The filter that narrows most, and how many products it has, up to one more than are gathered. */
export type Narrowest = { clause: Clause; count: number };

/**
 * The tables of a page: `page`, and `reached`, the last row that was read if the page is not full and there may be more. The index
 * of the sort is walked, or the products of the narrowest filter are gathered and sorted; if these are not very few, after a short
 * walk, which fills the page of most sorts.
 */
function pageTables(listing: Listing, narrowest: Narrowest | null, bind: Bind): string {
  const { limit, sort } = listing;
  const isInOrder = sort.key === null && narrowest?.clause.facet !== undefined;
  if (narrowest === null || isInOrder || narrowest.count > MAX_GATHERED)
    return walkTables(listing, narrowest ?? { clause: null, count: 0 }, bind);
  const { clause: rarest, count } = narrowest;
  const others = listing.clauses.filter((clause) => clause !== rarest);
  // A look into other tables takes longer than the walk to the next product.
  if (others.some(({ has }) => has !== undefined))
    return count <= FEW ? checkedTables(listing, rarest, others, bind) : walkTables(listing, narrowest, bind);
  const most = bind(limit + 1, 'int');
  const all = gathered(listing, rarest, others, most, bind);
  const none = 'reached as (select null::text as key, null::uuid as id limit 0)';
  if (count <= FEW || limit >= SHORT_WALK) return `page as materialized (${all}), ${none}`;
  const { seen, meets } = matching(
    'walked',
    others.filter((clause) => !isWalked(clause, sort)),
    null,
    bind,
  );
  return `short as materialized (
      select walked.product_id, walked.value from (${walked(listing, undefined, bind)} limit ${SHORT_WALK}) walked ${seen}
      where ${isAmong('walked.product_id', rarest.ids(bind))} and ${meets} limit ${most}),
    filled as materialized (select count(*) > ${bind(limit, 'int')} as is_full from short),
    page as materialized (
      select * from short where (select is_full from filled)
      union all
      select * from (${all}) gathered where not (select is_full from filled)),
    ${none}`;
}

/** Filters that read other tables are checked last, in the order of the sort, until the page is full. */
function checkedTables(listing: Listing, rarest: Clause, others: Clause[], bind: Bind): string {
  const most = mostChecked(listing);
  const indexed = others.filter(({ has }) => has === undefined);
  const { seen, meets } = matching(
    'candidates',
    others.filter(({ has }) => has !== undefined),
    null,
    bind,
  );
  return `candidates as materialized (${gathered(listing, rarest, indexed, String(most), bind)}),
    page as materialized (
      select candidates.product_id, candidates.value from candidates ${seen}
      where ${meets} limit ${bind(listing.limit + 1, 'int')}),
    reached as (
      select value as key, product_id as id from candidates
      where (select count(*) from page) <= ${bind(listing.limit, 'int')} offset ${most - 1} limit 1)`;
}

type Walked = Narrowest | { clause: null; count: 0 };

/** Walks along the narrowest filter if the sort allows it, or keeps its products as a set if they are not too many for that. */
function walkTables(listing: Listing, { clause: narrowest, count }: Walked, bind: Bind): string {
  const { clauses, sort, limit } = listing;
  const facet = sort.key === null ? narrowest?.facet : undefined;
  const isAlong = (clause: Clause) => (facet !== undefined && clause === narrowest) || isWalked(clause, sort);
  const others = clauses.filter((clause) => !isAlong(clause));
  const mayBeFew = narrowest !== null && !narrowest.isCommon && (!narrowest.isUsual || count <= MAX_GATHERED);
  const mayHaveSet = mayBeFew && !isAlong(narrowest);
  const most = mostChecked(listing);
  const mostWalked = mayHaveSet
    ? `(select case when is_set then ${MAX_WALKED} else ${most} end from size)`
    : most;
  const source = walked(listing, facet, bind);
  const { seen, meets } = matching('candidates', others, null, bind);
  const set = mayHaveSet
    ? `few as materialized (select product_id from (${narrowest.ids(bind)}) ids limit ${MAX_SET + 1}),
       size as materialized (select count(*) <= ${MAX_SET} as is_set from few),`
    : '';
  const isInSet = mayHaveSet
    ? `(not (select is_set from size) or ${isAmong('walked.product_id', 'select product_id from few')})`
    : 'true';
  return `${set} candidates as materialized (
      select * from (${source} limit ${mostWalked}) walked where ${isInSet} limit ${most}),
    page as materialized (
      select candidates.product_id, candidates.value from candidates ${seen} where ${meets} limit ${bind(limit + 1, 'int')}),
    reached as (
      select last.value as key, last.product_id as id from (
        (select * from candidates offset ${most - 1} limit 1)
        union all
        (select * from (${source} offset ${mostWalked} - 1 limit 1) walked)) last
      where ${others.length > 0} and (select count(*) from page) <= ${bind(limit, 'int')} limit 1)`;
}

type Row = Omit<ListedProduct, 'price_ranges' | 'options' | 'translations'> & {
  price_ranges: string;
  options: string;
  translations: string;
};

export type FoundPage = { rows: ListedProduct[]; reached: SortedPosition | null };

/** One statement: the products of a page and one more, and the place that was reached if there may be others. */
export async function findPage(tx: Tx, listing: Listing, narrowest: Narrowest | null): Promise<FoundPage> {
  const { bind, values } = binding();
  const { sort } = listing;
  const { rows } = await tx.query<Row & { reached_key: string | null; reached_id: string | null }>(
    repeated(`with ${pageTables(listing, narrowest, bind)}
     select ${COLUMNS}, page.value as sort_key, reached.key as reached_key, reached.id as reached_id
     from (select) one left join reached on true left join page on true
     left join products p on p.${OF_TENANT} and p.id = any (array[page.product_id])
     order by page.value ${way(sort)}, page.product_id ${way(sort)}`),
    values,
  );
  const [first] = rows;
  const reached = first?.reached_id == null ? null : { key: first.reached_key!, id: first.reached_id };
  const found = rows.filter(({ id }) => id !== null);
  return {
    rows: found.map((row) => ({
      ...row,
      price_ranges: JSON.parse(row.price_ranges) as PriceRange[],
      options: JSON.parse(row.options),
      translations: JSON.parse(row.translations),
    })),
    reached,
  };
}
