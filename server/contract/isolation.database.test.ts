/** Row-level security as a table of attempts, generated from the database's own catalogue: every table, every role. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { asRole, connect, ROLES } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { countInDatabase } from '#kernel/http/counted-attempts.ts';
import { startForgetting } from '#kernel/http/idempotency.ts';
import { readExamples } from '#kernel/http/testing/examples.ts';
import { insertChunk, insertImport } from '#kernel/imports/imports.sql.ts';
import type { ImportTables, Own } from '#kernel/imports/record.ts';
import { insertErrors } from '#kernel/imports/steps.sql.ts';
import { addUp, countFormer, setQuota } from '#kernel/usage.ts';
import { FACTS } from '../facts.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { TABLES as PRODUCT_IMPORTS } from '../modules/catalog/imports/imports.ts';
import { fillCheckout } from '../modules/checkout/testing/rows.ts';
import { addLocaleChange, addTypeChange } from '../modules/content/testing/change.ts';
import { insertWork } from '../modules/crm/customers/life/work.sql.ts';
import { newWork } from '../modules/crm/customers/life/work.ts';
import { TABLES as ORDER_IMPORTS } from '../modules/crm/imports/imports.ts';
import { insertNumbers } from '../modules/crm/imports/numbers.sql.ts';
import { addReservation, addStock, addStockWork } from '../modules/inventory/testing/rows.ts';
import { FILES } from '../modules/media/settings.ts';
import { jpeg } from '../modules/media/testing/images.ts';
import { getPicture, setPresets } from '../modules/media/testing/pictures.ts';
import { settled, uploaded } from '../modules/media/testing/uploads.ts';
import { addHits } from '../modules/redirects/serving/hits.sql.ts';
import { noteFailures } from '../modules/webhooks/delivery/warnings.sql.ts';
import { newTenant, type TestTenant, useApp } from '../testing.ts';

const COUNTED = FACTS.flatMap(({ counted }) => counted ?? []);

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const [a, b] = [await newTenant(test), await newTenant(test)];
// With a relay, every event has a position.
await test.db.acrossTenantsQuery('insert into relay default values');
await fill(a);
await fill(b);

const OF_PEOPLE = ['password_links', 'second_factors', 'recovery_codes'];

type Table = { name: string; columns: string[]; belongs: string; isPartition: boolean };

/** Every table with rows of tenants; `belongs` is the condition for those of tenant $1. */
const tables: Table[] = (
  await owner.query<{ name: string; columns: string[]; isPartition: boolean }>(`
    select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns,
      c.relispartition as "isPartition"
    from pg_class c join pg_attribute a
      on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    group by c.oid order by 1`)
).rows.flatMap((table) => {
  const { name, columns } = table;
  if (columns.includes('tenant_id')) return [{ ...table, belongs: 'tenant_id = $1' }];
  if (name === 'tenants') return [{ ...table, belongs: 'id = $1' }];
  // The other tenant cannot query memberships, so it asks for the exact ids.
  if (name === 'people') return [{ ...table, belongs: 'id = any($1)' }];
  if (OF_PEOPLE.includes(name)) return [{ ...table, belongs: 'person_id = any($1)' }];
  return [];
});

