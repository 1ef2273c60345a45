import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';

const test = await useApp();

async function shop() {
  const tenant = await newTenant(test);
  const customerId = await tenant.customer();
  return {
    tenant,
    place: (orderNumber?: string) => place(tenant, customerId, orderNumber),
    number: async (orderNumber?: string) =>
      (await place(tenant, customerId, orderNumber)).body.data?.orderNumber as string,
  };
}

const place = (tenant: TestTenant, customerId: string, orderNumber?: string) =>
  test.call('POST', '/v1/crm/orders', {
    token: tenant.key,
    body: { customerId, items: [{ sku: 'S', name: 'N' }], orderNumber },
  });

describe('order numbers', () => {
  it('start at 1001 in each tenant and rise by one', async () => {
    const [one, two] = [await shop(), await shop()];
    assert.deepEqual([await one.number(), await one.number(), await one.number()], ['1001', '1002', '1003']);
    assert.deepEqual([await two.number(), await one.number(), await two.number()], ['1001', '1004', '1002']);
  });

  it('may be chosen by the client, once in a tenant', async () => {
    const [one, two] = [await shop(), await shop()];
    assert.equal(await one.number('WEB-1'), 'WEB-1');
    const taken = await one.place('WEB-1');
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'order_number_taken']);
    assert.equal(await two.number('WEB-1'), 'WEB-1');
    assert.equal(await one.number('web-1'), 'web-1');
  });

  it('are refused if an automatic number is the same', async () => {
    const { place, number } = await shop();
    assert.equal(await number(), '1001');
    assert.equal((await place('1001')).body.error.code, 'order_number_taken');
  });

  it('skip numbers that clients have chosen', async () => {
    const { number } = await shop();
    for (const given of ['1001', '1002', '1004', '1005', '1006', '01003']) await number(given);
    assert.deepEqual([await number(), await number(), await number()], ['1003', '1007', '1008']);
  });

  it('skip the numbers of a whole import', async () => {
    const { tenant, number } = await shop();
    await number('1001');
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query(
        `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
           shipping_total, discount_total, tax_total, total, created_at)
         select tenant_id, gen_random_uuid(), n, status, payment_status, customer_id, currency, subtotal,
           shipping_total, discount_total, tax_total, total, created_at
         from orders, generate_series(1002, 2500) n`,
      ),
    );
    assert.deepEqual([await number(), await number()], ['2501', '2502']);
  });

  it('are unique when fifty orders are placed at once, some with chosen numbers', async () => {
    const { number } = await shop();
    const given = ['1010', '1011', '1020'];
    const numbers = await Promise.all([
      ...Array.from({ length: 25 }, () => number()),
      ...given.map((text) => number(text)),
      ...Array.from({ length: 22 }, () => number()),
    ]);
    const outcomes = numbers.filter((text) => text !== undefined);
    assert.equal(new Set(outcomes).size, outcomes.length);
    // A number that a client chose may be taken meanwhile and refused; an automatic one never is.
    assert.ok(outcomes.length >= 47);
    assert.equal(
      numbers
        .slice(0, 25)
        .concat(numbers.slice(28))
        .includes(undefined as never),
      false,
    );
  });

  it('of a refused order can be used again', async () => {
    const { place, number, tenant } = await shop();
    assert.equal(await number('X'), 'X');
    await place('X');
    const unknown = { customerId: crypto.randomUUID(), items: [{ sku: 'S', name: 'N' }], orderNumber: 'Y' };
    const refused = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body: unknown });
    assert.equal(refused.status, 404);
    assert.deepEqual([await number('Y'), await number()], ['Y', '1001']);
  });
});
