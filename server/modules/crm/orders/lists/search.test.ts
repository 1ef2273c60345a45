import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { newTenant, type TestTenant, useApp } from '../../../../testing.ts';
import { addSearchText, indexOrders } from './search.sql.ts';

const test = await useApp();
const consumer = { name: 'order search', consume: indexOrders };
const settle = async () => {
  while ((await dispatch(test.db, 'orders', [consumer], test.now(), test.kernel.log)) > 0);
};

const post = async (of: TestTenant, url: string, body: object) => {
  const answer = await test.call('POST', url, { token: of.key, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id as string;
};
const place = (of: TestTenant, customerId: string, orderNumber: string, ...names: string[]) => {
  const items = names.map((name, index) => ({ sku: `SKU-${orderNumber}-${index}`, name }));
  return post(of, '/v1/crm/orders', { customerId, orderNumber, items });
};
async function search(of: TestTenant, q: string, more = ''): Promise<string[]> {
  const url = `/v1/crm/orders?q=${encodeURIComponent(q)}&sort=orderNumber&order=asc${more}`;
  const answer = await test.call('GET', url, { token: of.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map((order: { orderNumber: string }) => order.orderNumber);
}

const shop = await newTenant(test);
const ada = await post(shop, '/v1/crm/customers', { name: 'Ada Lovelace', email: 'Countess@engine.example' });
const zoe = await post(shop, '/v1/crm/customers', { name: 'Zoë Ångström' });
await place(shop, ada, '1001', 'Green tea', '100% "Arabica" 🫖');
await place(shop, zoe, '1002', "O'Brien_mug", 'ΣΊΣΥΦΟΣ');
await place(shop, zoe, 'B-7', 'Teapot, green', 'Ｆｕｌｌ');
await settle();

describe('q finds orders by', () => {
  const FOUND: Record<string, Record<string, string[]>> = {
    'their number': { 1001: ['1001'], 'b-7': ['B-7'], 10: ['1001', '1002'] },
    'the name of the customer': {
      ada: ['1001'],
      'LOVELACE ada': ['1001'],
      zoë: ['B-7', '1002'],
      zoe: ['B-7', '1002'],
    },
    'the e-mail of the customer': { 'countess@engine.example': ['1001'], countess: ['1001'] },
    'the sku of a line': { 'sku-1002-1': ['1002'], SKU: ['B-7', '1001', '1002'] },
    'the name of a line': { Arabica: ['1001'], teapot: ['B-7'], full: ['B-7'] },
    'the beginning of a word, whatever its case': {
      TEA: ['B-7', '1001'],
      Σίσυφ: ['1002'],
      ång: ['B-7', '1002'],
    },
    'several words, wherever each is': { 'green ada': ['1001'], 'zoë green': ['B-7'], 'ada mug': [] },
  };
  for (const [what, searches] of Object.entries(FOUND)) {
    it(what, async () => {
      for (const [q, expected] of Object.entries(searches))
        assert.deepEqual(await search(shop, q), expected, q);
    });
  }

  it('the beginning of a word, not its middle or end', async () => {
    for (const q of ['pot', 'velace', '001']) assert.deepEqual(await search(shop, q), [], q);
  });
});

describe('in q, everything is plain text:', () => {
  const FOUND: Record<string, string[]> = {
    '%': [],
    _: [],
    '\\': [],
    te_: ['B-7', '1001'],
    '100%': ['1001', '1002'],
    '%tea%': ['B-7', '1001'],
    "o'brien": ['1002'],
    "'; drop table orders; --": [],
    '"arabica"': ['1001'],
    '🫖': ['1001'],
    'tea | ada': ['1001'],
    'ada & !tea': ['1001'],
    '(tea': ['B-7', '1001'],
  };
  for (const [q, expected] of Object.entries(FOUND)) {
    it(`${q} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await search(shop, q), expected);
    });
  }
});

it('pages of a search follow each other, newest first or last', async () => {
  const other = await newTenant(test);
  const customer = await post(other, '/v1/crm/customers', { name: 'Teasdale' });
  for (let n = 1; n <= 7; n++) {
    await place(other, customer, String(n), n % 2 ? 'Tea, teapot' : 'Mug');
    test.advance(1_000);
  }
  await settle();
  const page = async (query: string, cursor: string | null) => {
    const url = `/v1/crm/orders?limit=3&${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    return (await test.call('GET', url, { token: other.key })).body;
  };
  const all = async (query: string) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, pagination } = await page(query, cursor);
      seen.push(...data.map((order: { orderNumber: string }) => order.orderNumber));
      cursor = pagination.nextCursor;
    } while (cursor !== null);
    return seen.join('');
  };
  assert.equal(await all('q=tea'), '7654321');
  assert.equal(await all('q=tea&order=asc'), '1234567');
  assert.equal(await all('q=teap'), '7531');
  assert.equal(await all('q=teasdale+mug'), '642');
});

it('q and filters are combined with AND', async () => {
  assert.deepEqual(await search(shop, 'tea', `&customerId=${zoe}`), ['B-7']);
  assert.deepEqual(await search(shop, 'tea', '&status=cancelled'), []);
  assert.deepEqual(await search(shop, 'tea', '&orderNumber=1001'), ['1001']);
});

it('a customer is found by the new name, and no longer by the old one', async () => {
  const url = `/v1/crm/customers/${ada}`;
  await test.call('PATCH', url, { token: shop.key, body: { name: 'Augusta King', email: null } });
  assert.deepEqual(await search(shop, 'augusta king'), ['1001']);
  for (const q of ['lovelace', 'countess']) assert.deepEqual(await search(shop, q), [], q);
});

it("another tenant's search finds none of these orders", async () => {
  const other = await newTenant(test);
  for (const q of ['tea', 'king', '1001']) assert.deepEqual(await search(other, q), [], q);
});

it('an order of five hundred lines is found by its last one; one of very many words does no harm', async () => {
  const other = await newTenant(test);
  const customer = await other.customer();
  await place(other, customer, '1', ...Array.from({ length: 500 }, (_, n) => `Part${n}`));
  const words = (n: number) =>
    Array.from({ length: 83 }, (_, k) => `${n}x${k}`)
      .join(' ')
      .slice(0, 500);
  await place(other, customer, '2', ...Array.from({ length: 500 }, (_, n) => words(n)));
  await settle();
  assert.deepEqual(await search(other, 'part499'), ['1']);
  const answer = await test.call('GET', '/v1/crm/orders?q=2', { token: other.key });
  assert.equal(answer.status, 200);
});

it('background work makes a new order searchable', { timeout: 60_000 }, async () => {
  const work = test.startWork();
  try {
    await place(shop, zoe, '2001', 'Samovar');
    while ((await search(shop, 'samovar')).length === 0);
  } finally {
    await work.stop();
  }
});

it('many orders one after the other become searchable in few transactions', { timeout: 60_000 }, async () => {
  const own = await newTenant(test);
  const customerId = await post(own, '/v1/crm/customers', { name: 'Annie Easley' });
  const orders = Array.from({ length: 60 }, () => ({ customerId, items: [{ sku: 'C', name: 'Centaur' }] }));
  const work = test.startWork();
  const began = performance.now();
  for (let n = 0; n < 12; n++)
    await test.call('POST', '/v1/crm/orders/bulk', { token: own.key, body: { orders } });
  const count = `select count(*)::int as orders, count(distinct xmin::text)::int as transactions
    from search_words where word = 'centaur'`;
  let indexed = { orders: 0, transactions: 0 };
  while (indexed.orders < 720)
    indexed = (await test.db.inTenant(own.id, (tx) => tx.query<typeof indexed>(count))).rows[0]!;
  const laps = (performance.now() - began) / 300;
  await work.stop();
  assert.ok(indexed.transactions <= laps + 2, `${indexed.transactions} transactions in ${laps} laps`);
});

it('an order is found by the numbers of its parcels, in lists and in the one search, beside its other words', async () => {
  const own = await newTenant(test);
  const customerId = await post(own, '/v1/crm/customers', { name: 'Grace Hopper' });
  const id = await place(own, customerId, '77', 'Moth');
  await place(own, customerId, '78', 'Relay');
  await settle();
  const fulfil = async (number: string, items?: object[]) => {
    const body = { items, tracking: { carrier: 'DHL', number } };
    const answer = await test.call('POST', `/v1/crm/orders/${id}/fulfill`, { token: own.key, body });
    assert.equal(answer.status, 200, answer.text);
  };
  await fulfil('JD-0146 00099');
  for (const q of ['JD-0146 00099', 'jd-0146', '00099 moth', '00099 grace'])
    assert.deepEqual(await search(own, q), ['77'], q);
  assert.deepEqual(await search(own, '00098'), []);
  const { body } = await test.call('GET', '/v1/search?q=JD-0146', { token: own.key });
  assert.deepEqual(
    body.data.map((found: { title: string }) => found.title),
    ['77'],
  );
});

it('an order is found by the reference of a payment, also of one that is recorded before the order is indexed', async () => {
  const own = await newTenant(test);
  const customerId = await post(own, '/v1/crm/customers', { name: 'Grace Hopper' });
  const pay = async (id: string, reference: string) => {
    const body = { amount: 1, outcome: 'failed', reference };
    const answer = await test.call('POST', `/v1/crm/orders/${id}/payments`, { token: own.key, body });
    assert.equal(answer.status, 201, answer.text);
  };
  const items = [{ sku: 'TEA', name: 'Green tea', unitPrice: 3 }];
  const first = await post(own, '/v1/crm/orders', { customerId, orderNumber: '81', items });
  await pay(first, 'ch_3Early');
  await settle();
  const second = await post(own, '/v1/crm/orders', { customerId, orderNumber: '82', items });
  await settle();
  await pay(second, 'ch_3Late');
  await pay(second, 'ch_3Late');
  for (const [q, numbers] of Object.entries({
    ch_3early: ['81'],
    'ch_3Late tea': ['82'],
    ch_3: ['81', '82'],
    'tea hopper': ['81', '82'],
    81: ['81'],
    ch_4: [],
  }))
    assert.deepEqual(await search(own, q), numbers, q);
  const { body } = await test.call('GET', '/v1/search?q=ch_3Early', { token: own.key });
  assert.deepEqual(
    body.data.map((found: { title: string }) => found.title),
    ['81'],
  );
});

it('a text that is added while its order is indexed is found beside the words of both, and of the other orders', async () => {
  const own = await newTenant(test);
  const customerId = await own.customer();
  const first = await place(own, customerId, '91', 'Lantern');
  await place(own, customerId, '92', 'Lantern');
  const { rows } = await test.db.inTenant(own.id, (tx) =>
    tx.query<{ created_at: Date }>('select created_at from orders where id = $1', [first]),
  );
  let settled: Promise<void> | undefined;
  await test.db.inTenant(own.id, async (tx) => {
    await addSearchText(tx, { id: first, created_at: rows[0]!.created_at }, 'lantern JD91');
    settled = settle();
    while (!(await isWaiting())) await sleep(5);
  });
  await settled;
  assert.deepEqual(await search(own, 'lantern'), ['91', '92']);
  for (const q of ['jd91 lantern', 'SKU-91-0']) assert.deepEqual(await search(own, q), ['91'], q);
});

const isWaiting = async () => {
  const { rows } = await test.db.acrossTenants((tx) =>
    tx.query(
      `select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`,
    ),
  );
  return rows.length > 0;
};
