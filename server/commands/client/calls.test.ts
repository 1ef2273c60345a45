import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { newFolder, runInTerminal, runToEnd } from '../testing/process.ts';
import { findList, LISTS } from './lists.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const env = { COLONNADE_KEY: tenant.key, COLONNADE_URL: url };
const run = (...words: string[]) => runToEnd(words, env);

describe('post', () => {
  const order = ['post', '/v1/crm/orders', '-d', `customerId=${customerId}`, '-d', 'items[0][sku]=TEA-1'];

  it('places an order from fields, once for each Idempotency-Key', async () => {
    const words = [
      ...order,
      '-d',
      'items[0][name]=Tea',
      '-d',
      'items[0][quantity]:=2',
      '--idempotency-key',
      'one',
    ];
    const { code, stdout, stderr } = await run(...words);
    assert.equal(code, 0, stderr);
    const { data } = JSON.parse(stdout);
    assert.deepEqual([data.customerId, data.items[0].quantity], [customerId, 2]);
    const again = await run(...words, '--include');
    assert.match(again.stdout, /^HTTP\/1\.1 201 Created\n[\s\S]*\nidempotent-replayed: true\n/i);
    assert.equal(JSON.parse(again.stdout.split('\n\n')[1]!).data.id, data.id);
  });

  it('stores nothing with --dry-run', async () => {
    const before = (await test.call('GET', '/v1/crm/orders/count', { token: tenant.key })).body.data;
    assert.equal((await run(...order, '-d', 'items[0][name]=Tea', '--dry-run')).code, 0);
    assert.deepEqual(
      (await test.call('GET', '/v1/crm/orders/count', { token: tenant.key })).body.data,
      before,
    );
  });

  it('reports every problem that the server found, as text and as JSON, with exit code 1', async () => {
    const wrong = [...order, '-d', 'currency=gold'];
    const text = await run(...wrong);
    assert.deepEqual([text.code, text.stdout], [1, '']);
    assert.match(text.stderr, /refused: 2 fields are not valid\. \(422 validation_error\)\n {2}/);
    assert.match(text.stderr, /\n {2}items\[0\]\.name is required\n/);
    const json = await run(...wrong, '--json');
    const { error } = JSON.parse(json.stderr);
    assert.deepEqual([error.code, error.status, error.details.length], ['validation_error', 422, 2]);
    assert.ok(error.requestId);
  });

  it('sends a file as it is', async () => {
    const file = join(newFolder(), 'customer.json');
    writeFileSync(file, '{"name":"From a file"}');
    const { stdout } = await run('post', '/v1/crm/customers', '-d', `@${file}`);
    assert.equal(JSON.parse(stdout).data.name, 'From a file');
    const fromInput = await runToEnd(['post', 'v1/crm/customers', '-d', '@-'], env, '{"name":"From a pipe"}');
    assert.equal(JSON.parse(fromInput.stdout).data.name, 'From a pipe');
  });
});

describe('patch and delete', () => {
  it('change and remove a record of a known version alone', async () => {
    const { body } = await test.call('POST', '/v1/redirects', {
      token: tenant.key,
      body: { from: '/a', to: '/b' },
    });
    const path = `/v1/redirects/${body.data.id}`;
    assert.equal((await run('patch', path, '-d', 'to=/c', '--if-match', '7')).code, 1);
    const changed = await run('patch', path, '-d', 'to=/c', '--if-match', String(body.data.version));
    assert.equal(JSON.parse(changed.stdout).data.to, '/c');
    assert.deepEqual(JSON.parse((await run('delete', path)).stdout).data, {
      id: body.data.id,
      deleted: true,
    });
  });
});

describe('get', () => {
  it('prints the bytes of the answer for other programs, and indents them in a terminal', async () => {
    const path = `/v1/crm/customers/${customerId}`;
    const { text } = await test.call('GET', path, { token: tenant.key });
    assert.equal((await run('get', path)).stdout, `${text}\n`);
    const shown = await runInTerminal(`get ${path}`, env);
    assert.match(shown.stdout, /^\{\r\n {2}"success": true,\r\n {2}"data": \{\r\n/);
  });

  it('names a server that does not answer', async () => {
    const { code, stderr } = await run('get', '/v1/me', '--url', 'http://127.0.0.1:1');
    assert.deepEqual([code, stderr], [1, 'colonnade: http://127.0.0.1:1 does not answer: ECONNREFUSED.\n']);
  });

  it('has red errors in a terminal, and none with NO_COLOR or --no-color', async () => {
    const line = 'get /v1/nothing';
    assert.ok((await runInTerminal(line, env)).stdout.startsWith('\u001b[31mcolonnade:\u001b[39m '));
    assert.match((await runInTerminal(line, { ...env, NO_COLOR: '1' })).stdout, /^colonnade: /);
    assert.match((await runInTerminal(`${line} --no-color`, env)).stdout, /^colonnade: /);
  });
});

describe('list', () => {
  it('knows every list of the API, and the size of its pages', () => {
    const snapshot = readFileSync(join(import.meta.dirname, '../../contract/openapi.snapshot.json'), 'utf8');
    // biome-ignore lint/suspicious/noExplicitAny: the document is walked as the plain data it is
    const paths: Record<string, any> = JSON.parse(snapshot).paths;
    const expected = Object.entries(paths)
      .filter(([path, { get }]) => get?.operationId.startsWith('list') && !path.includes('/storefront/'))
      .map(([path, { get }]) => {
        const limit = get.parameters?.find((each: { name: string }) => each.name === 'limit');
        return [path, limit?.schema.maximum ?? null];
      });
    assert.deepEqual(LISTS.map(({ path, perPage }) => [path, perPage]).sort(), expected.sort());
    for (const name of [
      'orders',
      'customers',
      'products',
      'deliveries',
      'subscriptions',
      'media',
      'api-keys',
    ]) {
      assert.ok(findList(name), name);
    }
  });

  it('follows pages to the end with --all, one line of JSON for each row', async () => {
    for (let n = 0; n < 3; n += 1) await tenant.customer(`Customer ${n}`);
    const customers = Array.from({ length: 120 }, (_, n) => ({ name: `Many ${n}` }));
    for (const body of customers) await test.call('POST', '/v1/crm/customers', { token: tenant.key, body });
    const lines = (stdout: string) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    assert.equal(lines((await run('list', 'customers', '--limit', '2')).stdout).length, 2);
    const all = lines((await run('list', 'customers', '--all')).stdout);
    assert.ok(all.length > 120);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  it('prints a table in a terminal, and one document with --json', async () => {
    const { stdout } = await runInTerminal('list orders --filter status=placed', env);
    const [head, row] = stdout.split('\r\n');
    assert.match(head!, /^ORDER NUMBER {2}STATUS +PAYMENT STATUS .*TOTAL .*ID$/);
    assert.match(row!, /placed/);
    const [order] = JSON.parse((await run('list', 'orders', '--json')).stdout);
    assert.equal(order.customerId, customerId);
    const [line] = (await run('list', 'customer-orders', customerId)).stdout.split('\n');
    assert.equal(JSON.parse(line!).id, order.id);
  });

  it('suggests the name that was probably meant, with exit code 2', async () => {
    const { code, stderr } = await run('list', 'custmers');
    assert.deepEqual(
      [code, stderr],
      [2, 'colonnade: There is no list "custmers". Did you mean customers?\n'],
    );
    assert.match((await run('list', 'customer-orders')).stderr, /list customer-orders takes the id: /);
    assert.match(
      (await run('list', 'orders', '--filter', 'statsu=placed')).stderr,
      /statsu.*did you mean status\?/,
    );
  });
});
