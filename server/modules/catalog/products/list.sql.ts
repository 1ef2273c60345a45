import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import type { Clause } from './clauses.sql.ts';
import type { PriceRange, Product } from './record.ts';

/** `key` is that of the index; null: by id, which is the order of creation. */
export type Sort = { by: string; key: string | null; descending: boolean };

export type Listing = { clauses: Clause[]; sort: Sort; after: SortedPosition | null; limit: number };

export type ListedProduct = Omit<
  Product,
  'description' | 'options' | 'seo' | 'translations' | 'metadata' | 'tax_code' | 'content_entry_id'
> & { sort_key: string };

const OF_TENANT = 'tenant_id = (select current_tenant())';

const COLUMNS = `
  p.id, p.title, p.handle, p.status, p.kind, p.vendor, p.product_type, p.tags, p.media, p.category_ids, p.property_ids,
  p.variant_count, p.price_ranges, p.rating_count, p.rating_average::float8 as rating_average, p.version, p.variants_version,
  p.created_at, p.updated_at`;

/** The most rows that one page reads of the index of its sort. */
export const MAX_SCANNED = 3_000;
/** A filter with more products than this may be so common that a short walk fills the page. */
export const FEW = 100;
export const SHORT_SCAN = 300;
/** A filter with at most so many products is gathered and sorted. */
export const MAX_GATHERED = 1_000;

/** How many products each filter has, up to one more than are gathered. */
export async function countFew(tx: Tx, clauses: Clause[]): Promise<number[]> {
  const { bind, values } = binding();
  const counts = clauses.map(
    ({ ids }, n) =>
      `(select count(*) from (select from (${ids(bind)}) ids limit ${MAX_GATHERED + 1}) few)::int as c${n}`,
  );
  const { rows } = await tx.query<Record<string, number>>(`select ${counts.join(', ')}`, values);
  return clauses.map((_, n) => rows[0]![`c${n}`]!);
}

const checked = (clauses: Clause[], id: string, bind: Bind) =>
  clauses.map((clause) => clause.has(id, bind)).join(' and ') || 'true';

const beyond = ({ descending }: Sort) => (descending ? '<' : '>');
const way = ({ descending }: Sort) => (descending ? 'desc' : 'asc');

/** The products of one filter, checked for the others and sorted. */
export async function gatherProducts(
  tx: Tx,
  { clauses, sort, after, limit }: Listing,
  rarest: Clause,
): Promise<ListedProduct[]> {
  const { bind, values } = binding();
  const others = clauses.filter((clause) => clause !== rarest);
  const value =
    sort.key === null
      ? `(select '' as value)`
      : `(select value from catalog_index where ${OF_TENANT} and product_id = any (array[found.product_id]) and key = ${bind(sort.key, 'text')} order by product_id limit 1)`;
  const from =
    after &&
    `(s.value, found.product_id) ${beyond(sort)} (${bind(after.key, 'text')}, ${bind(after.id, 'uuid')})`;
  return read(
    tx,
    `select found.product_id, s.value from (select distinct product_id from (${rarest.ids(bind)}) ids) found
     cross join lateral ${value} s
     where ${from ?? 'true'} and ${checked(others, 'found.product_id', bind)}
     order by s.value ${way(sort)}, found.product_id ${way(sort)} limit ${bind(limit + 1, 'int')}`,
    sort,
    values,
  );
}

/** The index of the sort from the cursor on; with a facet, only its products, in the order of their ids. */
function walked({ sort, after }: Listing, facet: Clause['facet'], bind: Bind): string {
  if (sort.key !== null) {
    const from =
      after &&
      `and (value, product_id) ${beyond(sort)} (${bind(after.key, 'text')}, ${bind(after.id, 'uuid')})`;
    return `select product_id, value from catalog_index where ${OF_TENANT} and key = ${bind(sort.key, 'text')} ${from ?? ''}
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

/** The products in the order of the sort that match; reads at most `mostScanned` rows of its index, and stops at a full page. */
export async function walkProducts(
  tx: Tx,
  listing: Listing,
  along: Clause | undefined,
  mostScanned = MAX_SCANNED,
): Promise<ListedProduct[]> {
  const { bind, values } = binding();
  const source = walked(listing, along?.facet, bind);
  const others = listing.clauses.filter((clause) => clause !== along);
  return read(
    tx,
    `select product_id, value from (${source} limit ${mostScanned}) scanned
     where ${checked(others, 'scanned.product_id', bind)} limit ${bind(listing.limit + 1, 'int')}`,
    listing.sort,
    values,
  );
}

/** The last row that such a walk reads; null: it reads to the end. */
export async function lastScanned(
  tx: Tx,
  listing: Listing,
  along: Clause | undefined,
): Promise<SortedPosition | null> {
  const { bind, values } = binding();
  const { rows } = await tx.query<{ id: string; key: string }>(
    `select product_id as id, value as key from (${walked(listing, along?.facet, bind)} offset ${MAX_SCANNED - 1} limit 1) last`,
    values,
  );
  return rows[0] ?? null;
}

type Row = Omit<ListedProduct, 'price_ranges'> & { price_ranges: string };

async function read(tx: Tx, page: string, sort: Sort, values: unknown[]): Promise<ListedProduct[]> {
  const { rows } = await tx.query<Row>(
    `with page as materialized (${page})
     select ${COLUMNS}, page.value as sort_key from page
     join products p on p.${OF_TENANT} and p.id = any (array[page.product_id])
     order by page.value ${way(sort)}, page.product_id ${way(sort)}`,
    values,
  );
  return rows.map((row) => ({ ...row, price_ranges: JSON.parse(row.price_ranges) as PriceRange[] }));
}
