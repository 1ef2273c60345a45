import type { Tx } from '#kernel/db/db.ts';
import type { Product, Variant } from './record.ts';

/** The list of a variant's own prices. */
export const OWN_PRICES = '00000000-0000-0000-0000-000000000000';

export const PRODUCT_COLUMNS = `
  p.id, p.title, p.handle, p.status, p.kind, p.description, p.vendor, p.product_type, p.tags, p.options, p.media,
  p.category_ids, p.property_ids, p.tax_code, p.seo, p.translations, p.content_entry_id, p.metadata, p.variant_count,
  p.price_ranges, p.rating_count, p.rating_average::float8 as rating_average, p.version, p.variants_version, p.created_at,
  p.updated_at`;

type ProductRow = Omit<Product, 'options' | 'seo' | 'translations' | 'price_ranges'> & {
  options: string;
  seo: string | null;
  translations: string;
  price_ranges: string;
};

export const readProduct = (row: ProductRow): Product => ({
  ...row,
  options: JSON.parse(row.options),
  seo: row.seo === null ? null : JSON.parse(row.seo),
  translations: JSON.parse(row.translations),
  price_ranges: JSON.parse(row.price_ranges),
});

export async function findProduct(tx: Tx, id: string): Promise<Product | undefined> {
  const { rows } = await tx.query<ProductRow>(
    `select ${PRODUCT_COLUMNS} from products p where p.tenant_id = current_tenant() and p.id = $1`,
    [id],
  );
  return rows[0] && readProduct(rows[0]);
}

/** Locked until commit, in the order of their ids: whoever changes variants locks their product first. */
export async function lockProducts(tx: Tx, ids: string[]): Promise<Product[]> {
  const { rows } = await tx.query<ProductRow>(
    `select ${PRODUCT_COLUMNS} from products p where p.tenant_id = current_tenant() and p.id = any ($1) order by p.id for update`,
    [ids],
  );
  return rows.map(readProduct);
}

const VARIANTS = `
  select v.id, v.product_id, v.sku, v.barcode, v.option_values, v.weight_grams, v.dimensions, v.requires_shipping, v.tax_code,
    v.position, v.status, v.metadata, v.version, v.created_at, v.updated_at,
    (select coalesce(json_agg(json_build_object('currency', p.currency, 'amount', p.amount, 'compareAt', p.compare_at)
       order by p.currency), '[]')
     from prices p where p.tenant_id = current_tenant() and p.variant_id = v.id and p.list_id = '${OWN_PRICES}') as prices
  from variants v where v.tenant_id = current_tenant()`;

type VariantRow = Omit<Variant, 'prices' | 'dimensions'> & { prices: string; dimensions: string | null };

const readVariant = (row: VariantRow): Variant => ({
  ...row,
  prices: JSON.parse(row.prices),
  dimensions: row.dimensions === null ? null : JSON.parse(row.dimensions),
});

export async function findVariantsOf(tx: Tx, productIds: string[]): Promise<Variant[]> {
  const { rows } = await tx.query<VariantRow>(
    `${VARIANTS} and v.product_id = any ($1) order by v.product_id, v.position, v.id`,
    [productIds],
  );
  return rows.map(readVariant);
}

export async function findVariants(tx: Tx, ids: string[]): Promise<Variant[]> {
  const { rows } = await tx.query<VariantRow>(`${VARIANTS} and v.id = any ($1)`, [ids]);
  return rows.map(readVariant);
}

export async function findVariantsBySku(tx: Tx, skus: string[]): Promise<Variant[]> {
  const { rows } = await tx.query<VariantRow>(`${VARIANTS} and v.sku = any ($1) order by v.sku`, [skus]);
  return rows.map(readVariant);
}

export async function listVariants(
  tx: Tx,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<Variant[]> {
  const { rows } = await tx.query<VariantRow>(
    `${VARIANTS} and ($1::timestamptz is null or (v.created_at, v.id) < ($1, $2::uuid))
     order by v.created_at desc, v.id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows.map(readVariant);
}

export type TakenSku = { id: string; product_id: string; sku: string };

export async function findSkus(tx: Tx, skus: string[]): Promise<TakenSku[]> {
  const { rows } = await tx.query<TakenSku>(
    `select id, product_id, sku from variants where tenant_id = current_tenant() and sku = any ($1)`,
    [skus],
  );
  return rows;
}

export type TakenHandle = { locale: string; handle: string; product_id: string };

export async function findHandles(tx: Tx, locales: string[], handles: string[]): Promise<TakenHandle[]> {
  const { rows } = await tx.query<TakenHandle>(
    `select h.locale, h.handle, h.product_id from unnest($1::text[], $2::text[]) as w (locale, handle)
     join catalog_handles h on h.tenant_id = current_tenant() and h.locale = w.locale and h.handle = w.handle`,
    [locales, handles],
  );
  return rows;
}

/** Handles made from titles are chosen one at a time: two products of one name get two handles. */
export async function lockHandleChoice(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('catalog handles ' || current_tenant(), 0))`);
}

/** The products that show an asset, at most ten. */
export async function findProductsWithAsset(
  tx: Tx,
  assetId: string,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await tx.query<{ id: string; title: string }>(
    `select p.id, p.title from catalog_index i join products p on p.tenant_id = i.tenant_id and p.id = i.product_id
     where i.tenant_id = current_tenant() and i.key = 'asset' and i.value = $1::text order by i.product_id limit 10`,
    [assetId],
  );
  return rows;
}

/** The number of products with this value of the index, and the titles of the first. */
export async function countProductsWith(
  tx: Tx,
  key: string,
  value: string,
): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] }>(
    `select (select count(*) from catalog_index where tenant_id = current_tenant() and key = $1 and value = $2)::int as count,
       array(select p.title from catalog_index i join products p on p.tenant_id = i.tenant_id and p.id = i.product_id
         where i.tenant_id = current_tenant() and i.key = $1 and i.value = $2 order by i.product_id limit 10) as first`,
    [key, value],
  );
  return rows[0]!;
}

/** Describes products for search results. */
export async function describeProducts(
  tx: Tx,
  ids: string[],
): Promise<Map<string, { title: string; subtitle: string | null }>> {
  const { rows } = await tx.query<{ id: string; title: string; subtitle: string | null }>(
    `select id, title, nullif(concat_ws(' · ', vendor, nullif(status, 'active')), '') as subtitle
     from products where tenant_id = (select current_tenant()) and id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, title, subtitle }) => [id, { title, subtitle }]));
}
