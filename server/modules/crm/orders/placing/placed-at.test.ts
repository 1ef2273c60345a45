import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, type TestTenant, useApp } from '../../../../testing.ts';
import { errorsOf, finished, upload } from '../../testing/imports.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
const work = test.startWork();
after(async () => {
  await work.stop();
  await owner.end();
});
const PAST = '2021-03-04T05:06:07.000Z';
const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];

const bulk = (token: string, orders: object[]) =>
  test.call('POST', '/v1/crm/orders/bulk', { token, body: { orders } });
const list = async (of: TestTenant, query = '') =>
  (await test.call('GET', `/v1/crm/orders?${query}`, { token: of.key })).body.data;

describe('an order with a placedAt', () => {
  it('is listed, sorted and found by that time, and its event has the current time', async () => {
    const shop = await newTenant(test);
    const customerId = await shop.customer();
    await bulk(shop.key, [{ customerId, items }]);
    const answer = await bulk(shop.key, [{ customerId, items, placedAt: PAST }]);
    assert.deepEqual([answer.status, answer.body.data.created], [200, 1], answer.text);
    const { id, orderNumber } = answer.body.data.results[0].order;
    assert.equal(orderNumber, '1002');
    const all = await list(shop);
    assert.deepEqual([all.length, all[1].id, all[1].createdAt], [2, id, PAST]);
    const then = await list(shop, 'createdFrom=2021-03-04T00:00:00Z&createdTo=2021-03-05T00:00:00Z');
    assert.deepEqual(
      then.map((order: { id: string }) => order.id),
      [id],
    );
    const { rows } = await owner.query(
      `select created_at, data ->> 'createdAt' as placed from events
       where tenant_id = $1 and type = 'order.placed' and data ->> 'id' = $2`,
      [shop.id, id],
    );
    assert.equal(rows[0].placed, PAST);
    assert.ok(Math.abs(rows[0].created_at.getTime() - Date.now()) < 60_000);
  });

  it('counts in the metrics of that day', async () => {
    const shop = await newTenant(test);
    await bulk(shop.key, [{ customerId: await shop.customer(), items, placedAt: PAST }]);
    const counted = async () =>
      (await test.call('GET', '/v1/crm/metrics?from=2021-03-04&to=2021-03-04', { token: shop.key })).body
        .data;
    for (let looks = 0; (await counted()).totals.length === 0; looks++) {
      assert.ok(looks < 500);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.deepEqual([(await counted()).totals[0].orders, (await counted()).totals[0].revenue], [1, 4.5]);
  });

  it('keeps its time from an export to an import, also in NDJSON', async () => {
    const [shop, other] = [await newTenant(test), await newTenant(test)];
    const customerId = await shop.customer();
    await bulk(shop.key, [{ customerId, items, placedAt: PAST }]);
    const { text } = await test.call('GET', '/v1/crm/orders/export?rows=lines', { token: shop.key });
    const itsOwn = await other.customer();
    const line = JSON.stringify({ customerId: itsOwn, items, placedAt: PAST });
    for (const [file, type] of [
      [text.replace(customerId, itsOwn), 'text/csv'],
      [line, 'application/x-ndjson'],
    ] as const) {
      const sent = await upload(test, other.key, file, { type });
      const done = await finished(test, other.key, sent.body.data.id);
      const errors = await errorsOf(test, other.key, done.id);
      assert.deepEqual([done.orders.placed, errors], [1, []]);
    }
    const times = (await list(other)).map((order: { createdAt: string }) => order.createdAt);
    assert.deepEqual(times, [PAST, PAST]);
  });

  it('is refused with a time in the future or before 1970', async () => {
    const shop = await newTenant(test);
    const customerId = await shop.customer();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const placedAt of [tomorrow, '1969-12-31T23:59:59Z', 'yesterday', 5]) {
      const answer = await bulk(shop.key, [{ customerId, items, placedAt }]);
      assert.equal(answer.status, 422, String(placedAt));
      assert.match(answer.text, /placedAt/);
    }
    const soon = new Date(Date.now() + 20_000).toISOString();
    assert.equal((await bulk(shop.key, [{ customerId, items, placedAt: soon }])).status, 200);
    assert.ok(Date.parse((await list(shop))[0].createdAt) <= Date.now());
  });

  it('is accepted only in bulk; a single order ignores the field and reports it as unknown', async () => {
    const shop = await newTenant(test);
    const body = { customerId: await shop.customer(), items, placedAt: PAST };
    const answer = await test.call('POST', '/v1/crm/orders', { token: shop.key, body });
    assert.equal(answer.status, 201);
    assert.notEqual(answer.body.data.createdAt, PAST);
    assert.equal(answer.headers['x-unknown-fields'], 'placedAt');
    assert.equal((await bulk(await shop.keyWith('write:crm'), [body])).status, 403);
  });
});
