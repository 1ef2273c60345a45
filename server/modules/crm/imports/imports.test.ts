import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { errorsOf, finished, ordersOf, upload } from '../testing/imports.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const token = tenant.key;

/** Imports a file and returns the result. */
async function run(
  t: TestContext,
  file: string | Buffer,
  options: Parameters<typeof upload>[3] = {},
  token = tenant.key,
) {
  const answer = await upload(test, token, file, options);
  assert.equal(answer.status, 202, answer.text);
  const work = test.startWork();
  t.after(() => work.stop());
  const job = await finished(test, token, answer.body.data.id);
  await work.stop();
  return { job, errors: await errorsOf(test, token, job.id) };
}

const HEADER = 'orderNumber,customerId,sku,name,quantity,unitPrice';
let made = 0;
const next = () => `N-${++made}`;

describe('a CSV file', () => {
  it('becomes orders; consecutive rows with one reference are lines of one order', async (t) => {
    const [a, b] = [next(), next()];
    const { job, errors } = await run(
      t,
      `\ufeff${HEADER}\r\n${a},${customerId},S1,"Tea, ""green""\nloose",2,1.50\r\n${a},,S2,Cup,1,3\r\n${b},${customerId},S1,Tea,,\r\n`,
    );
    assert.equal(job.status, 'finished');
    assert.deepEqual(job.rows, { total: 3, done: 3, failed: 0 });
    assert.deepEqual(job.orders, { placed: 2, failed: 0 });
    assert.equal(job.bytes.done, job.bytes.received);
    assert.deepEqual(errors, []);
    const [first, second] = await ordersOf(test, token, [a, b]);
    assert.deepEqual([first.total, first.channel, first.items.length], [6, 'import', 2]);
    assert.equal(first.items[0].name, 'Tea, "green"\nloose');
    assert.deepEqual([second.items[0].quantity, second.total], [1, 0]);
  });

  it('is known by its name and by who sent it, in the list of imports too', async (t) => {
    const name = 'Bestellungen März 茶.csv';
    const file = `${HEADER}\n${next()},${customerId},S1,Tea,1,1`;
    const { job } = await run(t, file, { query: `?fileName=${encodeURIComponent(name)}` });
    assert.deepEqual([job.fileName, job.startedBy.type], [name, 'api_key']);
    const { data } = (await test.call('GET', '/v1/crm/imports?limit=1', { token })).body;
    assert.deepEqual([data[0].fileName, data[0].startedBy], [name, job.startedBy]);
    const { job: unnamed } = await run(t, file, {}, await tenant.staff('editor'));
    assert.deepEqual([unnamed.fileName, unnamed.startedBy.type], [null, 'staff']);
  });

  it('may have other column names, by a mapping or in another spelling; unused columns get a warning', async (t) => {
    const number = next();
    const query = `?delimiter=semicolon&currency=EUR&mapping=${encodeURIComponent('{"sku":"Artikel"}')}`;
    const file = `Order Number;customer_id;Artikel;NAME;unit-price;shippingAddress.city;Colour;metadata
${number};${customerId};S1;Tea;4.25;Athens;green;"{""b"":1,""a"":2}"`;
    const { job } = await run(t, file, { query });
    assert.equal(job.status, 'finished', job.reason);
    assert.deepEqual(job.warnings, ['The column “Colour” is not used.']);
    const [order] = await ordersOf(test, token, [number]);
    assert.deepEqual([order.currency, order.total, order.shippingAddress], ['EUR', 4.25, { city: 'Athens' }]);
    assert.equal(JSON.stringify(order.metadata), '{"b":1,"a":2}');
  });

  it('may have order dates and decimal commas; an error repeats the value that is wrong', async (t) => {
    const [a, b, c] = [next(), next(), next()];
    const file = `${HEADER.replaceAll(',', ';')};Placed at;shippingTotal
${a};${customerId};S1;Tea;2;1.234,50;01.03.2026 14:30;4,9
${b};${customerId};S1;Tea;1;3;2026-03-01;
${c};${customerId};S1;Tea;1,5;12,5 €;03/04/2026;`;
    const { job, errors } = await run(t, file, { query: '?delimiter=semicolon&decimal=comma' });
    assert.deepEqual(job.orders, { placed: 2, failed: 1 });
    const [first, second] = await ordersOf(test, token, [a, b]);
    assert.deepEqual(
      [first.total, first.createdAt, second.createdAt],
      [2473.9, '2026-03-01T14:30:00.000Z', '2026-03-01T00:00:00.000Z'],
    );
    const told = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    assert.match(told.quantity!, /: “1.5”$/);
    assert.match(told.unitPrice!, /: “12,5 €”$/);
    assert.match(told['Placed at']!, /: “03\/04\/2026”$/);
  });

  it('gets errors by row and column for its bad rows, and orders for the good ones', async (t) => {
    const [a, b, taken] = [next(), next(), next()];
    const { job, errors } = await run(
      t,
      `${HEADER}
${a},${customerId},S1,Tea,1,1
,${customerId},,Tea,0,x

${b},${customerId},S1,Tea,1,0.5
${b},,S2,,1,0.0000001
${taken},${customerId},S1,Tea,1,1
,01920000-0000-7000-8000-000000000000,S1,Tea,1,1
${taken},${customerId},S1,Tea,1,1
,${customerId},"S1"x,Tea,1,1
,${customerId},S1,Tea,1,1,more`,
    );
    assert.equal(job.status, 'finished');
    assert.deepEqual(job.orders, { placed: 2, failed: 6 });
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [
        [3, 'sku', 'required'],
        [3, 'quantity', 'too_small'],
        [3, 'unitPrice', 'wrong_type'],
        [6, 'name', 'required'],
        [6, 'unitPrice', 'too_many_decimals'],
        [8, 'customerId', 'not_found'],
        [9, 'orderNumber', 'order_number_taken'],
        [10, '', 'text_after_quote'],
        [11, '', 'too_many'],
      ],
    );
  });

  it('with an unreadable row of an order does not place that order incomplete', async (t) => {
    const number = next();
    const rows = ['A,"Chair",10', 'B,"12" screen",20', 'C,"Lamp",30'].map(
      (row) => `${number},${customerId},${row}\n`,
    );
    const header = 'orderNumber,customerId,sku,name,unitPrice\n';
    for (const query of ['?dryRun=true', '']) {
      const { job, errors } = await run(t, header + rows.join(''), { query });
      assert.deepEqual([job.orders, job.rows.failed], [{ placed: 0, failed: 1 }, 3]);
      assert.deepEqual(
        errors.map(({ row, field, code, message }) => [row, field, code, message]),
        [
          [2, '', 'order_incomplete', 'may belong to the same order as row 3, which cannot be read'],
          [3, '', 'text_after_quote', 'has text behind a closing quote'],
          [4, '', 'order_incomplete', 'may belong to the same order as row 3, which cannot be read'],
        ],
      );
    }
  });

  /** For rows with reference, SKU and name: the orders that are placed, and the rows that get errors. */
  const BROKEN: [string, string[], number, string[]][] = [
    [
      'of an order that continues',
      ['Q,S,Tea', 'Q,S,Caf\xe9', 'Q,S,Cup', 'R,S,Tea'],
      1,
      ['2 order_incomplete', '3 not_utf8', '4 order_incomplete'],
    ],
    [
      'of the order before',
      ['Q,S,Tea', 'Q,S,"x"y', 'R,S,Tea'],
      1,
      ['2 order_incomplete', '3 text_after_quote'],
    ],
    [
      'of the order after',
      ['Q,S,Tea', 'R,S,"x"y', 'R,S,Tea'],
      1,
      ['3 text_after_quote', '4 order_incomplete'],
    ],
    ['of an order by itself', ['Q,S,Tea', ',S,"x"y', 'R,S,Tea'], 2, ['3 text_after_quote']],
    [
      'of an unknown order',
      ['P,S,Tea', 'Q,S,Tea', '"Q"R,S,Tea', '', 'R,S,Tea', 'R,S,Cup', 'T,S,Tea'],
      2,
      ['3 order_incomplete', '4 text_after_quote', '6 order_incomplete', '7 order_incomplete'],
    ],
    [
      'that may contain rows of other orders',
      ['P,S,Tea', 'Q,S,"12 inch\nR,S,"Tea"', 'R,S,Cup', 'T,S,Tea'],
      1,
      ['2 order_incomplete', '3 text_after_quote', '4 order_incomplete'],
    ],
    [
      'between single-row orders',
      [',S,Tea', '\xe9,S,Tea', ',S,Tea', 'R,S,Tea', '\xe9,S,Tea', '"x'],
      2,
      ['3 not_utf8', '5 order_incomplete', '6 not_utf8', '7 quote_not_closed'],
    ],
  ];
  for (const [what, rows, placed, told] of BROKEN) {
    it(`with an unreadable row, ${what}, loses the orders that may lack a line, and no others`, async (t) => {
      const file = rows.map((row) => (row === '' ? '\n' : `${customerId},${row}\n`)).join('');
      const { job, errors } = await run(t, Buffer.from(`customerId,orderRef,sku,name\n${file}`, 'latin1'));
      assert.deepEqual([job.status, job.orders.placed], ['finished', placed]);
      assert.deepEqual(
        errors.map(({ row, code }) => `${row} ${code}`),
        told,
      );
    });
  }

  it('without a column that groups rows loses only the unreadable row', async (t) => {
    const rows = ['Tea', '"x"y', 'Tea'].map((name) => `${customerId},S1,${name}\n`);
    const { job, errors } = await run(t, `customerId,sku,name\n${rows.join('')}`);
    assert.deepEqual(job.orders, { placed: 2, failed: 1 });
    assert.deepEqual(
      errors.map(({ row, code }) => [row, code]),
      [[3, 'text_after_quote']],
    );
  });

  const UNREADABLE: [string, string, RegExp][] = [
    ['without a needed column', 'sku,name\nS1,Tea\n', /no column for customerId or customerEmail/],
    ['with a column twice', `${HEADER},SKU\n`, /more than one column for “sku”/],
    ['with a row of megabytes', `${HEADER}\n${'x'.repeat(3_000_000)}`, /^Row 2 is longer than 1 MiB/],
    ['with nothing but newlines', '\n\n\n', /^The file is empty/],
  ];
  for (const [what, file, reason] of UNREADABLE) {
    it(`${what} fails as a whole, with the reason`, async (t) => {
      const { job } = await run(t, file);
      assert.equal(job.status, 'failed');
      assert.match(job.reason, reason);
    });
  }

  it('that becomes unreadable is placed up to that point; an order that may continue there gets an error', async (t) => {
    const rows = (ref: string) =>
      Array.from({ length: 1_500 }, (_, n) => `${ref && `${ref}${n}`},${customerId},S1,Tea\n`).join('');
    const unclosed = `x,"${'x\n'.repeat(1_000_000)}`;
    for (const [ref, placed, told] of [
      ['', 1_500, []],
      [
        'R',
        1_499,
        [[1_501, 'order_incomplete', 'may belong to the same order as row 1502, which cannot be read']],
      ],
    ] as const) {
      const { job, errors } = await run(t, `orderRef,customerId,sku,name\n${rows(ref)}${unclosed}`);
      assert.equal(job.status, 'failed');
      assert.match(job.reason, /^Row 1502 is longer than 1 MiB/);
      assert.deepEqual(job.orders, { placed, failed: told.length });
      assert.deepEqual(
        errors.map(({ row, code, message }) => [row, code, message]),
        told,
      );
    }
  });

  it('with only a header finishes without orders', async (t) => {
    const { job } = await run(t, HEADER);
    assert.deepEqual([job.status, job.rows.total], ['finished', 0]);
  });

  it('whose rows of one order contradict each other gets an error', async (t) => {
    const number = next();
    const file = `orderNumber,customerId,currency,sku,name\n${number},${customerId},EUR,S1,Tea\n${number},,USD,S2,Cup\n`;
    const { errors } = await run(t, file);
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [[3, 'currency', 'differs']],
    );
  });

  it('may have further address parts as a JSON object of texts; other JSON is refused', async (t) => {
    const cells = ['"{""floor"":""2""}"', '[1]', 'second floor', '"{""floor"":2}"'];
    const rows = cells.map((cell) => `${customerId},S1,Tea,Athens,${cell}\n`);
    const header = 'customerId,sku,name,shippingAddress.city,shippingAddress.*\n';
    const { job, errors } = await run(t, header + rows.join(''));
    assert.deepEqual(job.orders, { placed: 1, failed: 3 });
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [
        [3, 'shippingAddress.*', 'wrong_type'],
        [4, 'shippingAddress.*', 'not_json'],
        [5, 'shippingAddress.floor', 'wrong_type'],
      ],
    );
  });

  it('may have metadata as one JSON object; a cell that goes on behind it is refused', async (t) => {
    const cells = ['{"a":1},"items":[]', '{"a":1},"metadata":{"a":2}', '{"a":1}}', ' {"a":1.50} '];
    const rows = cells.map((cell) => `${customerId},S1,Tea,"${cell.replaceAll('"', '""')}"\n`);
    const { job, errors } = await run(t, `customerId,sku,name,metadata\n${rows.join('')}`);
    assert.deepEqual(job.orders, { placed: 1, failed: 3 });
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [2, 3, 4].map((row) => [row, 'metadata', 'not_json']),
    );
  });

  it('with an order of too many rows has only the first 501 read, and the order refused', async (t) => {
    const row = `BIG,${customerId},S1,Tea,1,1\n`;
    const { job, errors } = await run(t, `${HEADER}\n${row.repeat(20_000)}`);
    assert.deepEqual([job.orders.failed, job.rows.failed], [1, 20_000]);
    assert.deepEqual(
      errors.map(({ row: at, code }) => [at, code]),
      [[2, 'too_many']],
    );
  });
});

