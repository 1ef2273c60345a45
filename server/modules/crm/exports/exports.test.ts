import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../../testing.ts';
import { errorsOf, finished, ordersOf, upload } from '../testing/imports.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;
const customerId = await tenant.customer('=HYPERLINK("x"), Ltd');
const ORDERS = 1_200;
const place = (orders: object[]) => test.call('POST', '/v1/crm/orders/bulk', { token, body: { orders } });
const item = { sku: '+S1', name: 'Tea', quantity: 2, unitPrice: 1.25 };
await place(Array.from({ length: ORDERS / 2 }, () => ({ customerId, items: [item] })));
await place(
  Array.from({ length: ORDERS / 2 }, () => ({
    customerId,
    items: [item, { sku: 'S2', name: 'Cup' }],
    metadata: { b: 1, a: 2 },
  })),
);
const fetchFile = (path: string) => test.call('GET', `/v1/crm/${path}`, { token });
const rowsIn = (text: string) => text.trimEnd().split('\r\n');

await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
async function openExport(): Promise<IncomingMessage> {
  const asking = get({
    port,
    path: '/v1/crm/orders/export?format=ndjson',
    headers: { authorization: `Bearer ${token}` },
  });
  const [answer] = await once(asking, 'response');
  return answer;
}

describe('an export', () => {
  it('of orders has each order exactly once, over any number of pages', async () => {
    const answer = await fetchFile('orders/export');
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="orders.csv"');
    const [header, ...rows] = rowsIn(answer.text);
    assert.match(header!, /^id,orderNumber,status,paymentStatus,customerId,/);
    assert.equal(rows.length, ORDERS);
    assert.equal(new Set(rows.map((row) => row.split(',')[0])).size, ORDERS);
  });

  it('of a list has the rows of that list, in its order', async () => {
    const filters = 'metadataKey=a&metadataValue=2&sort=orderNumber&order=asc';
    const numbers = rowsIn((await fetchFile(`orders/export?${filters}`)).text)
      .slice(1)
      .map((row) => Number(row.split(',')[1]));
    assert.equal(numbers.length, ORDERS / 2);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    const listed = (await fetchFile(`orders?${filters}`)).body.data;
    assert.equal(Number(listed[0].orderNumber), numbers[0]);
    assert.equal(rowsIn((await fetchFile('orders/export?status=cancelled')).text).length, 1);
    assert.equal((await fetchFile('orders/export?totalFrom=1')).status, 422);
    await tenant.customer('Grace Hopper');
    assert.equal(rowsIn((await fetchFile('customers/export?q=hopper')).text).length, 2);
  });

  it('of all orders has the total in a header; a filtered export or one of lines has not', async (t) => {
    const work = test.startWork();
    t.after(() => work.stop());
    const totalOf = async (query: string) =>
      (await test.call('HEAD', `/v1/crm/orders/export${query}`, { token })).headers['x-total-count'];
    // The total comes from rollups, which are updated within moments.
    for (let looks = 0; (await totalOf('')) !== String(ORDERS) && looks < 500; looks++) await sleep(10);
    assert.equal(await totalOf(''), String(ORDERS));
    assert.equal(await totalOf('?format=ndjson&sort=orderNumber'), String(ORDERS));
    assert.equal(await totalOf('?status=placed'), undefined);
    assert.equal(await totalOf('?rows=lines'), undefined);
    await work.stop();
  });

  it('as NDJSON has complete orders, as in the API', async () => {
    const lines = (await fetchFile('orders/export?format=ndjson')).text.trimEnd().split('\n');
    assert.equal(lines.length, ORDERS);
    const order = JSON.parse(lines[0]!);
    const { data } = (await fetchFile(`orders/${order.id}`)).body;
    assert.deepEqual(order, data);
    assert.ok(lines[0]!.includes('"metadata":{"b":1,"a":2}'));
  });

  it('contains no formula that a spreadsheet would run', async () => {
    const customers = (await fetchFile('customers/export')).text;
    assert.ok(customers.includes(`"'=HYPERLINK(""x""), Ltd"`), customers);
    assert.ok((await fetchFile('orders/export?rows=lines')).text.includes(",'+S1,"));
  });

  it('of lines can be imported again, also by another tenant', async (t) => {
    const other = await newTenant(test);
    const theirs = await other.customer();
    const file = (await fetchFile('orders/export?rows=lines')).text.replaceAll(customerId, theirs);
    const { id } = (await upload(test, other.key, file)).body.data;
    const work = test.startWork();
    t.after(() => work.stop());
    const job = await finished(test, other.key, id);
    await work.stop();
    assert.deepEqual([job.status, job.orders], ['finished', { placed: ORDERS, failed: 0 }]);
  });

  it('of lines gives the same orders when it is imported again', async (t) => {
    const [from, to] = [await newTenant(test), await newTenant(test)];
    const [ours, theirs] = [await from.customer(), await to.customer()];
    const orders = [
      {
        orderNumber: '-1',
        items: [
          { sku: '=SKU', name: '+Plus', description: "'=quoted", unitPrice: 1.5, taxAmount: 0.25 },
          { sku: "'S", name: "''@x", quantity: 3 },
        ],
        shippingAddress: { line1: '1 Agora', city: '@Athens', floor: '-2', company: null, line2: '' },
        customerNote: '-5 off',
        internalNote: '\tindented',
        metadata: { b: 1, a: '=2' },
      },
      { orderNumber: 'B', items: [{ sku: 'S', name: 'Tea' }], billingAddress: {} },
    ].map((order) => ({ ...order, customerId: ours }));
    await test.call('POST', '/v1/crm/orders/bulk', { token: from.key, body: { orders } });
    const { text } = await test.call('GET', '/v1/crm/orders/export?rows=lines', { token: from.key });
    const { id } = (await upload(test, to.key, text.replaceAll(ours, theirs))).body.data;
    const work = test.startWork();
    t.after(() => work.stop());
    await finished(test, to.key, id);
    await work.stop();
    assert.deepEqual(await errorsOf(test, to.key, id), []);
    const numbers = ['-1', 'B'];
    const before = await ordersOf(test, from.key, numbers);
    const after = await ordersOf(test, to.key, numbers);
    const own = { id: '', customerId: '', createdAt: '', updatedAt: '', channel: '' };
    assert.deepEqual(
      after.map((order) => ({ ...order, ...own })),
      before.map((order) => ({ ...order, ...own })),
    );
  });

  it('contains only rows of its own tenant', async () => {
    const other = await newTenant(test);
    for (const list of ['orders', 'customers']) {
      const answer = await test.call('GET', `/v1/crm/${list}/export`, { token: other.key });
      assert.equal(rowsIn(answer.text).length, 1);
    }
  });

  it('that fails midway breaks the connection instead of ending as if complete', async () => {
    const before = test.db.readInTenant;
    let reads = 0;
    test.db.readInTenant = (tenantId, work) => {
      // The first two reads are the total and the first page.
      if (++reads > 2) return Promise.reject(new Error('the database went away'));
      return before(tenantId, work);
    };
    try {
      const answer = await openExport();
      await assert.rejects(async () => {
        for await (const _ of answer);
      }, /aborted/);
      assert.equal(answer.complete, false);
    } finally {
      test.db.readInTenant = before;
    }
  });

  it('stops reading the database when the client stops reading', async () => {
    const before = test.db.readInTenant;
    let reads = 0;
    test.db.readInTenant = (tenantId, work) => {
      reads++;
      return before(tenantId, work);
    };
    try {
      const answer = await openExport();
      answer.destroy();
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.ok(reads < 5, `${reads} reads`);
    } finally {
      test.db.readInTenant = before;
    }
  });

  it('answers HEAD without reading any rows', async () => {
    const answer = await test.call('HEAD', '/v1/crm/orders/export', { token });
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
  });
});