/** Fills every table with at least one row, by using the platform. */
async function fill(tenant: TestTenant): Promise<void> {
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const post = async (url: string, token: string, body: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await test.call('POST', url, { token, body, headers });
    assert.ok([201, 202].includes(answer.status), answer.text);
    return answer.body.data.id as string;
  };
  const token = await tenant.staff('owner');
  await post('/v1/staff', token, { email: 'invited@staff.example', role: 'viewer' });
  await addPasswordLink(tenant);
  const customerId = await tenant.customer();
  const email = { email: 'ada@customers.example' };
  await test.call('PATCH', `/v1/crm/customers/${customerId}`, { token: tenant.key, body: email });
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }];
  const order = await post('/v1/crm/orders', tenant.key, { customerId, items, metadata: { source: 'fair' } });
  await post(`/v1/crm/orders/${order}/payments`, tenant.key, { amount: 1, outcome: 'succeeded' });
  await addImport(tenant, ORDER_IMPORTS);
  await addImport(tenant, PRODUCT_IMPORTS);
  const subscription = { name: 'Mine', url: `http://localhost:${port}/`, events: ['redirect.added'] };
  const id = await post('/v1/webhooks/subscriptions', token, { ...subscription, rateLimit: 100 });
  await post(`/v1/webhooks/subscriptions/${id}/replay`, token, { since: '2020-01-01T00:00:00Z' });
  const silent = { ...subscription, url: 'http://localhost:1/' };
  const lane = {
    tenantId: tenant.id,
    subscriptionId: await post('/v1/webhooks/subscriptions', token, silent),
  };
  await noteFailures({ query: test.db.acrossTenantsQuery }, test.now(), { failing: [lane], failed: [] });
  let made = 0;
  for (const [url, { body }] of Object.entries(await readExamples())) await post(url, token, body(++made));
  await addReservation(test, tenant, (await addStock(test, token)).sku);
  await addSite(tenant);
  await openShop(test, tenant, { customerId });
  await fillCheckout(test, tenant);
  const window = { seconds: 3600, now: test.now() };
  await test.db.inTenant(tenant.id, (tx) => countInDatabase(tx, 'codes', '203.0.113.7', 5, window));
  const asset = await uploaded(test, tenant.key, await jpeg(20, 10), { fields: [['tags', 'sea']] });
  await addContent(tenant);
  const work = test.startWork();
  const photo = await settled(test, tenant.key, asset.id);
  await setPresets(test, tenant, { teaser: { w: 10, h: 10 } });
  assert.equal((await getPicture(test, tenant, photo, 'preset=teaser')).statusCode, 200);
  const attempts =
    'select from webhook_deliveries, notices where webhook_deliveries.tenant_id = $1 and notices.tenant_id = $1';
  for (let looks = 0; (await owner.query(attempts, [tenant.id])).rowCount === 0; looks++) {
    assert.ok(looks < 1000, 'the delivery was never attempted');
    await sleep(10);
  }
  await work.stop();
  receiver.closeAllConnections();
  receiver.close();
}

// The state while work is under way: an unprocessed event, a leased lane, a gathered event, and an erasure.
await countFormer(test.db, COUNTED);
await addUp(test.db);
for (const tenant of [a, b]) {
  await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/older', to: '/new' } });
  await test.db.acrossTenantsQuery(
    `insert into webhook_lanes (tenant_id, subscription_id, holder, until)
     select tenant_id, id, gen_random_uuid(), now() from webhook_subscriptions where tenant_id = $1`,
    [tenant.id],
  );
  await test.db.acrossTenantsQuery(
    `with burst as (
       insert into webhook_bursts (tenant_id, subscription_id, due_at)
       select tenant_id, id, now() from webhook_subscriptions where tenant_id = $1)
     insert into webhook_gathered (tenant_id, subscription_id, event_id, at, event_type)
     select tenant_id, id, gen_random_uuid(), now(), 'redirect.added' from webhook_subscriptions where tenant_id = $1`,
    [tenant.id],
  );
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `insert into webhook_sweeps (tenant_id, subscription_id, swept_at)
       select tenant_id, id, now() from webhook_subscriptions`,
    ),
  );
  const customerId = await tenant.customer();
  const work = {
    kind: 'erase',
    customer_id: customerId,
    into_id: null,
    phase: 'orders',
    orders_total: 1,
  } as const;
  await test.db.inTenant(tenant.id, async (tx) => {
    await insertWork(tx, newWork(OPERATOR, test.now(), work));
    await startForgetting(tx, [customerId]);
    await tx.query(
      `insert into customer_revenue (tenant_id, customer_id, currency, revenue, orders)
       values (current_tenant(), $1, 'EUR', 100, 1)`,
      [customerId],
    );
    await tx.query(
      `insert into customer_revenue_due (tenant_id, customer_id, due_at) values (current_tenant(), $1, 'infinity')`,
      [customerId],
    );
  });
  await addStockWork(test, tenant);
  await setQuota(owner, tenant.id, FILES, 1);
  await untilLogged(tenant);
}

