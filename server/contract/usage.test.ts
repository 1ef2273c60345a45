/** One tenant's files, imports, stored answers, entries and redirects have a quota, and the usage is known without counting. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { createDiskGuard } from '#kernel/disk.ts';
import { addUp, countFormer, setQuota, type Usage } from '#kernel/usage.ts';
import { FACTS } from '../facts.ts';
import { errorsOf, finished, upload as sendImport } from '../modules/crm/testing/imports.ts';
import { upload } from '../modules/media/testing/uploads.ts';
import { USAGE_KINDS, type UsageName } from '../settings.ts';
import { newTenant, type TestTenant, useApp } from '../testing.ts';

const COUNTED = FACTS.flatMap(({ counted }) => counted ?? []);

const test = await useApp({ QUOTA_FILES_MIB: '1', QUOTA_CUSTOMERS: '3' });
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const usageOf = async ({ key: token }: TestTenant): Promise<Record<UsageName, Usage>> => {
  const { data } = (await test.call('GET', '/v1/usage', { token })).body;
  return Object.fromEntries(data.map((one: Usage) => [one.kind, one])) as Record<UsageName, Usage>;
};
const send = ({ key: token }: TestTenant, url: string, body: object, headers = {}) =>
  test.call('POST', url, { token, body, headers });
const allow = (tenant: TestTenant, kind: UsageName, allowed: number | null) =>
  setQuota(owner, tenant.id, USAGE_KINDS.find(({ name }) => name === kind)!, allowed);

describe('a quota', () => {
  it('of files refuses an upload beyond it, reports usage, quota and remedy, and does not affect other tenants', async () => {
    const [greedy, other] = [await newTenant(test), await newTenant(test)];
    const [first, second] = [randomBytes(700_000), randomBytes(700_000)];
    const { id } = (await upload(test, greedy.key, first)).body.data;
    const refused = await upload(test, greedy.key, second);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'quota_exceeded']);
    const { kind, used, allowed } = refused.body.error.details;
    assert.deepEqual([kind, used, allowed], ['files', 700_000, 1_048_576]);
    assert.match(
      refused.body.error.message,
      /0\.7 MiB of the 1\.0 MiB.*Delete unused files.*ask the operator/,
    );
    assert.equal((await upload(test, other.key, second)).status, 201);
    await test.call('DELETE', `/v1/media/${id}`, { token: greedy.key });
    assert.equal((await usageOf(greedy)).files.used, 0);
    assert.equal((await upload(test, greedy.key, second)).status, 201);
    assert.match(await test.kernel.metrics.registry.metrics(), /quota_refusals_total\{kind="files"\} 1/);
  });

  it('of stored answers is freed completely when an answer is deleted, compressed or not', async () => {
    const tenant = await newTenant(test);
    await owner.query(
      `insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
       values ($1, gen_random_uuid(), '\\x01', '\\x02', json_build_object('text', repeat('compressible ', 4000)), now())`,
      [tenant.id],
    );
    assert.ok((await usageOf(tenant)).answers.used > 50_000);
    await owner.query('delete from idempotency_keys where tenant_id = $1', [tenant.id]);
    assert.equal((await usageOf(tenant)).answers.used, 0);
  });

  it('of customers applies to many at once, except those in flight', async () => {
    const tenant = await newTenant(test);
    const add = () => send(tenant, '/v1/crm/customers', { name: 'Ada' });
    for (let n = 0; n < 3; n++) assert.equal((await add()).status, 201);
    const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status);
    assert.deepEqual(statuses, [403, 403, 403]);
  });

  it('of customers applies to an import row by row; orders of existing customers are placed', async () => {
    const tenant = await newTenant(test);
    await send(tenant, '/v1/crm/customers', { name: 'Ada', email: 'ada@x.example' });
    const rows = ['ada', 'bob', 'cy', 'dan', 'bob', 'eve'].map((name) => `${name}@x.example,TEA,Tea,1,2`);
    const file = `customerEmail,sku,name,quantity,unitPrice\n${rows.join('\n')}\n`;
    const sent = await sendImport(test, tenant.key, file, { query: '?createCustomers=true' });
    const work = test.startWork();
    const { id, orders } = await finished(test, tenant.key, sent.body.data.id);
    await work.stop();
    assert.deepEqual(orders, { placed: 4, failed: 2 });
    const errors = await errorsOf(test, tenant.key, id);
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [
        [5, 'customerEmail', 'quota_exceeded'],
        [7, 'customerEmail', 'quota_exceeded'],
      ],
    );
    assert.match(errors[0]!.message, /one customer more than the 3 you may have/);
    assert.equal((await usageOf(tenant)).customers.used, 3);
  });

  it("of a tenant is the operator's value instead of the setting", async () => {
    const tenant = await newTenant(test);
    await allow(tenant, 'customers', 0);
    assert.equal((await send(tenant, '/v1/crm/customers', { name: 'Ada' })).status, 403);
    await allow(tenant, 'customers', null);
    assert.equal((await send(tenant, '/v1/crm/customers', { name: 'Ada' })).status, 201);
    assert.equal((await usageOf(tenant)).customers.allowed, null);
  });

  it('cannot be changed by roles that serve requests', async () => {
    const tenant = await newTenant(test);
    for (const sql of [
      `insert into tenant_quotas values (current_tenant(), 'files', null)`,
      'update tenant_quotas set allowed = null',
      'delete from tenant_quotas',
    ]) {
      await assert.rejects(
        test.db.inTenant(tenant.id, (tx) => tx.query(sql)),
        /permission denied/,
      );
    }
  });

  it('of entries, redirects and imports applies to every way of creating them', async () => {
    const tenant = await newTenant(test);
    const { key: token } = tenant;
    for (const kind of ['entries', 'redirects', 'imports'] as const) await allow(tenant, kind, 1);
    const fields = [{ name: 'title', kind: 'text' }];
    await test.call('PUT', '/v1/content/types/page', { token, body: { title: 'Page', fields } });
    const entry = { type: 'page', fields: { title: 'x' } };
    const page = (await send(tenant, '/v1/content/entries', entry)).status;
    assert.deepEqual([page, (await send(tenant, '/v1/content/entries', entry)).status], [201, 403]);
    const rule = (from: string) => send(tenant, '/v1/redirects', { from, to: '/new' });
    assert.deepEqual([(await rule('/a')).status, (await rule('/b')).status], [201, 403]);
    const file = (url: string, text: string) =>
      test.call('POST', url, { token, body: text, headers: { 'content-type': 'text/csv' } });
    assert.equal((await file('/v1/redirects/import', 'from,to\n/c,/d\n')).status, 403);
    assert.equal((await file('/v1/crm/imports', 'sku,name,customerId\n')).status, 403);
    const { entries, redirects, imports } = await usageOf(tenant);
    assert.deepEqual([entries.used, redirects.used, imports.used], [1, 1, 0]);
  });

  it('of products and items applies to every way of creating them', async () => {
    const tenant = await newTenant(test);
    const { key: token } = tenant;
    for (const kind of ['products', 'items'] as const) await allow(tenant, kind, 2);
    const product = (sku: string) =>
      send(tenant, '/v1/catalog/products', { title: sku, variants: [{ sku }] });
    const item = (sku: string) => send(tenant, '/v1/inventory/items', { sku });
    const refused = ({ status, body }: Awaited<ReturnType<typeof item>>) => {
      assert.deepEqual([status, body.error.code], [403, 'quota_exceeded']);
      const { kind, used, allowed } = body.error.details;
      return `${kind} ${used} of ${allowed}`;
    };
    assert.equal((await product('A')).status, 201);
    assert.equal((await item('B')).status, 201);
    assert.equal(refused(await item('C')), 'items 2 of 2');
    assert.equal(refused(await product('C')), 'items 2 of 2', 'a variant makes an item');
    const csv = (url: string, text: string) =>
      test.call('POST', url, { token, body: text, headers: { 'content-type': 'text/csv' } });
    assert.equal((await product('B')).status, 201, 'its item is there already');
    assert.equal(refused(await product('A-2')), 'products 2 of 2');
    const { id } = (await csv('/v1/catalog/imports', 'handle,title,sku\nc,C,C\n')).body.data;
    const work = test.startWork();
    const over = await finished(test, token, id, '/v1/catalog/imports');
    await work.stop();
    assert.equal(over.status, 'failed');
    assert.match(over.reason, /^Your products use 2 of the 2 .*Delete products .*ask the operator/);
    const { products, items } = await usageOf(tenant);
    assert.deepEqual([products.used, items.used], [2, 2]);
    assert.match(await test.kernel.metrics.registry.metrics(), /quota_refusals_total\{kind="items"\} 2/);
  });

  it('of stored answers refuses large ones, and never an order or a customer because of its key', async () => {
    const tenant = await newTenant(test);
    const customerId = await tenant.customer();
    await allow(tenant, 'answers', 0);
    const key = () => ({ 'idempotency-key': crypto.randomUUID() });
    const order = { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }] };
    assert.equal((await send(tenant, '/v1/crm/orders', order, key())).status, 201);
    assert.equal((await send(tenant, '/v1/crm/customers', { name: 'Ada' }, key())).status, 201);
    const orders = Array.from({ length: 300 }, () => order);
    const large = await send(tenant, '/v1/crm/orders/bulk', { orders }, key());
    assert.deepEqual([large.status, large.body.error?.code], [403, 'quota_exceeded']);
    assert.ok((await usageOf(tenant)).answers.used > 0);
  });
});

it('the usage is the same before and after the worker adds it up, and agrees with the tables', async () => {
  const tenant = await newTenant(test);
  await upload(test, tenant.key, randomBytes(1_000));
  for (const name of ['Ada', 'Grace']) {
    await send(tenant, '/v1/crm/customers', { name }, { 'idempotency-key': name });
  }
  const before = await usageOf(tenant);
  await Promise.all([addUp(test.db), addUp(test.db)]);
  const after = await usageOf(tenant);
  assert.deepEqual(after, before);
  assert.deepEqual([after.files.used, after.customers.used], [1_000, 2]);
  const { rows } = await owner.query(
    'select sum(octet_length(answer::text))::int as bytes from idempotency_keys where tenant_id = $1',
    [tenant.id],
  );
  assert.equal(after.answers.used, rows[0].bytes);
  assert.equal(
    (await owner.query('select from usage_changes where tenant_id = $1', [tenant.id])).rowCount,
    0,
  );
});

it('the usage from before the triggers is counted once, in steps, while it changes', async () => {
  const tenant = await newTenant(test);
  await allow(tenant, 'customers', null);
  const add = async () => (await send(tenant, '/v1/crm/customers', { name: 'Ada' })).body.data.id;
  const ids = [await add(), await add(), await add(), await add(), await add()];
  await upload(test, tenant.key, randomBytes(1_000));
  // The state that an upgrade finds.
  for (const table of ['usage_changes', 'tenant_usage', 'usage_counted']) {
    await owner.query(`delete from ${table} where tenant_id = $1`, [tenant.id]);
  }
  await owner.query('delete from customer_terms where customer_id = $1', [ids[0]]);
  await owner.query('delete from customers where id = $1', [ids[0]]);
  assert.equal((await usageOf(tenant)).customers.used, 0);
  await add();
  await addUp(test.db);
  await add();
  await Promise.all([countFormer(test.db, COUNTED, 2), countFormer(test.db, COUNTED, 2)]);
  await countFormer(test.db, COUNTED, 2);
  const { customers, files } = await usageOf(tenant);
  assert.deepEqual([customers.used, files.used], [6, 1_000]);
});

it('a kind that a newer program counts is counted for tenants whose other kinds were counted before', async () => {
  const tenant = await newTenant(test);
  await send(tenant, '/v1/crm/customers', { name: 'Ada' });
  await send(tenant, '/v1/catalog/products', { title: 'Tea', variants: [{ sku: 'TEA' }] });
  await owner.query("delete from usage_changes where tenant_id = $1 and kind in ('products', 'items')", [
    tenant.id,
  ]);
  const used = async () => {
    const { products, items, customers } = await usageOf(tenant);
    return [products.used, items.used, customers.used];
  };
  assert.deepEqual(await used(), [0, 0, 1]);
  await Promise.all([countFormer(test.db, COUNTED), countFormer(test.db, COUNTED)]);
  assert.deepEqual(await used(), [1, 1, 1]);
  await countFormer(test.db, COUNTED);
  assert.deepEqual(await used(), [1, 1, 1]);
});

it('a disk with less free space than the reserve accepts no files, and the error says that it is temporary', async () => {
  const full = createDiskGuard('.', Number.MAX_SAFE_INTEGER);
  await assert.rejects(full(), (error: { code: string; status: number }) => {
    assert.deepEqual([error.code, error.status], ['disk_full', 507]);
    return true;
  });
  await createDiskGuard('.', 1)();
});
