import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { type Answer, newTenant, type TestTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const list = (of: TestTenant, query = '') => test.call('GET', `/v1/crm/orders?${query}`, { token: of.key });
const numbers = async (of: TestTenant, query = ''): Promise<string[]> => {
  const answer = await list(of, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map((order: { orderNumber: string }) => order.orderNumber);
};

/** Places an order and advances the clock by a second. */
async function place(of: TestTenant, customerId: string, orderNumber: string, more: object = {}) {
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 10 }];
  const body = { customerId, orderNumber, items, ...more };
  const answer = await test.call('POST', '/v1/crm/orders', { token: of.key, body });
  assert.equal(answer.status, 201, answer.text);
  test.advance(1_000);
  return answer.body.data;
}

const shop = await newTenant(test);
const [ada, bob] = [await shop.customer('Ada Lovelace'), await shop.customer('Bob')];
const line = (unitPrice: number) => ({ items: [{ sku: 'TEA', name: 'Tea', unitPrice }] });
const first = await place(shop, ada, '9', { channel: 'storefront', propertyId: 'athens', ...line(30) });
await place(shop, bob, '10', { channel: 'admin', currency: 'EUR', metadata: { source: 'fair', vip: true } });
const third = await place(shop, ada, '11', { ...line(20), metadata: { source: 'web' } });
await place(shop, ada, '2', { channel: 'storefront', propertyId: 'sparta', ...line(10) });
await owner.query(
  `update orders set status = 'cancelled', payment_status = 'voided' where tenant_id = $1 and order_number = '11'`,
  [shop.id],
);

describe('an entry of the list', () => {
  it('has the fields of a table row, with the name of the customer and the number of lines', async () => {
    const items = [...line(1).items, { sku: 'CUP', name: 'Cup' }];
    const other = await newTenant(test);
    const { id, createdAt } = await place(other, await other.customer('Ada'), 'A-1', {
      items,
      channel: 'mcp',
    });
    const [entry] = (await list(other)).body.data;
    const { customerId, ...rest } = entry;
    assert.match(customerId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      id,
      orderNumber: 'A-1',
      status: 'placed',
      paymentStatus: 'unpaid',
      customerName: 'Ada',
      channel: 'mcp',
      propertyId: null,
      currency: 'USD',
      total: 1,
      balance: 1,
      lineCount: 2,
      createdAt,
    });
  });
});

it('the orders of one bulk are listed in the order of the bulk, its last one first', async () => {
  const other = await newTenant(test);
  const customerId = await other.customer();
  const orders = Array.from({ length: 200 }, (_, n) => ({ customerId, orderNumber: `B-${n}`, ...line(1) }));
  await test.call('POST', '/v1/crm/orders/bulk', { token: other.key, body: { orders } });
  assert.deepEqual(
    await numbers(other, 'limit=100'),
    Array.from({ length: 100 }, (_, n) => `B-${199 - n}`),
  );
});

describe('a count', () => {
  const count = async (query = '') => {
    const answer = await test.call('GET', `/v1/crm/orders/count?${query}`, { token: shop.key });
    return answer.body.data ?? answer.status;
  };

  it('is that of the orders which the list with the same filters has', async () => {
    assert.deepEqual(await count(), { count: 4, isExact: true });
    assert.deepEqual(await count('status=placed&channel=storefront'), { count: 2, isExact: true });
    assert.deepEqual(await count('q=ada'), { count: 3, isExact: true });
    assert.deepEqual(await count('q=nothing'), { count: 0, isExact: true });
    assert.equal(await count('sort=total'), 422);
  });

  it('ends at a thousand, and says so', async () => {
    const other = await newTenant(test);
    const customerId = await other.customer();
    const orders = Array.from({ length: 1000 }, () => ({ customerId, ...line(1) }));
    await test.call('POST', '/v1/crm/orders/bulk', { token: other.key, body: { orders } });
    const asked = () => test.call('GET', '/v1/crm/orders/count?status=placed', { token: other.key });
    assert.deepEqual((await asked()).body.data, { count: 1000, isExact: true });
    await place(other, customerId, 'One more');
    assert.deepEqual((await asked()).body.data, { count: 1000, isExact: false });
  });
});

