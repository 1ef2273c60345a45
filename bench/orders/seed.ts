/** Fills the tables with orders directly, in sets: a million takes a minute or two instead of an hour. */
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';

export type SeededTenant = { id: string; key: string; orders: number };

/** `sizes` are the numbers of orders per tenant, spread over a year, with three lines each out of a thousand products. */
export async function seedOrders(
  kernel: Kernel,
  connectionString: string,
  sizes: number[],
): Promise<SeededTenant[]> {
  const { db, clock } = kernel;
  const tenants: SeededTenant[] = [];
  for (const orders of sizes) {
    const name = `bench-${newId().slice(-8)}-${tenants.length}`;
    const input = { name, ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
    const { tenant } = await createTenant(db, OPERATOR, clock(), input);
    const { key } = await db.inTenant(tenant.id, (tx) =>
      createKey(tx, OPERATOR, clock(), { label: name, scopes: ['read:crm', 'write:crm'] }),
    );
    tenants.push({ id: tenant.id, key, orders });
  }
  const [owner, helper] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([owner.connect(), helper.connect()]);
  await owner.query("alter system set max_wal_size = '8GB'");
  await owner.query('select pg_reload_conf()');
  await owner.query('alter table search_words drop constraint search_words_pkey');
  await Promise.all([
    fill(
      owner,
      tenants.filter((_, index) => index % 2 === 0),
    ),
    fill(
      helper,
      tenants.filter((_, index) => index % 2 === 1),
    ),
  ]);
  await helper.end();
  await owner.query("set maintenance_work_mem = '1GB'");
  await owner.query(
    'alter table search_words add primary key (tenant_id, subject, word, in_title, subject_id) include (at)',
  );
  for (const table of TABLES) await owner.query(`vacuum analyze ${table}`);
  await owner.query('checkpoint');
  await owner.end();
  return tenants;
}

async function fill(owner: pg.Client, tenants: SeededTenant[]): Promise<void> {
  const ids = tenants.map((tenant) => tenant.id);
  const sizes = tenants.map((tenant) => tenant.orders);
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  await owner.query("set work_mem = '256MB'");
  for (const sql of [CUSTOMERS, ORDERS, COUNTERS]) await owner.query(sql, [ids, sizes]);
  for (const sql of [LINES, METADATA, ROLLUPS, TEXTS, WORDS]) await owner.query(sql, [ids]);
}

const TABLES = ['customers', 'orders', 'order_lines', 'order_metadata', 'search_texts', 'search_words'];
const TENANTS = 'unnest($1::uuid[], $2::int[]) as tenant (id, orders)';
/** The same in every run: order n of a tenant always gets the same figures. */
const MIX = (salt: number) => `abs(hashint8(n * 7919 + ${salt}))`;

const CUSTOMERS = `
  insert into customers (tenant_id, id, name, emails, created_at, updated_at)
  select tenant.id, md5(tenant.id::text || 'customer' || n)::uuid,
    (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken'])[1 + n % 8] || ' Customer' || n,
    array['person' || n || '@customers.example'], now() - interval '1 year', now()
  from ${TENANTS}, generate_series(1, greatest(1, tenant.orders / 20)) n`;

// One order in 500 is cancelled and one in 2,000 comes from mcp, so that rare values are searched too.
const ORDERS = `
  insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency,
    subtotal, shipping_total, discount_total, tax_total, total, metadata, created_at)
  select tenant.id, md5(tenant.id::text || n)::uuid, (1000 + n)::text,
    case when n % 500 = 0 then 'cancelled' when n > tenant.orders * 0.98 then 'placed' else 'delivered' end,
    case when n % 500 = 0 then 'voided' when n % 1000 = 7 then 'failed' when n > tenant.orders * 0.98 then 'unpaid' else 'paid' end,
    md5(tenant.id::text || 'customer' || 1 + ${MIX(1)} % greatest(1, tenant.orders / 20))::uuid,
    case when n % 2000 = 9 then 'mcp' when n % 10 < 7 then 'storefront' when n % 10 = 7 then 'admin' else 'b2b_portal' end,
    case when n % 10 < 7 then case when n % 1000 = 3 then 'outlet' else 'shop' end end,
    case when n % 50 = 1 then 'EUR' else 'USD' end,
    amount, 0, 0, 0, amount,
    case when n % 100 = 0 then json_build_object('campaign', 'spring', 'clerk', 'c' || n % 30) end,
    date_trunc('milliseconds', now() - interval '1 year' * (1 - n::float / tenant.orders))
  from ${TENANTS}, generate_series(1, tenant.orders) n, lateral (select 500 + ${MIX(2)} % 50000 as amount) a
  order by n, tenant.id`;

const LINES = `
  insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
  select o.tenant_id, o.id, line, 'SKU-' || product,
    (array['Green', 'Black', 'White', 'Oolong', 'Herbal'])[1 + product % 5] || ' tea blend' || product, 1, 5, 500
  from orders o, generate_series(1, 3) line,
    lateral (select abs(hashint8(hashtextextended(o.id::text, line))) % 1000 as product) p
  where o.tenant_id = any ($1)`;

const METADATA = `
  insert into order_metadata (tenant_id, order_id, key, value)
  select o.tenant_id, o.id, m.key, m.value from orders o, json_each_text(o.metadata) m where o.tenant_id = any ($1)`;

const COUNTERS = `
  insert into order_counters (tenant_id, next_number)
  select tenant.id, 1001 + tenant.orders from ${TENANTS} on conflict do nothing`;

const ROLLUPS = `
  insert into order_rollups (tenant_id, day, currency, channel, orders, placed_total)
  select tenant_id, (created_at at time zone 'UTC')::date, currency, coalesce(channel, '-'), count(*), sum(total) / 100
  from orders where tenant_id = any ($1) group by 1, 2, 3, 4`;

const TEXTS = `
  insert into search_texts (tenant_id, subject, subject_id, words)
  select o.tenant_id, 'order', o.id, ' ' || string_agg(distinct word, ' ') || ' '
  from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id,
    lateral (values
      (o.order_number), ('sku'), ('tea'), (substr(l.sku, 5)), ('blend' || substr(l.sku, 5)),
      (lower(split_part(l.name, ' ', 1)))) as w (word)
  where o.tenant_id = any ($1) group by o.tenant_id, o.id
  union all
  select tenant_id, 'customer', id, ' ' || searchable(name || ' ' || emails[1]) || ' ' from customers where tenant_id = any ($1)`;

const WORDS = `
  insert into search_words (tenant_id, subject, word, subject_id, at)
  select t.tenant_id, t.subject, word, t.subject_id, coalesce(o.created_at, now())
  from search_texts t left join orders o on o.tenant_id = t.tenant_id and o.id = t.subject_id,
    string_to_table(t.words, ' ') word
  where t.tenant_id = any ($1) and word <> ''`;