/** The log is written a second after a request: no later row may appear during a comparison. */
async function untilLogged(tenant: TestTenant): Promise<void> {
  await test.call('GET', '/v1/me', { token: tenant.key, headers: { 'x-request-id': tenant.id } });
  const last = 'select from request_log where tenant_id = $1 and request_id = $1::text';
  while ((await owner.query(last, [tenant.id])).rowCount === 0) await sleep(10);
}

/** The state after a sign-in of a person whose password a tenant chose; a second factor, and a key that was used. */
async function addPasswordLink(tenant: TestTenant): Promise<void> {
  const { rows } = await owner.query(
    'select person_id from memberships where tenant_id = $1 and joined_at is not null',
    [tenant.id],
  );
  await owner.query("insert into password_links values ($1, $2, now() + interval '1 minute')", [
    rows[0].person_id,
    randomBytes(32),
  ]);
  await owner.query(
    `insert into second_factors (id, person_id, kind, name, totp_secret, created_at)
     values (gen_random_uuid(), $1, 'totp', 'App', 'sealed', now())`,
    [rows[0].person_id],
  );
  await owner.query("insert into recovery_codes (person_id, proof) values ($1, 'proof')", [
    rows[0].person_id,
  ]);
  await owner.query(
    `insert into api_key_networks (tenant_id, key_id, network)
     select tenant_id, id, '192.0.2.1' from api_keys where tenant_id = $1 limit 1`,
    [tenant.id],
  );
}

/** A type that is being changed, locales, and an entry that is live, refers to another and has a scheduled end. */
async function addContent(tenant: TestTenant): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await test.call(method, `/v1/content${path}`, { token: tenant.key, body });
    assert.ok([200, 201].includes(answer.status), answer.text);
    return answer.body.data.id as string;
  };
  await ask('PUT', '/locales', { default: 'en', locales: [{ code: 'en' }] });
  const fields = [
    { name: 'slug', kind: 'slug' },
    { name: 'next', kind: 'reference' },
  ];
  await ask('PUT', '/types/page', { title: 'Page', fields });
  const target = await ask('POST', '/entries', { type: 'page', fields: { slug: 'target' } });
  const id = await ask('POST', '/entries', { type: 'page', fields: { slug: 'page', next: target } });
  await ask('POST', `/entries/${id}/publish`);
  await ask('POST', `/entries/${id}/schedule`, { unpublishAt: '2999-01-01T00:00:00Z' });
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `insert into content_reviews (tenant_id, id, entry_id, version, status, created_at)
       values (current_tenant(), gen_random_uuid(), $1, 1, 'requested', now())`,
      [id],
    ),
  );
  await ask('POST', `/entries/${id}/comments`, { text: 'Is it the right one?' });
  const release = await ask('POST', '/releases', { name: 'Spring' });
  await ask('POST', `/releases/${release}/entries`, { entries: [{ id: target }] });
  await test.db.inTenant(tenant.id, async (tx) => {
    await addTypeChange(tx, 'page', crypto.randomUUID(), test.now(), 'finished');
    await addLocaleChange(tx, tenant.id, crypto.randomUUID(), test.now());
  });
}

/** An import whose upload never ends, so that its file stays, with an error as a worker would record it. */
async function addImport<C extends Own>(tenant: TestTenant, tables: ImportTables<C>): Promise<void> {
  const row = { id: crypto.randomUUID(), format: 'csv', options: '{}', dry_run: false } as const;
  const leaseUntil = new Date(test.now().getTime() + 3_600_000);
  const error = { row_number: 2n, entry: 0, field: 'sku', code: 'required', message: 'is required' };
  await test.db.inTenant(tenant.id, async (tx) => {
    const wanted = { ...row, error_policy: 'reject_failed', pass: 'write' } as const;
    await insertImport(tx, tables, wanted, test.now(), leaseUntil);
    await insertChunk(tx, tables, row.id, 0, Buffer.from('sku'), leaseUntil);
    await insertErrors(tx, tables, row.id, [error]);
    if (tables.ofFile !== undefined) {
      await insertNumbers(tx, row.id, 3, [{ number: 'A-1', row: 2, rowCount: 1 }]);
    }
  });
}