describe('filters', () => {
  const FOUND: Record<string, string[]> = {
    '': ['2', '11', '10', '9'],
    'status=placed': ['2', '10', '9'],
    'status=cancelled': ['11'],
    'status=cancelled&status=placed': ['2', '11', '10', '9'],
    'status=refunded': [],
    [Array(9).fill('status=cancelled').join('&')]: ['11'],
    'paymentStatus=voided': ['11'],
    'channel=storefront': ['2', '9'],
    'channel=storefront&channel=admin': ['2', '10', '9'],
    'channel=storefront&status=cancelled': [],
    [`customerId=${ada}`]: ['2', '11', '9'],
    [`customerId=${ada.toUpperCase()}`]: ['2', '11', '9'],
    [`customerId=${crypto.randomUUID()}`]: [],
    [`customerId=${ada}&status=placed`]: ['2', '9'],
    'propertyId=athens': ['9'],
    'propertyId=Athens': [],
    'orderNumber=11': ['11'],
    'orderNumber=1': [],
    [`createdFrom=${third.createdAt}`]: ['2', '11'],
    [`createdTo=${third.createdAt}`]: ['10', '9'],
    [`createdFrom=${first.createdAt}&createdTo=${third.createdAt}&status=placed`]: ['10', '9'],
    'currency=EUR': ['10'],
    'currency=USD&totalFrom=20': ['11', '9'],
    'currency=USD&totalFrom=10&totalTo=20': ['2', '11'],
    'currency=USD&totalTo=9.99': [],
    'currency=USD&totalTo=1e20': ['2', '11', '9'],
    'currency=USD&totalFrom=99999999999999999999': [],
    'metadataKey=source': ['11', '10'],
    'metadataKey=source&metadataValue=fair': ['10'],
    'metadataKey=vip&metadataValue=true': ['10'],
    'metadataKey=sour': [],
    'metadataKey=source&status=placed': ['10'],
  };
  for (const [query, expected] of Object.entries(FOUND)) {
    it(`?${query.replace(/[0-9a-fA-F-]{36}/, '…').replaceAll(/\d{4}-[^&]+Z/g, '…')} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await numbers(shop, query), expected);
    });
  }

  it('?owed=true finds every order with a balance, also after a refund, in each sort', async () => {
    const other = await newTenant(test);
    const customer = await other.customer();
    const act = async (number: string, steps: [string, object][], more: object = {}) => {
      const { id } = await place(other, customer, number, more);
      for (const [step, body] of steps) {
        const answer = await test.call('POST', `/v1/crm/orders/${id}/${step}`, { token: other.key, body });
        assert.ok(answer.status < 300, answer.text);
      }
    };
    const paid = (amount: number): [string, object] => ['payments', { amount, outcome: 'succeeded' }];
    await act('1', []);
    await act('2', [paid(4)]);
    await act('3', [paid(4), ['refund', { amount: 1 }]]);
    await act('4', [paid(4), ['refund', { amount: 4 }]]);
    await act('5', [paid(10), ['refund', { amount: 4 }]]);
    await act('6', [paid(10)]);
    await act('7', [paid(4), ['cancel', { refund: false }]]);
    await act('8', [], line(0));
    await act('9', [['payments', { amount: 10, outcome: 'failed' }]]);
    assert.deepEqual(await numbers(other, 'owed=true'), ['9', '4', '3', '2', '1']);
    assert.deepEqual(await numbers(other, 'owed=true&sort=orderNumber&order=asc'), ['1', '2', '3', '4', '9']);
    assert.deepEqual(await numbers(other, 'owed=true&paymentStatus=partially_refunded'), ['3']);
    const { data } = (await list(other, 'order=asc')).body;
    const balances = data.map(({ balance }: { balance: number }) => balance);
    assert.deepEqual(balances, [10, 6, 6, 6, 0, 0, 0, 0, 10]);
  });

  it('match an order as soon as it is placed, and after its metadata changed', async () => {
    const other = await newTenant(test);
    const { id } = await place(other, await other.customer(), '1', { metadata: { old: 1 } });
    assert.deepEqual(await numbers(other, 'metadataKey=old'), ['1']);
    await owner.query(`update orders set metadata = '{"new":2}' where id = $1`, [id]);
    assert.deepEqual(await numbers(other, 'metadataKey=old'), []);
    assert.deepEqual(await numbers(other, 'metadataKey=new&metadataValue=2'), ['1']);
  });
});

describe('sorting', () => {
  const SORTED: Record<string, string[]> = {
    'order=asc': ['9', '10', '11', '2'],
    'sort=orderNumber&order=asc': ['2', '9', '10', '11'],
    'sort=orderNumber': ['11', '10', '9', '2'],
    'sort=orderNumber&status=placed': ['10', '9', '2'],
    'sort=total&currency=USD': ['9', '11', '2'],
    'sort=total&currency=USD&order=asc&totalFrom=20': ['11', '9'],
    'sort=total&currency=USD&channel=storefront': ['9', '2'],
    [`sort=total&currency=USD&createdFrom=${third.createdAt}`]: ['11', '2'],
  };
  for (const [query, expected] of Object.entries(SORTED)) {
    it(`?${query.replace(third.createdAt, '…')} gives ${expected.join(', ')}`, async () => {
      assert.deepEqual(await numbers(shop, query), expected);
    });
  }
});

describe('pages', async () => {
  const many = await newTenant(test);
  const customer = await many.customer();
  for (let n = 1; n <= 12; n++) {
    await place(many, customer, String(n), { ...line((n * 5) % 7), channel: n % 2 ? 'admin' : 'mcp' });
  }
  async function pages(query: string): Promise<string[]> {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, pagination }: Answer['body'] = (
        await list(many, `limit=5&${query}${cursor && `&cursor=${cursor}`}`)
      ).body;
      seen.push(...data.map((order: { orderNumber: string }) => order.orderNumber));
      assert.equal(pagination.hasMore, pagination.nextCursor !== null);
      cursor = pagination.nextCursor;
    }
    return seen;
  }

  for (const filter of ['', `customerId=${customer}`, 'status=placed', 'channel=mcp', 'currency=USD']) {
    for (const sort of ['createdAt', 'orderNumber', 'total&currency=USD']) {
      for (const order of ['asc', 'desc']) {
        const query = `${filter}&sort=${sort}&order=${order}`.replace(
          'currency=USD&sort=total&',
          'sort=total&',
        );
        it(`follow each other without gaps or duplicates: ${query.replace(customer, '…')}`, async () => {
          assert.deepEqual(await pages(query), await numbers(many, `limit=100&${query}`));
        });
      }
    }
  }

  it('follow each other when order numbers are as long as can be, of any characters', async () => {
    const odd = await newTenant(test);
    const customer = await odd.customer();
    const given = ['\x01', '"', '\u{1f600}', '\u2713'].map((character) => character.repeat(64));
    for (const number of given) await place(odd, customer, number);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body, text }: Answer = await list(odd, `sort=orderNumber&limit=1${cursor}`);
      assert.equal(status, 200, text);
      seen.push(body.data[0].orderNumber);
      cursor = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`;
    }
    assert.deepEqual(seen.toSorted(), given.toSorted());
  });

  it('do not shift while new orders arrive', async () => {
    const before = await numbers(many, 'limit=100');
    const { body } = await list(many, 'limit=4');
    await place(many, customer, 'late');
    const rest = await numbers(many, `limit=100&cursor=${body.pagination.nextCursor}`);
    assert.deepEqual(rest, before.slice(4));
  });

  it('refuse a cursor of another direction, another sort or another list', async () => {
    const { nextCursor } = (await list(many, 'limit=1')).body.pagination;
    for (const query of ['order=asc', 'sort=orderNumber', 'sort=total&currency=USD']) {
      assert.equal((await list(many, `${query}&cursor=${nextCursor}`)).status, 400, query);
    }
    const customers = await test.call('GET', `/v1/crm/customers?cursor=${nextCursor}`, { token: many.key });
    assert.equal(customers.status, 400);
    for (const cursor of ['', 'x', `${nextCursor}x`.repeat(2), nextCursor.slice(0, -8)]) {
      assert.equal((await list(many, `cursor=${cursor}`)).status, 400, cursor);
    }
  });

  it('work with the longest order numbers', async () => {
    const other = await newTenant(test);
    const buyer = await other.customer();
    for (const end of ['a', 'b']) await place(other, buyer, `${'漢'.repeat(63)}${end}`);
    const { pagination } = (await list(other, 'limit=1&sort=orderNumber')).body;
    const next = await numbers(other, `sort=orderNumber&cursor=${pagination.nextCursor}`);
    assert.deepEqual(next, [`${'漢'.repeat(63)}a`]);
  });
});

