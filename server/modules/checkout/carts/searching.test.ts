import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { openCheckoutShop } from '../testing/shop.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { tenant } = shop;
const sku = await shop.sold(null);

async function cartOf(email: string | null, customerId: string | null = null): Promise<string> {
  const { id } = await shop.cart([{ sku }]);
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query('update carts set email = $2, customer_id = $3 where id = $1', [id, email, customerId]),
  );
  return id;
}
const ada = await tenant.customer('Ada Lovelace');
const ofAda = await cartOf(null, ada);
const ofGrace = await cartOf('grace@navy.example');
const ofGreta = await cartOf('greta@navy.example');
const unknown = await cartOf(null);

const found = async (query: string, token = tenant.key): Promise<string[]> => {
  const { status, body, text } = await test.call('GET', `/v1/checkout/carts?${query}`, { token });
  assert.equal(status, 200, text);
  return body.data.map(({ id }: { id: string }) => id);
};

describe('the search of carts', () => {
  const CASES: [q: string, expected: string[]][] = [
    ['gr', [ofGreta, ofGrace]],
    ['GRACE@navy', [ofGrace]],
    ['navy', []],
    ['lovelace', [ofAda]],
    ['ada love', [ofAda]],
    [ada, [ofAda]],
    [unknown, [unknown]],
    [ofGrace.toUpperCase(), [ofGrace]],
    ['%', []],
    ['   ', []],
  ];
  for (const [q, expected] of CASES) {
    it(`for “${q}” finds ${expected.length}`, async () => {
      assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), expected);
    });
  }

  it('goes together with the other filters, and page by page', async () => {
    assert.deepEqual(await found('q=gr&state=active'), [ofGreta, ofGrace]);
    assert.deepEqual(await found('q=gr&state=abandoned'), []);
    const { body } = await test.call('GET', '/v1/checkout/carts?q=gr&limit=1', { token: tenant.key });
    assert.deepEqual(await found(`q=gr&cursor=${body.pagination.nextCursor}`), [ofGrace]);
  });

  it('finds names only for keys that may read customers, and nothing of another tenant', async () => {
    const token = await tenant.keyWith('read:checkout');
    assert.deepEqual([await found('q=lovelace', token), await found('q=grace', token)], [[], [ofGrace]]);
    const other = await newTenant(test);
    for (const q of ['gr', 'lovelace', ada, ofGrace]) assert.deepEqual(await found(`q=${q}`, other.key), []);
  });

  it('goes on along the list if more carts match than are gathered', async () => {
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query(
        `insert into carts (tenant_id, id, currency, email, state, shown_subtotal, idle_at, kept_until, created_at, updated_at)
         select current_tenant(), gen_random_uuid(), 'EUR', 'many' || n || '@shop.example', 'active', 0, 'infinity', 'infinity',
           now() + n * interval '1 ms', now() from generate_series(1, 1100) n`,
      ),
    );
    const { body } = await test.call('GET', '/v1/checkout/carts?q=many&limit=3', { token: tenant.key });
    const emails = body.data.map(({ email }: { email: string }) => email);
    assert.deepEqual(
      emails,
      [1100, 1099, 1098].map((n) => `many${n}@shop.example`),
    );
    assert.equal((await found(`q=many&limit=100&cursor=${body.pagination.nextCursor}`)).length, 100);
  });
});
