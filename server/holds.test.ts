/** Whatever one request brings, it does not hold the event loop: of all routes, those that held it longest with all they may be sent. */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { longestHold } from '#kernel/testing/holds.ts';
import { newTenant, useApp } from './testing.ts';

/** In milliseconds of a machine of a known speed. */
const LIMIT = 50;
/** The work is the same in each of them; what else a machine does is not. The first compiles. */
const RUNS = 5;
const MIB = 1024 * 1024;

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = test.app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

type Answer = { status: number; text(): string };

/** Through a socket, as bytes that are neither made nor read meanwhile: the client computes in this process, too. */
function send(method: string, path: string, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${tenant.key}`,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
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
): Promise<void> {
  const held: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const bytes = typeof body === 'function' ? body(run) : body;
    const hold = await longestHold(async () => {
      const answer = await send(method, path, bytes);
      assert.equal(answer.status, expected, answer.text().slice(0, 1_000));
    });
    if (hold < LIMIT) return;
    held.push(Math.round(hold));
  }
  assert.fail(`held the event loop for ${held.join(', ')} ms`);
}

const customerId = await tenant.customer();

describe('the event loop is not held by', () => {
  it('a body of very many keys', () => {
    const keys = times(80_000, (nth) => `"key${nth}":1`).join(',');
    return assertNoHold('POST', '/v1/crm/customers?dryRun=true', 201, Buffer.from(`{"name":"x",${keys}}`));
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

  it('a body of numbers that are hard to tell exact', () => {
    const numbers = Array(48_000).fill('1.234567890123456e-5').join(',');
    return assertNoHold(
      'POST',
      '/v1/crm/customers?dryRun=true',
      201,
      Buffer.from(`{"name":"x","n":[${numbers}]}`),
    );
  });

  it('the largest body there is, of the smallest objects', () => {
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
    const docs = Array(14).fill({ type: 'doc', content: Array(4_990).fill({ type: 'p' }) });
    const entries = [];
    for (let nth = 0; nth < 4; nth++) {
      entries.push(await make('POST', '/v1/content/entries', { type: 'rich', fields: { docs } }));
    }
    await assertNoHold('PATCH', `/v1/content/entries/${entries[0].id}`, 200, json({ fields: { docs } }));
    await assertNoHold('GET', '/v1/content/entries?type=rich', 200);
    for (const { id } of entries) await send('POST', `/v1/content/entries/${id}/publish`);
    await assertNoHold('GET', '/v1/content/published/rich', 200);
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
});