describe('an invalid query', () => {
  const REFUSED: Record<string, string[]> = {
    'status=open': ['status'],
    'status=placed&status=open': ['status'],
    'channel=': ['channel'],
    'customerId=1&createdFrom=today&limit=0': ['limit', 'customerId', 'createdFrom'],
    'sort=total': ['currency'],
    'totalFrom=5': ['currency'],
    'totalFrom=-5&currency=USD': ['totalFrom'],
    'totalFrom=1.005&totalTo=0.001&currency=USD': ['totalFrom', 'totalTo'],
    'currency=usd': ['currency'],
    'metadataValue=1': ['metadataKey'],
    'q=': ['q'],
    [`q=${'x'.repeat(201)}`]: ['q'],
    'q=%00': ['q'],
    'sort=customer': ['sort'],
  };
  for (const [query, paths] of Object.entries(REFUSED)) {
    it(`?${query.slice(0, 60)} gets 422 about ${paths.join(', ')}`, async () => {
      const answer = await list(shop, query);
      assert.equal(answer.status, 422, answer.text);
      const named = answer.body.error.details.map((problem: { path: string }) => problem.path);
      assert.deepEqual(
        paths.filter((path) => !named.includes(path)),
        [],
        answer.text,
      );
    });
  }
});

it("another tenant's customer, number or property finds nothing", async () => {
  const other = await newTenant(test);
  for (const query of [`customerId=${ada}`, 'orderNumber=9', 'propertyId=athens', 'metadataKey=source', '']) {
    assert.deepEqual(await numbers(other, query), []);
  }
});