/** A property with a domain, a redirect that was used, and a deleted one. */
async function addSite(tenant: TestTenant): Promise<void> {
  const call = (method: string, url: string, body?: object) =>
    test.call(method, url, { token: tenant.key, body });
  const domains = [`${tenant.slug}.example`];
  const { id: propertyId } = (await call('POST', '/v1/properties', { name: 'Shop', domains })).body.data;
  const add = async (from: string) =>
    (await call('POST', '/v1/redirects', { propertyId, from, to: '/new' })).body.data.id;
  const used = { id: await add('/used'), count: 1, at: test.now() };
  await test.db.inTenant(tenant.id, (tx) => addHits(tx, [used]));
  await call('DELETE', `/v1/redirects/${await add('/gone')}`);
}

const secrets = test.kernel.secrets;
async function enter(role: string): Promise<pg.Client> {
  const client = new pg.Client(asRole(test.database, role, secrets.databasePassword(role)));
  // After the tests, the database is removed first.
  client.on('error', () => {});
  await client.connect();
  after(() => client.end());
  return client;
}
const app = await enter(ROLES.app);
/** No tenant was ever set on this connection, which differs from an earlier one that was reset. */
const fresh = await enter(ROLES.app);

type Attempt = { rows: number } | { refused: string };

/** The outcome of a statement in its own transaction, which is rolled back. A tenant of null: none was set. */
async function attempt(
  client: pg.Client,
  tenant: string | null,
  sql: string,
  values: unknown[] = [],
): Promise<Attempt> {
  await client.query('begin');
  try {
    if (tenant !== null) await client.query("select set_config('app.tenant_id', $1, true)", [tenant]);
    return { rows: (await client.query(sql, values)).rowCount ?? 0 };
  } catch (error) {
    return { refused: (error as { code: string }).code };
  } finally {
    await client.query('rollback');
  }
}

const NOT_ALLOWED = '42501';
/** No row, and no error but "not allowed": any other error would hide the effect of row-level security. */
function assertNothing(outcome: Attempt, what: string): void {
  const nothing = 'rows' in outcome ? outcome.rows === 0 : outcome.refused === NOT_ALLOWED;
  assert.ok(nothing, `${what}: ${JSON.stringify(outcome)}`);
}

const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

async function keyOf(table: Table, tenant: TestTenant): Promise<unknown> {
  if (table.name !== 'people' && !OF_PEOPLE.includes(table.name)) return tenant.id;
  const { rows } = await owner.query(
    'select person_id from memberships where tenant_id = $1 and person_id is not null',
    [tenant.id],
  );
  return rows.map((row) => row.person_id);
}

const rowsOf = async (table: Table, tenant: TestTenant): Promise<string[]> => {
  const { rows } = await owner.query<{ row: string }>(
    `select row_to_json(t)::text as row from ${table.name} t where ${table.belongs} order by 1`,
    [await keyOf(table, tenant)],
  );
  return rows.map(({ row }) => row);
};

const columnsWith = async (role: string, table: Table, privilege: string): Promise<string[]> => {
  const { rows } = await owner.query(
    'select name from unnest($3::text[]) name where has_column_privilege($1, $2::regclass, name, $4)',
    [role, table.name, table.columns, privilege],
  );
  return rows.map((row) => row.name);
};

it('all tables are covered, and none is empty for either tenant', async () => {
  assert.ok(tables.length >= 17, tables.map((table) => table.name).join(' '));
  for (const table of tables) {
    // A partition is reached through its table, and may be empty.
    if (table.isPartition) continue;
    for (const tenant of [a, b]) assert.notEqual((await rowsOf(table, tenant)).length, 0, table.name);
  }
});

/** Requests are logged, and their sizes added up, a moment after their answers. */
const LOGGED_WITHIN_MS = 2_200;
const logged = async () =>
  JSON.stringify(
    await Promise.all(
      tables.filter(({ name }) => name.startsWith('request_log')).map((table) => rowsOf(table, b)),
    ),
  );
