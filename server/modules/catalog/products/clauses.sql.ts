/** Filters of products in SQL: each finds its products through an index, or checks a product that was read already. */
import type { Bind } from '#kernel/db/binding.ts';

export type Clause = {
  /** Statement whose rows are the ids of the products that match, for counting and gathering. */
  ids(bind: Bind): string;
  /** Condition on one product. */
  has(id: string, bind: Bind): string;
  /** A single value of the index: its products are found in the order of their ids. */
  facet?: { key: string; value: string };
};

const OF_TENANT = 'tenant_id = (select current_tenant())';
/**
 * A condition on a product that was read already. As a scalar in the order of the index by product, it is looked up there for each
 * product, whatever the statistics say; the planner would join EXISTS in another order.
 */
const has = (table: string, id: string, condition: string) =>
  `coalesce((select true from ${table} where ${OF_TENANT} and product_id = any (array[${id}]) and ${condition}
    order by product_id limit 1), false)`;

/** Sorts after every text with the same beginning. */
const PAST_ANY = '\u{10ffff}';

export function hasValue(key: string, values: string[]): Clause {
  const condition = (bind: Bind) => `key = ${bind(key, 'text')} and value = any (${bind(values, 'text[]')})`;
  return {
    ids: (bind) => `select product_id from catalog_index where ${OF_TENANT} and ${condition(bind)}`,
    has: (id, bind) => has('catalog_index', id, condition(bind)),
    ...(values.length === 1 && { facet: { key, value: values[0]! } }),
  };
}

/** In the category, or in one below it; these are looked up once. */
export function isUnder(categoryId: string): Clause {
  const condition = (bind: Bind) => `key = 'category' and value = any (array(
    select below.id::text from categories c cross join lateral (
      select id from categories where ${OF_TENANT} and path >= c.path and path < c.path || 'g' order by path offset 0) below
    where c.${OF_TENANT} and c.id = ${bind(categoryId, 'uuid')}))`;
  return {
    ids: (bind) => `select product_id from catalog_index where ${OF_TENANT} and ${condition(bind)}`,
    has: (id, bind) => has('catalog_index', id, condition(bind)),
  };
}

/** From `from` on, and up to `to`. */
export function isWithin(key: string, { from, to }: { from: string | null; to: string | null }): Clause {
  const condition = (bind: Bind) =>
    [
      `key = ${bind(key, 'text')}`,
      ...(from === null ? [] : [`value >= ${bind(from, 'text')}`]),
      ...(to === null ? [] : [`value <= ${bind(to, 'text')}`]),
    ].join(' and ');
  return {
    ids: (bind) => `select product_id from catalog_index where ${OF_TENANT} and ${condition(bind)}`,
    has: (id, bind) => has('catalog_index', id, condition(bind)),
  };
}

/** A word, or the beginning of one, of the product; the beginning of a SKU; or a whole barcode. */
export function hasWord(word: string): Clause {
  const begins = (column: string, bind: Bind) =>
    `${column} >= ${bind(word, 'text')} and ${column} < ${bind(word + PAST_ANY, 'text')}`;
  return {
    ids: (bind) => `
      (select product_id from catalog_index where ${OF_TENANT} and key = 'word' and ${begins('value', bind)} order by value)
      union all
      (select product_id from variants where ${OF_TENANT} and ${begins('sku_key', bind)} order by sku_key)
      union all
      (select product_id from variants where ${OF_TENANT} and barcode = ${bind(word, 'text')})`,
    has: (id, bind) =>
      `(${has('catalog_index', id, `key = 'word' and ${begins('value', bind)}`)}
      or ${has('variants', id, `(${begins('sku_key', bind)} or barcode = ${bind(word, 'text')})`)})`,
  };
}

export function hasSku(skus: string[]): Clause {
  return {
    ids: (bind) =>
      `select product_id from variants where ${OF_TENANT} and sku = any (${bind(skus, 'text[]')})`,
    has: (id, bind) => has('variants', id, `sku = any (${bind(skus, 'text[]')})`),
  };
}
