import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const items = [
  { sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 4.5 },
  { sku: 'CUP', name: 'Cup', unitPrice: 3 },
];

const place = (body: unknown, of: TestTenant = tenant) =>
  test.call('POST', '/v1/crm/orders', { token: of.key, body });

type Stored = { orders: string[]; lines: number; events: { type: string; data: string }[] };

async function stored(of: TestTenant = tenant): Promise<Stored> {
  return test.db.inTenant(of.id, async (tx) => {
    const orders = await tx.query<{ id: string }>('select id from orders');
    const lines = await tx.query<{ count: number }>('select count(*)::int as count from order_lines');
    const events = await tx.query<Stored['events'][number]>(
      `select type, data from events where type like 'order.%' order by created_at, id`,
    );
    return { orders: orders.rows.map((row) => row.id), lines: lines.rows[0]!.count, events: events.rows };
  });
}

const waiting = async () =>
  (await test.db.acrossTenantsQuery("select from event_queue where type like 'order.%'")).rowCount;

describe('order.placed', () => {
  it('is written exactly once with the order and all its lines', async () => {
    const before = await stored();
    const { data } = (await place({ customerId, items, taxTotal: 1.5, channel: 'mcp' })).body;
    const after = await stored();
    assert.deepEqual(
      after.orders.filter((id) => !before.orders.includes(id)),
      [data.id],
    );
    assert.equal(after.lines, before.lines + 2);
    assert.equal(after.events.length, before.events.length + 1);
    const event = after.events.at(-1)!;
    assert.equal(event.type, 'order.placed');
    assert.deepEqual(JSON.parse(event.data), {
      orderNumber: data.orderNumber,
      id: data.id,
      customerId,
      channel: 'mcp',
      propertyId: null,
      currency: 'USD',
      subtotal: 12,
      shippingTotal: 0,
      discountTotal: 0,
      taxTotal: 1.5,
      total: 13.5,
      lineCount: 2,
      createdAt: data.createdAt,
    });
  });

  it('has the final number of an order that skipped a taken one', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    await place({ customerId: customer, items, orderNumber: '1001' }, shop);
    await place({ customerId: customer, items }, shop);
    const { events, orders, lines } = await stored(shop);
    const numbers = events.map((event) => JSON.parse(event.data).orderNumber);
    assert.deepEqual(numbers, ['1001', '1002']);
    assert.deepEqual([orders.length, lines], [2, 4]);
  });

  it('preserves texts that are hard to quote', async () => {
    const orderNumber = `"'\\ ${'\u0001'} 漢 {"a":1}`;
    assert.equal((await place({ customerId, items, orderNumber, propertyId: '"}' })).status, 201);
    const data = JSON.parse((await stored()).events.at(-1)!.data);
    assert.deepEqual([data.orderNumber, data.propertyId], [orderNumber, '"}']);
  });

  it('is not written, like everything else, when the order fails', async () => {
    await place({ customerId, items, orderNumber: 'TAKEN' });
    const before = await stored();
    const failing = [
      { customerId, items: [] },
      { customerId: crypto.randomUUID(), items },
      { customerId, items, orderNumber: 'TAKEN' },
      { customerId, items, discountTotal: 1000 },
      { customerId, items, currency: 'XXX' },
      { customerId, items, metadata: { deep: '\ud800' } },
      '{',
    ];
    for (const body of failing) assert.ok((await place(body)).status >= 400);
    assert.deepEqual(await stored(), before);
  });

  it('is processed once by the dispatcher of the background work', { timeout: 60_000 }, async () => {
    const work = test.startWork();
    try {
      await place({ customerId, items });
      while ((await waiting()) > 0);
    } finally {
      await work.stop();
    }
    const { events, orders } = await stored();
    assert.equal(events.length, orders.length);
  });
});
