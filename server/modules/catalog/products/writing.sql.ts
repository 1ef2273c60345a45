import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { OWN_PRICES } from './products.sql.ts';
import type { Price, Product, Variant } from './record.ts';

const PRODUCT = `
  id uuid, title text, handle text, status text, kind text, description text, vendor text, product_type text, tags text[],
  options text, media uuid[], category_ids uuid[], property_ids uuid[], tax_code text, seo text, translations text,
  content_entry_id uuid, metadata text, variant_count int, price_ranges text, version int, variants_version int,
  created_at timestamptz, updated_at timestamptz`;

const productsAsJson = (rows: Product[]) =>
  JSON.stringify(
    rows.map((row) => ({
      ...row,
      options: JSON.stringify(row.options),
      seo: row.seo && JSON.stringify(row.seo),
      translations: JSON.stringify(row.translations),
      price_ranges: JSON.stringify(row.price_ranges),
    })),
  );

export async function insertProducts(tx: Tx, rows: Product[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(INSERT_PRODUCTS, [productsAsJson(rows)]);
}

const INSERT_PRODUCTS = {
  name: 'insert_products',
  text: `
    insert into products (tenant_id, id, title, handle, status, kind, description, vendor, product_type, tags, options, media,
      category_ids, property_ids, tax_code, seo, translations, content_entry_id, metadata, variant_count, price_ranges, version,
      variants_version, created_at, updated_at)
    select current_tenant(), id, title, handle, status, kind, description, vendor, product_type, tags, options::json, media,
      category_ids, property_ids, tax_code, seo::json, translations::json, content_entry_id, metadata::json, variant_count,
      price_ranges::json, version, variants_version, created_at, updated_at
    from json_to_recordset($1) as r (${PRODUCT})`,
};

export async function updateProducts(tx: Tx, rows: Product[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPDATE_PRODUCTS, [productsAsJson(rows)]);
}

const UPDATE_PRODUCTS = {
  name: 'update_products',
  text: `
    update products p set title = r.title, handle = r.handle, status = r.status, kind = r.kind, description = r.description,
      vendor = r.vendor, product_type = r.product_type, tags = r.tags, options = r.options::json, media = r.media,
      category_ids = r.category_ids, property_ids = r.property_ids, tax_code = r.tax_code, seo = r.seo::json,
      translations = r.translations::json, content_entry_id = r.content_entry_id, metadata = r.metadata::json,
      variant_count = r.variant_count, price_ranges = r.price_ranges::json, version = r.version,
      variants_version = r.variants_version, updated_at = r.updated_at
    from json_to_recordset($1) as r (${PRODUCT})
    where p.tenant_id = current_tenant() and p.id = r.id`,
};

/** With their handles and their rows of the index; the variants are gone already. */
export async function deleteProducts(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from products where tenant_id = current_tenant() and id = any ($1)', [ids]);
}

const VARIANT = `
  id uuid, product_id uuid, sku text, sku_key text, barcode text, option_values text[], weight_grams int, dimensions text,
  requires_shipping boolean, tax_code text, position int, status text, metadata text, version int, created_at timestamptz,
  updated_at timestamptz`;

const variantsAsJson = (rows: Variant[]) =>
  JSON.stringify(
    rows.map(({ prices: _, ...row }) => ({
      ...row,
      sku_key: row.sku.toLowerCase(),
      dimensions: row.dimensions && JSON.stringify(row.dimensions),
    })),
  );

export async function insertVariants(tx: Tx, rows: Variant[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(INSERT_VARIANTS, [variantsAsJson(rows)]);
}

const INSERT_VARIANTS = {
  name: 'insert_variants',
  text: `
    insert into variants (tenant_id, id, product_id, sku, sku_key, barcode, option_values, weight_grams, dimensions,
      requires_shipping, tax_code, position, status, metadata, version, created_at, updated_at)
    select current_tenant(), id, product_id, sku, sku_key, barcode, option_values, weight_grams, dimensions::json,
      requires_shipping, tax_code, position, status, metadata::json, version, created_at, updated_at
    from json_to_recordset($1) as r (${VARIANT})`,
};

/** In one statement, so that two variants can exchange their SKUs. */
export async function updateVariants(tx: Tx, rows: Variant[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPDATE_VARIANTS, [variantsAsJson(rows)]);
}

const UPDATE_VARIANTS = {
  name: 'update_variants',
  text: `
    update variants v set sku = r.sku, sku_key = r.sku_key, barcode = r.barcode, option_values = r.option_values,
      weight_grams = r.weight_grams, dimensions = r.dimensions::json, requires_shipping = r.requires_shipping,
      tax_code = r.tax_code, position = r.position, status = r.status, metadata = r.metadata::json, version = r.version,
      updated_at = r.updated_at
    from json_to_recordset($1) as r (${VARIANT})
    where v.tenant_id = current_tenant() and v.id = r.id`,
};

/** With their prices. */
export async function deleteVariants(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from variants where tenant_id = current_tenant() and id = any ($1)', [ids]);
}

export type OwnPrice = Price & { variantId: string };

const priceArrays = (rows: OwnPrice[]) => [
  list(rows, (row) => row.variantId),
  list(rows, (row) => row.currency),
  list(rows, (row) => row.amount),
  list(rows, (row) => row.compareAt),
];

/** Inserts the prices of new variants. */
export async function insertOwnPrices(tx: Tx, rows: OwnPrice[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(INSERT_PRICES, priceArrays(rows));
}

export async function upsertOwnPrices(tx: Tx, rows: OwnPrice[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPSERT_PRICES, priceArrays(rows));
}

const INSERT_PRICES = {
  name: 'insert_own_prices',
  text: `
    insert into prices (tenant_id, variant_id, currency, list_id, min_quantity, amount, compare_at)
    select current_tenant(), variant_id, currency, '${OWN_PRICES}', 1, amount, compare_at
    from unnest($1::uuid[], $2::text[], $3::numeric[], $4::numeric[]) as r (variant_id, currency, amount, compare_at)`,
};

const UPSERT_PRICES = {
  name: 'upsert_own_prices',
  text: `${INSERT_PRICES.text}
    on conflict (tenant_id, variant_id, currency, list_id, min_quantity)
      do update set amount = excluded.amount, compare_at = excluded.compare_at`,
};

export async function deleteOwnPrices(tx: Tx, rows: OwnPrice[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `delete from prices p using unnest($1::uuid[], $2::text[]) as r (variant_id, currency)
     where p.tenant_id = current_tenant() and p.variant_id = r.variant_id and p.currency = r.currency
       and p.list_id = '${OWN_PRICES}'`,
    [list(rows, (row) => row.variantId), list(rows, (row) => row.currency)],
  );
}

export type HandleRow = { productId: string; locale: string; handle: string };

export async function deleteHandles(tx: Tx, rows: HandleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `delete from catalog_handles h using unnest($1::text[], $2::text[]) as r (locale, handle)
     where h.tenant_id = current_tenant() and h.locale = r.locale and h.handle = r.handle`,
    [rows.map((row) => row.locale), rows.map((row) => row.handle)],
  );
}

export async function insertHandles(tx: Tx, rows: HandleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into catalog_handles (tenant_id, product_id, locale, handle)
     select current_tenant(), * from unnest($1::uuid[], $2::text[], $3::text[])`,
    [rows.map((row) => row.productId), rows.map((row) => row.locale), rows.map((row) => row.handle)],
  );
}

export type IndexRow = { productId: string; key: string; value: string };

const indexArrays = (rows: IndexRow[]) => [
  list(rows, (row) => row.productId),
  texts(rows, (row) => row.key),
  texts(rows, (row) => row.value),
];

export async function deleteIndexRows(tx: Tx, rows: IndexRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(DELETE_INDEX, indexArrays(rows));
}

const DELETE_INDEX = {
  name: 'delete_catalog_index',
  text: `
    delete from catalog_index i using unnest($1::uuid[], $2::text[], $3::text[]) as r (product_id, key, value)
    where i.tenant_id = current_tenant() and i.key = r.key and i.value = r.value and i.product_id = r.product_id`,
};

/** Inserts the index rows of new products. */
export async function insertIndexRows(tx: Tx, rows: IndexRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(INSERT_INDEX, indexArrays(rows));
}

export async function upsertIndexRows(tx: Tx, rows: IndexRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPSERT_INDEX, indexArrays(rows));
}

const INSERT_INDEX = {
  name: 'insert_catalog_index',
  text: `
    insert into catalog_index (tenant_id, product_id, key, value)
    select current_tenant(), * from unnest($1::uuid[], $2::text[], $3::text[])`,
};

const UPSERT_INDEX = { name: 'upsert_catalog_index', text: `${INSERT_INDEX.text} on conflict do nothing` };
