/** Filters of products in SQL: each finds its products through an index, or checks a product that was read already. */
import type { Bind } from '#kernel/db/binding.ts';

/** A product matches if one of its rows of the index meets `row`, or if it meets `has`. */
export type Clause = {
  /** Statement whose rows are the ids of the products that match, for counting and gathering. */
  ids(bind: Bind): string;
  /** Condition on a row of the index; all filters are checked in one reading of the product's rows with these keys. */
  row?: { key: string; meets(bind: Bind): string };
  /** Condition on one product, for filters that need another table. */
  has?(id: string, bind: Bind): string;
  /** A single value of the index: its products are found in the order of their ids. */
  facet?: { key: string; value: string };
  /** Its rows follow each other in the index: a walk in the order of this key begins and ends with them. */
  isRange?: boolean;
  /** Most products match, so that counting them says nothing. */
  isCommon?: boolean;
  /** Most products match, as a rule: it is counted, but if there are many, it is no set. */
  isUsual?: boolean;
};

const OF_TENANT = 'tenant_id = (select current_tenant())';

/**
 * A condition on a product that was read already. As a scalar in the order of the index by product, it is looked up there for each
 * product, whatever the statistics say; the planner would join EXISTS in another order.
 */
const hasVariant = (id: string, condition: string) =>
  `coalesce((select true from variants where ${OF_TENANT} and product_id = any (array[${id}]) and ${condition}
    order by product_id limit 1), false)`;

/** Sorts after every text with the same beginning. */
const PAST_ANY = '\u{10ffff}';

/** The products with a row of the index under this key that meets the condition. */
const indexed = (key: string, meets: (bind: Bind) => string): Clause => ({
  ids: (bind) =>
    `select product_id from catalog_index where ${OF_TENANT} and key = ${bind(key, 'text')} and ${meets(bind)}`,
  row: { key, meets },
});

export const hasValue = (key: string, values: string[]): Clause => ({
  ...indexed(key, (bind) => `value = any (${bind(values, 'text[]')})`),
  ...(values.length === 1 && { facet: { key, value: values[0]! } }),
});

/** In the category, or in one below it; these are looked up once. */
export const isUnder = (category: { id: string } | { handle: string }): Clause =>
  indexed(
    'category',
    (bind) => `value = any (array(
      select below.id::text from categories c cross join lateral (
        select id from categories where ${OF_TENANT} and path >= c.path and path < c.path || 'g' order by path offset 0) below
      where c.${OF_TENANT} and ${'id' in category ? `c.id = ${bind(category.id, 'uuid')}` : `c.handle = ${bind(category.handle, 'text')}`}))`,
  );

/** From `from` on, and up to `to`. */
export const isWithin = (key: string, { from, to }: { from: string | null; to: string | null }): Clause => ({
  ...indexed(key, (bind) =>
    [
      ...(from === null ? [] : [`value >= ${bind(from, 'text')}`]),
      ...(to === null ? [] : [`value <= ${bind(to, 'text')}`]),
    ].join(' and '),
  ),
  isRange: true,
});

const beginsWith = (word: string) => (column: string, bind: Bind) =>
  `${column} >= ${bind(word, 'text')} and ${column} < ${bind(word + PAST_ANY, 'text')}`;

/** A word, or the beginning of one, of the product itself. */
export const hasOwnWord = (word: string): Clause =>
  indexed('word', (bind) => beginsWith(word)('value', bind));

/** A word, or the beginning of one, of the product; the beginning of a SKU; or a whole barcode. */
export function hasWord(word: string): Clause {
  const begins = beginsWith(word);
  const ofVariants = (bind: Bind) => `
    (select product_id from variants where ${OF_TENANT} and ${begins('sku_key', bind)} order by sku_key)
    union all
    (select product_id from variants where ${OF_TENANT} and barcode = ${bind(word, 'text')})`;
  return {
    ids: (bind) => `
      (select product_id from catalog_index where ${OF_TENANT} and key = 'word' and ${begins('value', bind)} order by value)
      union all ${ofVariants(bind)}`,
    row: { key: 'word', meets: (bind) => begins('value', bind) },
    // Few products have such a SKU: they are read once. Only if there are more is each product looked up.
    has: (id, bind) => `(${isAmong(id, `select product_id from (${ofVariants(bind)}) few limit ${MAX_AMONG}`)}
      or (select count(*) = ${MAX_AMONG} from (select from (${ofVariants(bind)}) few limit ${MAX_AMONG}) few)
        and ${hasVariant(id, `(${begins('sku_key', bind)} or barcode = ${bind(word, 'text')})`)})`,
  };
}

const MAX_AMONG = 1_000;

/** Inside a function call, so that the ids are read once and hashed; the planner would turn a plain IN into a join. */
export const isAmong = (id: string, ids: string) => `coalesce(${id} in (${ids}), false)`;

/** The values of options of one variant, by their names, and its availability, as SQL on `v`. */
export function hasVariantWith(options: { name: string; value: string }[], available: string | null): Clause {
  const meets = (bind: Bind) =>
    [
      ...options.map(({ name, value }) => {
        const place = `(select o.place from json_array_elements(p.options) with ordinality as o (option, place)
          where lower(o.option ->> 'name') = lower(${bind(name, 'text')}) limit 1)`;
        return `lower(v.option_values[${place}]) = lower(${bind(value, 'text')})`;
      }),
      ...(available === null ? [] : [available]),
    ].join(' and ');
  return {
    ids: () => {
      throw new Error('The variants of all products are never gathered.');
    },
    isCommon: true,
    has: (id, bind) => `coalesce((select true from products p
      join variants v on v.${OF_TENANT} and v.product_id = any (array[p.id]) and v.status = 'active'
      where p.${OF_TENANT} and p.id = any (array[${id}]) and ${meets(bind)} limit 1), false)`,
  };
}

/** With a variant in this state of its stock; few SKUs are looked up from there, of many each product's own. */
export function hasStock(skus: { all: string; has(sku: string): string }): Clause {
  const ids = `select v.product_id from (${skus.all}) kept cross join lateral (
    select product_id from variants where ${OF_TENANT} and sku = any (array[kept.sku]) offset 0) v`;
  return {
    ids: () => ids,
    has: (id) => `(${isAmong(id, `select product_id from (${ids}) few limit ${MAX_AMONG}`)}
      or (select count(*) = ${MAX_AMONG} from (select from (${skus.all}) few limit ${MAX_AMONG}) few)
        and coalesce((select true from (
          select sku from variants where ${OF_TENANT} and product_id = any (array[${id}]) offset 0) v
          where ${skus.has('v.sku')} limit 1), false))`,
  };
}

export function hasSku(skus: string[]): Clause {
  const ids = (bind: Bind) =>
    `select product_id from variants where ${OF_TENANT} and sku = any (${bind(skus, 'text[]')})`;
  return { ids, has: (id, bind) => isAmong(id, ids(bind)) };
}
