/** No request holds the event loop: tested on the routes that held it longest, with the largest input that each accepts. */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { Unreadable } from '#kernel/files/rows.ts';
import { longestHold } from '#kernel/testing/holds.ts';
import { readBatches, readHeader } from '../modules/crm/imports/batches.ts';
import { settle } from '../modules/webhooks/delivery/settle.sql.ts';
import { newTenant, startApp, useApp } from '../testing.ts';

/** In milliseconds of a machine of a known speed. */
const LIMIT = 50;
/** The work is the same in each run; the load of the machine is not. The first run compiles. */
const RUNS = 5;
const MIB = 1024 * 1024;

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = test.app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

type Answer = { status: number; text(): string };

/** Sends prepared bytes through a socket and does not parse the answer: the client runs in this process, too. */
function send(method: string, path: string, body?: Buffer, type = 'application/json'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${tenant.key}`,
      ...(body && { 'content-type': type, 'content-length': body.length }),
    };
    const sending = httpRequest({ port, method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, text: () => Buffer.concat(chunks).toString() }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
async function make(method: string, path: string, value: unknown) {
  const answer = await send(method, path, json(value));
  assert.ok(answer.status < 300, answer.text());
  return JSON.parse(answer.text()).data;
}
const times = <T>(count: number, one: (nth: number) => T) =>
  Array.from({ length: count }, (_, nth) => one(nth));
const listOf = (kind: string) => ({ kind: 'list', of: { kind } });
const putType = (name: string, fields: object[]) =>
  make('PUT', `/v1/content/types/${name}`, { title: name, fields });

async function assertNoHold(
  method: string,
  path: string,
  expected: number,
  body?: Buffer | ((run: number) => Buffer),
  type?: string,
): Promise<void> {
  await assertShort(async (run) => {
    const answer = await send(method, path, typeof body === 'function' ? body(run) : body, type);
    assert.equal(answer.status, expected, answer.text().slice(0, 1_000));
  });
}

const assertShort = (work: (run: number) => Promise<void>): Promise<void> =>
  assertOneShort((run) => longestHold(() => work(run)));

async function assertOneShort(measure: (run: number) => Promise<number>): Promise<void> {
  const held: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const hold = await measure(run);
    if (hold < LIMIT) return;
    held.push(Math.round(hold));
  }
  assert.fail(`held the event loop for ${held.join(', ')} ms`);
}

const customerId = await tenant.customer();

describe('the event loop is not held by', () => {
  const customerOf = (...fields: string[]) => Buffer.from(`{"name":"x",${fields.join(',')}}`);
  const numbered = (from: number, count: number) => times(count, (nth) => `"key${from + nth}":1`).join(',');

  it('a body of very many keys', async () => {
    const path = '/v1/crm/customers?dryRun=true';
    await assertNoHold('POST', path, 201, customerOf(numbered(0, 19_000)));
    await assertNoHold('POST', path, 422, customerOf(numbered(0, 80_000)));
  });

  it('a body of objects of which no two have a key in common', () => {
    const objects = times(950, (nth) => `{${numbered(nth * 20, 20)}}`);
    return assertNoHold('POST', '/v1/crm/customers?dryRun=true', 201, customerOf(`"others":[${objects}]`));
  });

  it('a grid of 2,000 variants', async () => {
    const options = [
      { name: 'Size', values: times(200, String) },
      { name: 'Colour', values: times(10, String) },
    ];
    const { id } = await make('POST', '/v1/catalog/products', { title: 'Grid', options });
    const grid = (run: number) =>
      json({
        variants: times(2_000, (nth) => ({
          sku: `GRID-${nth}`,
          optionValues: [String(nth % 200), String(Math.floor(nth / 200))],
          barcode: String(run),
          prices: [{ currency: 'EUR', amount: nth + run }],
        })),
      });
    await assertNoHold('PUT', `/v1/catalog/products/${id}/variants`, 200, grid);
  });

  it('a body that is nested without end', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":[', ']}'],
    ] as const) {
      const depth = Math.floor(MIB / (open.length + close.length));
      const body = Buffer.from(open.repeat(depth) + close.repeat(depth));
      await assertNoHold('POST', '/v1/crm/customers?dryRun=true', 422, body);
    }
  });

  it('a body of numbers whose exactness is expensive to check', () => {
    const numbers = Array(48_000).fill('1.234567890123456e-5').join(',');
    return assertNoHold(
      'POST',
      '/v1/crm/customers?dryRun=true',
      201,
      Buffer.from(`{"name":"x","n":[${numbers}]}`),
    );
  });

  it('the largest body of the smallest objects', () => {
    const objects = Array(390_000).fill('{"a":1}').join(',');
    return assertNoHold('POST', '/v1/crm/orders/bulk', 422, Buffer.from(`{"orders":[{"x":[${objects}]}]}`));
  });

  it('a content type whose lists are far too long', async () => {
    for (const field of [
      { kind: 'reference', types: Array(250_000).fill({}) },
      { kind: 'select', options: times(60_000, (nth) => ({ o: nth })) },
    ]) {
      const body = json({ title: 'Long', fields: [{ name: 'a', ...field }] });
      assert.ok(body.length < MIB);
      await assertNoHold('PUT', '/v1/content/types/long?dryRun=true', 422, body);
    }
  });

  it('an entry of very many times', async () => {
    await putType(
      'times',
      times(32, (nth) => ({ name: `f${nth}`, ...listOf('datetime') })),
    );
    const at = (nth: number) => `${new Date(1e12 + nth * 1e6).toISOString().slice(0, 23)}+02:00`;
    const fields = Object.fromEntries(
      times(32, (field) => [`f${field}`, times(1_000, (nth) => at(field + nth))]),
    );
    const body = json({ type: 'times', fields });
    assert.ok(body.length < MIB);
    await assertNoHold('POST', '/v1/content/entries?dryRun=true', 201, body);
    const { id } = await make('POST', '/v1/content/entries', { type: 'times', fields });
    await assertNoHold('POST', `/v1/content/entries/${id}/revisions/1/restore`, 200);
  });

  it('an entry of very many nodes, saved as it is and listed with others', async () => {
    await putType('rich', [{ name: 'docs', ...listOf('richtext') }]);
    const docs = Array(12).fill({ type: 'doc', content: Array(4_990).fill({ type: 'table' }) });
    const entries = [];
    for (let nth = 0; nth < 4; nth++) {
      entries.push(await make('POST', '/v1/content/entries', { type: 'rich', fields: { docs } }));
    }
    await assertNoHold('PATCH', `/v1/content/entries/${entries[0].id}`, 200, json({ fields: { docs } }));
    await assertNoHold('GET', '/v1/content/entries?type=rich', 200);
    for (const { id } of entries) await send('POST', `/v1/content/entries/${id}/publish`);
    await assertNoHold('GET', '/v1/content/published/rich', 200);
  });

  it('the largest page of blocks, saved, published and read', async () => {
    const names = times(12, (nth) => `f${nth}`);
    const fields = names.map((name, nth) => ({ name, kind: 'text', localised: nth % 2 === 0 }));
    await make('PUT', '/v1/content/types/part', { title: 'part', block: true, fields });
    await putType('page', [{ name: 'body', kind: 'blocks', blocks: ['part'] }]);
    const text = 'Words of a page that has many blocks, and each of them has a few of these fields in it.';
    const block = Object.fromEntries(names.map((name, nth) => [name, nth % 2 === 0 ? { en: text } : text]));
    const body = times(500, (nth) => ({ id: `b${nth}`, type: 'part', ...block }));
    const page = json({ type: 'page', fields: { body } });
    assert.ok(page.length < MIB && page.length > MIB / 2);
    await assertNoHold('POST', '/v1/content/entries?dryRun=true', 201, page);
    const { id } = await make('POST', '/v1/content/entries', { type: 'page', fields: { body } });
    await assertNoHold('POST', `/v1/content/entries/${id}/publish?dryRun=true`, 200);
    await send('POST', `/v1/content/entries/${id}/publish`);
    await assertNoHold('GET', `/v1/content/published/page/${id}`, 200);
  });

  it('the longest texts, saved, published and searched', async () => {
    await putType(
      'long_texts',
      times(5, (nth) => ({ name: `f${nth}`, kind: 'markdown' })),
    );
    const LENGTH = 190_000;
    const texts = [
      times(LENGTH / 8, (nth) => `w${nth.toString(36)} tea`).join(' '),
      '[(<a_*#![x](y'.repeat(LENGTH),
      `${'['.repeat(LENGTH / 2)}${'<b '.repeat(LENGTH)}`,
      `tea ${'_'.repeat(LENGTH)}`,
    ];
    for (const text of texts) {
      const fields = Object.fromEntries(times(5, (nth) => [`f${nth}`, text.slice(0, LENGTH)]));
      const body = json({ type: 'long_texts', fields });
      assert.ok(body.length < MIB);
      await assertNoHold('POST', '/v1/content/entries?dryRun=true', 201, body);
      const { id } = await make('POST', '/v1/content/entries', { type: 'long_texts', fields });
      await assertNoHold('POST', `/v1/content/entries/${id}/publish?dryRun=true`, 200);
      await send('POST', `/v1/content/entries/${id}/publish`);
    }
    for (const q of ['tea', 'w1a', 'wabc', 'x'])
      await assertNoHold('GET', `/v1/content/search?q=${q}&type=long_texts`, 200);
  });

  it('an entry with texts in fifty locales, saved and published', async () => {
    const letters = (nth: number) => String.fromCharCode(97 + (nth % 26), 97 + Math.floor(nth / 26));
    const codes = ['en', ...times(49, (nth) => `x${letters(nth)}`)];
    const setLocales = (all: string[]) =>
      make('PUT', '/v1/content/locales', { default: 'en', locales: all.map((code) => ({ code })) });
    await setLocales(codes);
    await putType('translated', [{ name: 'body', kind: 'markdown', localised: true }]);
    const text = (from: number) => times(4_000, (nth) => `w${((nth % 40) + from).toString(36)}`).join(' ');
    const body = Object.fromEntries(codes.map((code, nth) => [code, text(nth * 100)]));
    const entry = { type: 'translated', fields: { body } };
    const sent = json(entry);
    assert.ok(sent.length > MIB / 2 && sent.length < MIB, `${sent.length} bytes`);
    await assertNoHold('POST', '/v1/content/entries?dryRun=true', 201, sent);
    const { id } = await make('POST', '/v1/content/entries', entry);
    await assertNoHold('POST', `/v1/content/entries/${id}/publish?dryRun=true`, 200);
    await setLocales(['en']);
  });

  it('a change of a type with the largest entries', async () => {
    const names = times(32, (nth) => `f${nth}`);
    await putType(
      'large',
      names.map((name) => ({ name, ...listOf('datetime') })),
    );
    const at = (nth: number) => new Date(1e12 + nth * 1e6).toISOString();
    const fields = Object.fromEntries(names.map((name) => [name, times(1_000, at)]));
    const { id } = await make('POST', '/v1/content/entries', { type: 'large', fields });
    assert.equal((await send('POST', `/v1/content/entries/${id}/publish`)).status, 200);
    await assertNoHold('PUT', '/v1/content/types/large', 200, (run) => {
      const [from, to] = run % 2 === 0 ? ['f0', 'first'] : ['first', 'f0'];
      const renamed = [to, ...names.slice(1)].map((name) => ({ name, ...listOf('datetime') }));
      return json({ title: 'large', fields: renamed, migrate: { rename: { [from]: to } } });
    });
  });

  it('an export of orders with many lines', async () => {
    const items = times(40, (nth) => ({ sku: `S-${nth}`, name: 'Green tea', unitPrice: 1.25 }));
    await make('POST', '/v1/crm/orders/bulk', { orders: Array(500).fill({ customerId, items }) });
    await assertNoHold('GET', '/v1/crm/orders/export?format=csv&rows=lines', 200);
  });

  it('orders whose metadata is all quotes', () => {
    const metadata = { quotes: '"'.repeat(32_000) };
    const order = { customerId, items: [{ sku: 'S', name: 'N' }], metadata };
    return assertNoHold(
      'POST',
      '/v1/crm/orders/bulk?dryRun=true',
      200,
      json({ orders: Array(48).fill(order) }),
    );
  });

  it('deliveries whose answers are all quotes', async () => {
    const answerBody = '"'.repeat(4_096);
    const outcomes = times(500, () => ({ ...OUTCOME, id: crypto.randomUUID(), answerBody }));
    await assertShort(async () => {
      await settle({ query: test.db.acrossTenantsQuery }, crypto.randomUUID(), outcomes, [], new Date());
    });
  });

  const FILES_OF_REDIRECTS: Record<string, [status: number, type: string, body: string]> = {
    'empty lines': [200, 'text/csv', `from,to\n${'\n'.repeat(2e6)}/x,/y\n`],
    'very many columns': [400, 'text/csv', `from,to${',a'.repeat(30_000)}\n${'/z,/z\n'.repeat(20_000)}`],
    'a quote before very many cells': [400, 'text/csv', `from,to\n"/q","/z"${',a'.repeat(300_000)}\n`],
    'the shortest rows': [200, 'text/csv', `from,to\n${'/a,/b\n'.repeat(99_000)}`],
    'the smallest objects': [200, 'application/x-ndjson', '{}\n'.repeat(99_000)],
    'rows with very many problems': [
      200,
      'application/x-ndjson',
      `{"x":[${'1e400,'.repeat(99)}1e400]}\n`.repeat(5_000),
    ],
  };
  for (const [title, [status, type, text]] of Object.entries(FILES_OF_REDIRECTS)) {
    it(`a file of redirects: ${title}`, () =>
      assertNoHold('POST', '/v1/redirects/import?dryRun=true', status, Buffer.from(text), type));
  }

  const HEADER = 'sku,name,quantity,unitPrice,customerEmail,orderRef';
  const ROW = 'S,N,1,2,a@b.example,R';
  const parts = (count: number) => times(count, (nth) => `,shippingAddress.p${nth}`).join('');
  const FILES_OF_ORDERS: Record<string, [format: 'csv' | 'ndjson', body: string]> = {
    'empty lines': ['csv', `${HEADER}\n${'\n'.repeat(2e6)}${ROW}\n`],
    'very many columns': ['csv', `${HEADER}${parts(30_000)}\n${ROW}\n`],
    'a quote before very many cells': ['csv', `${HEADER}\n"S",N,1,2,a@b.example,R${',a'.repeat(300_000)}\n`],
    'addresses of very many parts': [
      'csv',
      `${HEADER}${parts(900)}\n${`${ROW}${',x'.repeat(900)}\n`.repeat(300)}`,
    ],
    'rows that differ in very many cells': [
      'csv',
      `${HEADER}${parts(900)}\n${ROW}\n${`${ROW}${',x'.repeat(900)}\n`.repeat(500)}`,
    ],
    'JSON without end in a cell': ['csv', `${HEADER},metadata\n${ROW},${'['.repeat(5e5)}\n`],
    'a line that is nested without end': ['ndjson', `{"x":${'['.repeat(5e5)}${']'.repeat(5e5)}}\n`],
    'the smallest objects': ['ndjson', '{}\n'.repeat(100_000)],
  };
  for (const [title, [format, text]] of Object.entries(FILES_OF_ORDERS)) {
    it(`a file of orders: ${title}`, () => assertShort(() => readOrders(format, Buffer.from(text))));
  }

  it('the pages of the documents, which the first request for one of them makes', () =>
    assertOneShort(async () => {
      const { test, close } = await startApp();
      // A process builds the contract before it serves requests.
      test.app.swagger();
      return longestHold(() => test.call('GET', '/docs')).finally(close);
    }));

  it('a form of very many empty parts', () => {
    const body = Buffer.from('------X\r\n\r\n'.repeat(80_000));
    return assertNoHold('POST', '/v1/media', 400, body, 'multipart/form-data; boundary=----X');
  });
});

const OUTCOME = {
  ...{ lane: { tenantId: tenant.id, subscriptionId: crypto.randomUUID() }, state: 'delivered' as const },
  ...{ nextAt: null, attempt: 1, startedAt: new Date().toISOString(), durationMs: 1, statusCode: 200 },
  ...{ failure: null, message: '200 OK', address: '192.0.2.1', timings: '{}', answerHeaders: '{}' },
};

/** Reads like the worker, in pieces of a mebibyte. */
async function readOrders(format: 'csv' | 'ndjson', bytes: Buffer): Promise<void> {
  const options = {
    ...{ delimiter: 'comma', mapping: {}, channel: 'import', currency: null },
  } as unknown as Parameters<typeof readHeader>[0]['options'];
  const readFrom = async (byte: number) => (byte >= bytes.length ? null : bytes.subarray(byte, byte + MIB));
  const file = { format, options, readFrom };
  try {
    const plan = format === 'csv' ? await readHeader(file) : null;
    const start = { byte: 0, rowsDone: 0, behindStrayRow: false };
    for await (const _ of readBatches(file, plan, start, () => new Date()));
  } catch (error) {
    assert.ok(error instanceof Unreadable, String(error));
  }
}