for (let before = await logged(); ; ) {
  await sleep(LOGGED_WITHIN_MS);
  const now = await logged();
  if (now === before) break;
  before = now;
}

describe("in a transaction of one tenant as colonnade_app, the other's rows", () => {
  for (const table of tables) {
    it(`in ${table.name} cannot be read, changed, deleted or added`, async () => {
      const before = await rowsOf(table, b);
      const theirs = [await keyOf(table, b)];
      const tryIt = (sql: string, values = theirs) => attempt(app, a.id, sql, values);

      const readable = await columnsWith(ROLES.app, table, 'select');
      const shown = readable.length > 0 ? quoted(readable) : '*';
      assertNothing(await tryIt(`select ${shown} from ${table.name} where ${table.belongs}`), 'select');
      assertNothing(
        await tryIt(`select ${shown} from ${table.name} where ${table.belongs} for update`),
        'lock',
      );
      assertNothing(await tryIt(`delete from ${table.name} where ${table.belongs}`), 'delete');
      for (const column of table.columns) {
        const change = `update ${table.name} set ${quoted([column])} = ${quoted([column])} where ${table.belongs}`;
        assertNothing(await tryIt(change), `update of ${column}`);
      }
      const columns = quoted(table.columns);
      const copy = `insert into ${table.name} (${columns})
        select ${columns} from json_populate_record(null::${table.name}, $1)`;
      const inserted = await tryIt(copy, [before[0]]);
      assert.deepEqual(inserted, { refused: NOT_ALLOWED }, 'insert');
      if (table.columns.includes('tenant_id')) {
        const move = `update ${table.name} set tenant_id = $1 where tenant_id = $2`;
        assertNothing(await tryIt(move, [b.id, a.id]), 'moving a row over');
      }
      assert.deepEqual(await rowsOf(table, b), before);
    });

    it(`in ${table.name} cannot be read without a tenant, nor with an empty one`, async () => {
      const readable = await columnsWith(ROLES.app, table, 'select');
      const all = `select ${quoted(readable) || '*'} from ${table.name}`;
      for (const outcome of [
        await attempt(fresh, null, all),
        await attempt(app, null, all),
        await attempt(app, '', all),
      ]) {
        assert.deepEqual(outcome, readable.length > 0 ? { rows: 0 } : { refused: NOT_ALLOWED });
      }
    });
  }

  it('are hidden while its own rows are visible, in every table it may read', async () => {
    for (const table of tables) {
      const readable = await columnsWith(ROLES.app, table, 'select');
      if (readable.length === 0) continue;
      const outcome = await attempt(app, a.id, `select ${quoted(readable)} from ${table.name}`);
      assert.deepEqual(outcome, { rows: (await rowsOf(table, a)).length }, table.name);
    }
  });
});

describe("in a transaction of one tenant as colonnade_batch, the other's rows", async () => {
  const batch = await enter(ROLES.batch);
  const told = async (tenants: string, sql: string, values: unknown[] = []): Promise<Attempt> => {
    await batch.query('begin');
    try {
      await batch.query("select set_config('app.tenant_ids', $1, true)", [tenants]);
      return { rows: (await batch.query(sql, values)).rowCount ?? 0 };
    } catch (error) {
      return { refused: (error as { code: string }).code };
    } finally {
      await batch.query('rollback');
    }
  };
  for (const table of tables) {
    it(`in ${table.name} cannot be read, changed or added`, async () => {
      const [row] = await rowsOf(table, b);
      const readable = await columnsWith(ROLES.batch, table, 'select');
      const theirs = await keyOf(table, b);
      if (readable.length > 0) {
        const look = `select ${quoted(readable)} from ${table.name} where tenant_id = $1`;
        assert.deepEqual(await told(`{${a.id}}`, look, [b.id]), { rows: 0 });
        assert.deepEqual(await told('', look, [b.id]), { rows: 0 });
        assert.notDeepEqual(await told(`{${a.id},${b.id}}`, look, [b.id]), { rows: 0 });
      }
      for (const column of table.columns) {
        const change = `update ${table.name} set ${quoted([column])} = ${quoted([column])} where ${table.belongs}`;
        assertNothing(await told(`{${a.id}}`, change, [theirs]), `update of ${column}`);
      }
      const columns = quoted(table.columns);
      const copy = `insert into ${table.name} (${columns}) select ${columns} from json_populate_record(null::${table.name}, $1)`;
      assert.deepEqual(await told(`{${a.id}}`, copy, [row]), { refused: NOT_ALLOWED });
      assert.deepEqual(await told(`{${a.id}}`, `delete from ${table.name}`), { refused: NOT_ALLOWED });
    });
  }
});

