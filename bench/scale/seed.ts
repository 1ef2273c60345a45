/** Fills an installation with tenants, orders and pending deliveries directly, in sets. Search tables stay empty: their bench is its own. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sha256 } from '#kernel/secrets.ts';

export type Size = { tenants: number; orders: number; largest: number; pending: number };
/** A tenant whose requests are measured. */
export type Asking = { id: string; key: string; customerId: string };

/** Tenant 1 has `largest` orders; the others have equal parts of the rest. */
export const tenantId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const NTH_TENANT = `('00000000-0000-7000-8000-' || lpad(t::text, 12, '0'))::uuid`;
const CUSTOMERS_EACH = 10;

/** The tenants whose numbers are given get a key. */
export async function seed(connectionString: string, size: Size, asking: number[]): Promise<Asking[]> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query("alter system set max_wal_size = '8GB'");
  await owner.query('select pg_reload_conf()');
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  await owner.query("set work_mem = '256MB'");
  const others = Math.floor((size.orders - size.largest) / (size.tenants - 1));
  const indexes = await dropIndexes(owner);
  for (const sql of TENANTS) await owner.query(sql, [size.tenants]);
  for (const [from, to, orders] of partsOf(size, others)) {
    for (const sql of [CUSTOMERS, ORDERS, LINES, COUNTERS]) await owner.query(sql, [from, to, orders]);
  }
  await owner.query(ROLLUPS);
  for (const sql of WEBHOOKS) await owner.query(sql, [size.tenants]);
  await owner.query(PENDING, [Math.floor(size.pending / size.tenants)]);
  await owner.query("set maintenance_work_mem = '1GB'");
  for (const sql of indexes) await owner.query(sql);
  for (const table of TABLES) await owner.query(`vacuum analyze ${table}`);
  await owner.query('checkpoint');
  const keys: Asking[] = [];
  for (const n of asking) {
    const id = tenantId(n);
    keys.push({ id, key: await addKey(owner, id), customerId: await firstCustomer(owner, id) });
  }
  await owner.end();
  return keys;
}

/** Building an index over all rows takes a tenth of the time that adding each row to it takes. Returns how to build them. */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ('{orders,webhook_queue}'::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** The tenants in portions: from, to, and the orders of each. */
function partsOf({ tenants, largest }: Size, others: number): [number, number, number][] {
  const parts: [number, number, number][] = [[1, 1, largest]];
  for (let from = 2; from <= tenants; from += 1_000)
    parts.push([from, Math.min(tenants, from + 999), others]);
  return parts;
}

async function addKey(owner: pg.Client, tenant: string): Promise<string> {
  const [keyId, secret] = [randomBytes(4).toString('hex'), randomBytes(43).toString('hex').slice(0, 43)];
  await owner.query(
    `insert into api_keys (tenant_id, id, key_id, secret_hash, label, scopes, created_by, created_at)
     values ($1, gen_random_uuid(), $2, $3, 'bench', '{read:crm,write:crm}', 'bench', now())`,
    [tenant, keyId, sha256(secret)],
  );
  return `sk_live_${keyId}_${secret}`;
}

const firstCustomer = async (owner: pg.Client, tenant: string): Promise<string> =>
  (await owner.query<{ id: string }>('select id from customers where tenant_id = $1 limit 1', [tenant]))
    .rows[0]!.id;

const TABLES = [
  ...['tenants', 'customers', 'orders', 'order_lines', 'order_rollups', 'order_counters'],
  ...['webhook_subscriptions', 'events', 'webhook_queue'],
];

const TENANTS = [
  `insert into tenants (id, name, slug, created_at)
   select ${NTH_TENANT}, 't-' || t, 't-' || t, now() from generate_series(1, $1::int) t`,
  `insert into tenant_modules (tenant_id, module, active, changed_at)
   select ${NTH_TENANT}, module, true, now()
   from generate_series(1, $1::int) t, unnest(array['crm', 'webhooks']) module`,
];

const CUSTOMERS = `
  insert into customers (tenant_id, id, name, created_at, updated_at)
  select ${NTH_TENANT}, md5(t || ' customer ' || n)::uuid, 'Customer ' || n, now(), now()
  from generate_series($1::int, $2::int) t, generate_series(1, ${CUSTOMERS_EACH}) n where $3::int >= 0`;

const ORDERS = `
  insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, channel, currency,
    subtotal, shipping_total, discount_total, tax_total, total, created_at)
  select ${NTH_TENANT}, md5(t || ' order ' || n)::uuid, (1000 + n)::text, 'placed', 'unpaid',
    md5(t || ' customer ' || 1 + n % ${CUSTOMERS_EACH})::uuid, 'storefront', 'EUR', 999, 0, 0, 0, 999,
    date_trunc('milliseconds', now() - interval '1 year' * (1 - n::float / $3::int))
  from generate_series($1::int, $2::int) t, generate_series(1, $3::int) n
  order by n, t`;

const LINES = `
  insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
  select ${NTH_TENANT}, md5(t || ' order ' || n)::uuid, 1, 'SKU-' || n % 1000, 'Tea ' || n % 1000, 1, 999, 999
  from generate_series($1::int, $2::int) t, generate_series(1, $3::int) n`;

const COUNTERS = `
  insert into order_counters (tenant_id, next_number)
  select ${NTH_TENANT}, 1001 + $3::int from generate_series($1::int, $2::int) t`;

const ROLLUPS = `
  insert into order_rollups (tenant_id, day, currency, channel, orders, placed_total)
  select tenant_id, (created_at at time zone 'UTC')::date, currency, coalesce(channel, '-'), count(*), sum(total) / 100
  from orders group by 1, 2, 3, 4`;

const WEBHOOKS = [
  `insert into webhook_subscriptions (tenant_id, id, name, url, events, active, secret_sealed, secret_preview, created_at, updated_at)
   select ${NTH_TENANT}, md5(t || ' subscription')::uuid, 'bench', 'http://127.0.0.1:9/', array['customer.created'], true, '\\x00', 'whsec_be', now(), now()
   from generate_series(1, $1::int) t`,
  `insert into events (tenant_id, id, type, data, created_at)
   select ${NTH_TENANT}, md5(t || ' event')::uuid, 'customer.created', '{}', now() from generate_series(1, $1::int) t`,
];

/** One in a hundred is due now; the others wait for their next attempt. */
const PENDING = `
  insert into webhook_queue
    (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
  select s.tenant_id, gen_random_uuid(), e.created_at, e.id, s.id, e.type, 'event',
    case when n % 100 = 0 then 'ready' else 'waiting' end,
    now() + case when n % 100 = 0 then '0' else '1 day' end::interval, now()
  from webhook_subscriptions s join events e on e.tenant_id = s.tenant_id, generate_series(1, $1::int) n`;