describe('an NDJSON file', () => {
  it('has one order per line; invalid lines get errors, also one of megabytes', async (t) => {
    const number = next();
    const item = { sku: 'S1', name: 'Tea' };
    const lines = [
      JSON.stringify({ orderNumber: number, customerId, items: [item], metadata: { z: 1, a: 2 } }),
      '',
      '{"no":',
      '[1]',
      JSON.stringify({ customerId, items: [item], customerNote: 'x'.repeat(3_000_000) }),
      JSON.stringify({ customerId, items: [{}] }),
      JSON.stringify({ customerId, items: [item], discountTotal: 1e300 }),
    ];
    const { job, errors } = await run(t, lines.join('\r\n'), { type: 'application/x-ndjson' });
    assert.deepEqual(job.orders, { placed: 1, failed: 5 });
    assert.deepEqual(
      errors.map(({ row, field, code }) => [row, field, code]),
      [
        [3, '', 'not_json'],
        [4, '', 'wrong_type'],
        [5, '', 'too_long'],
        [6, 'items[0].sku', 'required'],
        [6, 'items[0].name', 'required'],
        [7, 'discountTotal', 'number_not_exact'],
        [7, 'discountTotal', 'too_large'],
      ],
    );
    const [order] = await ordersOf(test, token, [number]);
    assert.equal(JSON.stringify(order.metadata), '{"z":1,"a":2}');
  });

  it('with bytes that are not UTF-8 gets an error on that line', async (t) => {
    const file = Buffer.from(`{"customerNote":"\xff"}\n`, 'latin1');
    const { errors } = await run(t, file, { type: 'application/x-ndjson' });
    assert.deepEqual(
      errors.map(({ row, code }) => [row, code]),
      [[1, 'not_json']],
    );
  });
});