describe('a role that works for all tenants:', async () => {
  // Written out beside the facts of the modules: a table that a role reaches by mistake there is noticed here.
  const REACH: Record<string, string[]> = {
    [ROLES.worker]: [
      'counted_attempts',
      'event_feed',
      'event_stream',
      'event_queue',
      'events',
      'idempotency_keys',
      'imports',
      'catalog_imports',
      'notices',
      'tenants',
      'key_usage',
      'request_log',
      'request_log_levels',
      'webhook_attempt_counts',
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_bursts',
      'webhook_gathered',
      'webhook_lanes',
      'webhook_pace',
      'webhook_queue',
      'webhook_replays',
      'webhook_subscriptions',
      'webhook_sweeps',
      'webhook_warnings',
      'order_lines',
      'order_quarters',
      'order_rollups',
      'search_texts',
      'search_trigrams',
      'search_words',
      'media_files',
      'media_renditions',
      'content_changes',
      'content_locale_changes',
      'content_releases',
      'content_schedule',
      'content_type_changes',
      'customer_sessions',
      'customer_work',
      'customer_revenue',
      'customer_revenue_due',
      'tenant_modules',
      'inventory_settings',
      'inventory_items',
      'stock_reservations',
      'stock_orders_due',
      'stock_items_changed',
      'carts',
      'checkouts',
      'discount_uses',
      'tenant_usage',
      'usage_changes',
      'usage_counted',
    ],
    [ROLES.batch]: [
      'usage_changes',
      'catalog_handles',
      'price_lists',
      'prices',
      'products',
      'variants',
      'content_locales',
      'content_published',
      'content_types',
      'content_unique',
      'customers',
      'event_queue',
      'events',
      'idempotency_forgotten',
      'idempotency_keys',
      'order_counters',
      'order_lines',
      'order_metadata',
      'orders',
      'inventory_items',
      'stock_levels',
      'stock_locations',
      'stock_reservations',
    ],
    [ROLES.auth]: [
      'api_key_networks',
      'api_keys',
      'audit_log',
      'content_changes',
      'customer_sessions',
      'invitations',
      'key_changes',
      'memberships',
      'password_links',
      'people',
      'properties',
      'property_domains',
      'recovery_codes',
      'second_factors',
      'sessions',
      'storefront_keys',
      'tenant_modules',
      'tenants',
    ],
  };
  for (const [role, reach] of Object.entries(REACH)) {
    const client = await enter(role);
    for (const table of tables.filter(({ name }) => !reach.includes(name))) {
      it(`${role} may do nothing at all with ${table.name}`, async () => {
        const column = quoted(table.columns.slice(0, 1));
        for (const sql of [
          `select ${column} from ${table.name}`,
          `insert into ${table.name} default values`,
          `update ${table.name} set ${column} = ${column}`,
          `delete from ${table.name}`,
          `truncate ${table.name}`,
        ]) {
          assert.deepEqual(await attempt(client, a.id, sql), { refused: NOT_ALLOWED }, sql);
        }
        for (const privilege of ['select', 'insert', 'update', 'references']) {
          assert.deepEqual(await columnsWith(role, table, privilege), []);
        }
      });
    }
  }

  it('backup reads every row of every table, by its table alone, and changes none', async () => {
    const backup = await enter(ROLES.backup);
    for (const table of tables) {
      const column = quoted(table.columns.slice(0, 1));
      const { rowCount: all } = await owner.query(`select from ${table.name}`);
      const seen = table.isPartition ? { refused: NOT_ALLOWED } : { rows: all };
      assert.deepEqual(await attempt(backup, null, `select * from ${table.name}`), seen, table.name);
      for (const sql of [
        `select ${column} from ${table.name} for update`,
        `insert into ${table.name} default values`,
        `update ${table.name} set ${column} = ${column}`,
        `delete from ${table.name}`,
        `truncate ${table.name}`,
      ]) {
        assert.deepEqual(await attempt(backup, a.id, sql), { refused: NOT_ALLOWED }, sql);
      }
    }
    for (const sql of ["select nextval('event_positions')", "select setval('event_positions', 1)"])
      assert.deepEqual(await attempt(backup, null, sql), { refused: NOT_ALLOWED }, sql);
  });

  it('identity appends to the audit log of the tenant it has entered, reads only what the chain needs of that log, and nothing of another', async () => {
    const auth = await enter(ROLES.auth);
    const seen = 'select distinct tenant_id from audit_log';
    assert.deepEqual(await attempt(auth, null, seen), { rows: 0 });
    assert.deepEqual(await attempt(auth, a.id, `${seen} where tenant_id = '${b.id}'`), { rows: 0 });
    assert.deepEqual(await attempt(auth, a.id, seen), { rows: 1 });
    assert.deepEqual(await attempt(auth, a.id, 'select details from audit_log'), { refused: NOT_ALLOWED });
    const add = (tenant: TestTenant) =>
      `insert into audit_log values ('${tenant.id}', 0, now(), 'system', null, 'x', 'x', 'x', 'x', '{}', '', '')`;
    assert.deepEqual(await attempt(auth, a.id, add(a)), { rows: 1 });
    for (const entered of [a.id, null])
      assert.deepEqual(await attempt(auth, entered, add(b)), { refused: NOT_ALLOWED });
    for (const sql of ['update audit_log set seq = 0', 'delete from audit_log', 'truncate audit_log'])
      assert.deepEqual(await attempt(auth, a.id, sql), { refused: NOT_ALLOWED }, sql);
  });

  it('neither role changes tenants or reads tables that only the other needs', async () => {
    const worker = await enter(ROLES.worker);
    const auth = await enter(ROLES.auth);
    for (const client of [worker, auth]) {
      assertNothing(await attempt(client, null, "update tenants set name = 'x'"), 'rename');
      assertNothing(await attempt(client, null, 'delete from tenants'), 'delete');
    }
    assert.deepEqual(await attempt(worker, null, 'select secret_hash from api_keys'), {
      refused: NOT_ALLOWED,
    });
    assert.deepEqual(await attempt(app, a.id, 'select password_hash from people'), { refused: NOT_ALLOWED });
    assert.deepEqual(await attempt(app, a.id, 'select secret_hash from api_keys'), { refused: NOT_ALLOWED });
  });
});

