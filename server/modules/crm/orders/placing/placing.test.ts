import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, type TestTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const shops = [await newTenant(test), await newTenant(test), await newTenant(test)];
const customers = new Map<TestTenant, string>();
for (const shop of shops) customers.set(shop, await shop.customer());

const place = (shop: TestTenant, changes: object = {}, key?: string) =>
  test.call('POST', '/v1/crm/orders', {
    token: shop.key,
    body: { customerId: customers.get(shop), items: [{ sku: 'TEA', name: 'Tea', unitPrice: 2 }], ...changes },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const ordersOf = async (shop: TestTenant) =>
  (await owner.query('select id, order_number from orders where tenant_id = $1 order by 2', [shop.id])).rows;

describe('orders that arrive together', () => {
  it('are placed in their own tenants, numbered without gaps', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => place(shops[n % 3]!, { metadata: { n } })),
    );
    for (const [n, answer] of answers.entries()) {
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(answer.body.data.metadata, { n });
    }
    for (const [index, shop] of shops.entries()) {
      const answered = answers.filter((_, n) => n % 3 === index).map(({ body }) => body.data);
      const stored = await ordersOf(shop);
      assert.deepEqual(stored.map((row) => row.id).sort(), answered.map(({ id }) => id).sort());
      assert.deepEqual(
        stored.map((row) => row.order_number),
        Array.from({ length: 20 }, (_, n) => String(1001 + n)),
      );
    }
  });

  it('are validated one by one: only the order with an unknown customer or a taken number is refused', async () => {
    const [shop, other] = shops as [TestTenant, TestTenant];
    const answers = await Promise.all([
      place(shop),
      place(shop, { customerId: crypto.randomUUID() }),
      place(shop, { customerId: customers.get(other) }),
      place(shop, { orderNumber: '1001' }),
      place(shop, { orderNumber: 'TWICE' }),
      place(shop, { orderNumber: 'TWICE' }),
      place(other, { orderNumber: 'TWICE' }),
      place(other),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 404, 404, 409, 201, 409, 201, 201],
    );
  });

  it('do not harm each other when one of them makes the whole batch fail', async () => {
    await owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no poison here'; end $$;
      create trigger refuse before insert on order_lines for each row when (new.sku = 'POISON') execute function refuse()`);
    const poison = { items: [{ sku: 'POISON', name: 'Poison' }] };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => place(shops[n % 3]!, n === 5 ? poison : {})),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 12 }, (_, n) => (n === 5 ? 500 : 201)),
    );
    const { rows } = await owner.query(
      `select count(*)::int as orders, (select count(*)::int from events where type = 'order.placed') as events from orders`,
    );
    assert.equal(rows[0].orders, rows[0].events);
  });

  it('with Idempotency-Keys share a transaction, and each is replayed, refused or placed by itself', async () => {
    const [shop, other] = shops as [TestTenant, TestTenant];
    const transactions = async () =>
      (await owner.query('select count(distinct xmin::text)::int as n from orders')).rows[0].n as number;
    const before = await transactions();
    const note = { customerNote: 'Leave it "outside" \\ 🌿', metadata: { b: 1, a: 1.0 } };
    const first = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        place(shops[n % 3]!, { ...note, internalNote: `${n}` }, `key ${n}`),
      ),
    );
    for (const answer of first) {
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined], answer.text);
    }
    assert.ok((await transactions()) - before < 30);
    const answers = await Promise.all([
      place(shop, { ...note, internalNote: '0' }, 'key 0'),
      place(shop, { ...note, internalNote: 'another' }, 'key 0'),
      place(other, { ...note, internalNote: '0' }, 'key 0'),
      place(shop, { ...note, internalNote: '3' }, 'key 3'),
      place(shop, { customerId: crypto.randomUUID() }, 'key u'),
      place(shop, { orderNumber: '1001' }, 'key t'),
      place(shop, { orderNumber: 'N"1\\\u0007é' }, 'key g'),
    ]);
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['idempotent-replayed']]),
      [
        [201, 'true'],
        // Beside its duplicate, it may still be in progress.
        [answers[1]!.status, undefined],
        [201, undefined],
        [201, 'true'],
        [404, undefined],
        [409, undefined],
        [201, undefined],
      ],
    );
    assert.ok([409, 422].includes(answers[1]!.status));
    assert.equal(answers[0]!.text, first[0]!.text);
    assert.equal(answers[3]!.text, first[3]!.text);
    const again = await place(shop, { orderNumber: 'N"1\\\u0007é' }, 'key g');
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [answers[6]!.text, 'true']);
    for (const key of ['key u', 'key t']) assert.equal((await place(shop, {}, key)).status, 201);
    assert.equal(
      (await place(shop, { internalNote: 'another' }, 'key 0')).body.error.code,
      'idempotency_key_reused',
    );
    const { rows } = await owner.query(
      `select answer ->> 'id' as id, answer ->> 'orderNumber' as number from idempotency_keys i
       where not exists (select from orders o where o.tenant_id = i.tenant_id and o.id::text = i.answer ->> 'id'
         and o.order_number = i.answer ->> 'orderNumber')`,
    );
    assert.deepEqual(rows, []);
  });
});