describe('customers by e-mail address', () => {
  const file = (email: string) =>
    `customerEmail,customerName,sku,name\n${email},Grace,S1,Tea\n${email.toUpperCase()},,S1,Tea\n`;

  it('are found in any case, and refused when unknown', async (t) => {
    const { job, errors } = await run(t, file('nobody@customers.example'));
    assert.deepEqual(job.orders, { placed: 0, failed: 2 });
    assert.deepEqual(errors[0], {
      row: 2,
      field: 'customerEmail',
      code: 'not_found',
      message: 'must be the address of a customer; with createCustomers=true one is made',
    });
  });

  it('are created once on request', async (t) => {
    const { job } = await run(t, file('grace@customers.example'), { query: '?createCustomers=true' });
    assert.deepEqual(job.orders, { placed: 2, failed: 0 });
    const { data } = (await test.call('GET', '/v1/crm/customers?limit=100', { token })).body;
    const made = data.filter((customer: { email: string }) => customer.email === 'grace@customers.example');
    assert.deepEqual(
      made.map((customer: { name: string }) => customer.name),
      ['Grace'],
    );
  });
});

describe('an import that', () => {
  const count = async () =>
    (await test.db.inTenant(tenant.id, (tx) => tx.query('select from orders'))).rowCount;
  const good = () => `${HEADER}\n${next()},${customerId},S1,Tea,1,1\n`;

  it('is a dry run reports everything and places nothing', async (t) => {
    const before = await count();
    const { job, errors } = await run(t, `${good()},,,,,\n,${customerId},,,,\n`, { query: '?dryRun=true' });
    assert.deepEqual([job.status, job.dryRun], ['finished', true]);
    assert.deepEqual(job.orders, { placed: 1, failed: 1 });
    assert.equal(errors.length, 2);
    assert.equal(await count(), before);
  });

  it('has the policy reject_all writes nothing when one row is bad, and everything when none is', async (t) => {
    const before = await count();
    const query = '?errorPolicy=reject_all';
    const { job } = await run(t, `${good()},${customerId},,Tea,1,1\n`, { query });
    assert.deepEqual([job.status, job.reason], ['failed', 'One order is not valid, so nothing was written.']);
    assert.equal(await count(), before);
    const fine = await run(t, good(), { query });
    assert.deepEqual([fine.job.status, fine.job.orders], ['finished', { placed: 1, failed: 0 }]);
    assert.equal(await count(), before + 1);
  });

  it('gives a number twice gets an error in the check, at any distance, and with reject_all writes nothing', async (t) => {
    const before = await count();
    const numbers = Array.from({ length: 1_200 }, next);
    const rows = [...numbers, numbers[0]].map((number) => `${number},${customerId},S1,Tea,1,1\n`);
    for (const query of ['?dryRun=true', '?errorPolicy=reject_all']) {
      const { job, errors } = await run(t, `${HEADER}\n${rows.join('')}`, { query });
      assert.deepEqual([job.orders, job.rows.failed], [{ placed: 1_200, failed: 1 }, 1]);
      assert.deepEqual(
        errors.map(({ row, field, code }) => [row, field, code]),
        [[1_202, 'orderNumber', 'order_number_taken']],
      );
      assert.equal(job.status, query === '?dryRun=true' ? 'finished' : 'failed');
    }
    assert.equal(await count(), before);
  });

  it('has the policy reject_all assigns no automatic number that a later order gives', async (t) => {
    const other = await newTenant(test);
    const theirs = await other.customer();
    // The first order of a tenant is 1001.
    const rows = [...Array.from({ length: 1_100 }, () => ''), '1050', '13000', 'X-1'].map(
      (number) => `${number},${theirs},S1,Tea,1,1\n`,
    );
    const options = { query: '?errorPolicy=reject_all' };
    const { job } = await run(t, `${HEADER}\n${rows.join('')}`, options, other.key);
    assert.deepEqual([job.status, job.orders], ['finished', { placed: 1_103, failed: 0 }]);
  });

  it('has ended leaves no file behind, and nothing at all after the retention', async (t) => {
    const { job } = await run(t, `${HEADER}\n,,,,1,\n`);
    const left = (table: string, id: string) =>
      test.db.inTenant(
        tenant.id,
        async (tx) => (await tx.query(`select from ${table} where ${id} = $1`, [job.id])).rowCount,
      );
    assert.equal(await left('import_chunks', 'import_id'), 0);
    assert.notEqual(await left('import_errors', 'import_id'), 0);
    test.advance(31 * 86_400_000);
    await run(t, good());
    assert.equal(await left('imports', 'id'), 0);
    assert.equal(await left('import_errors', 'import_id'), 0);
  });
});
