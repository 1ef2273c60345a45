/** Fills the tables with products directly, in sets, with five variants each; their index rows are those that a save would write. */
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';

export type SeededTenant = { id: string; key: string; products: number };

export const VARIANTS = 5;
const SCOPES = ['read:catalog', 'write:catalog', 'read:crm', 'write:crm'] as const;

export async function seedProducts(
  kernel: Kernel,
  connectionString: string,
  sizes: number[],
): Promise<SeededTenant[]> {
  const tenants: SeededTenant[] = [];
  for (const products of sizes) tenants.push({ ...(await addTenant(kernel, tenants.length)), products });
  await fillCatalog(connectionString, tenants);
  return tenants;
}

/** Gives products to tenants that exist. */
export async function fillCatalog(
  connectionString: string,
  tenants: Pick<SeededTenant, 'id' | 'products'>[],
): Promise<void> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query("alter system set max_wal_size = '8GB'");
  await owner.query('select pg_reload_conf()');
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  await owner.query("set work_mem = '256MB'");
  const values = [tenants.map(({ id }) => id), tenants.map(({ products }) => products)];
  for (const sql of [CATEGORIES, PRODUCTS, HANDLES, VARIANT_ROWS, PRICES, INDEX]) {
    await owner.query(sql, sql.includes('$2') ? values : values.slice(0, 1));
  }
  const tables = ['categories', 'products', 'catalog_handles', 'variants', 'prices', 'catalog_index'];
  for (const table of tables) await owner.query(`vacuum analyze ${table}`);
  await owner.query('checkpoint');
  await owner.end();
}

export async function addTenant({ db, clock }: Kernel, n: number): Promise<{ id: string; key: string }> {
  const name = `bench-${newId().slice(-8)}-${n}`;
  const input = { name, ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
  const { tenant } = await createTenant(db, OPERATOR, clock(), input);
  const { key } = await db.inTenant(tenant.id, (tx) =>
    createKey(tx, OPERATOR, clock(), { label: name, scopes: [...SCOPES] }),
  );
  return { id: tenant.id, key };
}

const TENANTS = 'unnest($1::uuid[], $2::int[]) as tenant (id, products)';
/** Ids grow with n, as those of products that were created one after the other. */
const ID = `(substr(lpad(to_hex(n), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(n), 12, '0'), 9, 4) || '-7000-8000-'
  || substr(md5(tenant.id::text || n), 1, 12))::uuid`;
export const ADJECTIVES = ['Green', 'Black', 'White', 'Smoky', 'Herbal', 'Sweet', 'Dark'];
const WORDS = `(array['${ADJECTIVES.join("', '")}'])`;
const COLUMNS_OF_CATEGORY = `md5(tenant.id::text || 'category' || c)::uuid`;

const CATEGORIES = `
  insert into categories (tenant_id, id, name, handle, path, position, created_at, updated_at)
  select tenant.id, ${COLUMNS_OF_CATEGORY}, 'Category ' || c, 'category-' || c, ${COLUMNS_OF_CATEGORY} || '/', c, now(), now()
  from unnest($1::uuid[]) as tenant (id), generate_series(0, 39) c`;

const PRODUCTS = `
  insert into products (tenant_id, id, title, handle, status, kind, vendor, product_type, tags, options, category_ids,
    variant_count, price_ranges, created_at, updated_at)
  select tenant.id, ${ID}, title, 'product-' || n,
    case when n % 10 = 0 then 'draft' when n % 10 = 1 then 'archived' else 'active' end, 'physical', 'Vendor ' || n % 50,
    'Type ' || n % 12, array['tag' || n % 20, 'tag' || n % 300, 'rare' || n % 5000], '[{"name":"Size","values":["1","2","3","4","5"]}]',
    array[md5(tenant.id::text || 'category' || n % 40)::uuid], ${VARIANTS},
    json_build_array(json_build_object('currency', 'EUR', 'from', 1 + n % 200, 'to', 5 + n % 200)), now(), now()
  from ${TENANTS}, generate_series(1, tenant.products) n,
    lateral (select ${WORDS}[1 + abs(hashint4(n)) % ${ADJECTIVES.length}] || ' tea blend' || n as title) t`;

const HANDLES = `
  insert into catalog_handles (tenant_id, locale, handle, product_id)
  select tenant_id, '', handle, id from products where tenant_id = any ($1)`;

const VARIANT_ROWS = `
  insert into variants (tenant_id, id, product_id, sku, sku_key, barcode, option_values, requires_shipping, position, status,
    created_at, updated_at)
  select p.tenant_id, md5(p.id::text || v)::uuid, p.id, 'SKU-' || substr(p.handle, 9) || '-' || v, 'sku-' || substr(p.handle, 9) || '-' || v,
    '40' || lpad(substr(p.handle, 9), 8, '0') || v, array[v::text], true, v - 1, 'active', p.created_at, p.updated_at
  from products p, generate_series(1, ${VARIANTS}) v where p.tenant_id = any ($1)`;

const PRICES = `
  insert into prices (tenant_id, variant_id, currency, list_id, min_quantity, amount)
  select v.tenant_id, v.id, 'EUR', '00000000-0000-0000-0000-000000000000', 1,
    ((p.price_ranges -> 0 ->> 'from')::numeric + v.position)
  from variants v join products p on p.tenant_id = v.tenant_id and p.id = v.product_id where v.tenant_id = any ($1)`;

const INDEX = `
  insert into catalog_index (tenant_id, key, value, product_id)
  select p.tenant_id, k.key, k.value, p.id from products p
  cross join lateral (
    values ('status', p.status), ('kind', p.kind), ('title', lower(p.title)), ('updated', p.updated_at::text),
      ('vendor', lower(p.vendor)), ('type', lower(p.product_type)), ('property', '*'), ('category', p.category_ids[1]::text),
      ('price:EUR', lpad(((p.price_ranges -> 0 ->> 'from')::int * 1000000)::text, 15, '0')),
      ('tag', p.tags[1]), ('tag', p.tags[2]), ('tag', p.tags[3]),
      ('word', split_part(lower(p.title), ' ', 1)), ('word', 'tea'), ('word', split_part(lower(p.title), ' ', 3)),
      ('word', split_part(lower(p.vendor), ' ', 2))) k (key, value)
  where p.tenant_id = any ($1) on conflict do nothing`;