describe('the tenant of a transaction', () => {
  const db = connect({ address: test.database, secrets, connections: 1, log: test.kernel.log });
  after(() => db.close());
  /** Ends the current transaction, and reads what the connection still knows. */
  const left = () =>
    db.inTenant(b.id, async (tx) => {
      await tx.query('rollback');
      const { rows } = await tx.query(
        "select current_setting('app.tenant_id', true) as tenant, (select count(*)::int from customers) as customers",
      );
      return rows[0];
    });

  it('is reset on the connection after a commit, and after a failure', async () => {
    const count = 'select count(*)::int as count from customers';
    const seen = await db.inTenant(a.id, (tx) => tx.query(count));
    assert.deepEqual(seen.rows, [{ count: 3 }]);
    assert.deepEqual(await left(), { tenant: '', customers: 0 });
    await assert.rejects(db.inTenant(a.id, (tx) => tx.query('select 1 / 0')));
    assert.deepEqual(await left(), { tenant: '', customers: 0 });
  });

  it('must be an id, so that it cannot inject SQL into the statement that sets it', async () => {
    for (const tenant of ['', "x', true); drop table orders; --", a.id.toUpperCase(), `${a.id}\n`]) {
      await assert.rejects(
        db.inTenant(tenant, async () => {}),
        /inTenant needs the id of a tenant/,
      );
    }
  });
});
