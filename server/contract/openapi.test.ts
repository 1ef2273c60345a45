/** The contract as programs read it: valid, complete, unchanged unless on purpose, and true of the answers. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { securityOf } from '#kernel/http/docs/operation.ts';
import { useApp } from '../testing.ts';

const test = await useApp({ PUBLIC_URL: 'https://api.example' });
const { body: document, headers } = await test.call('GET', '/v1/openapi.json');
const SNAPSHOT = join(import.meta.dirname, 'openapi.snapshot.json');

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at field by field
type Json = any;
const operations: { method: string; path: string; operation: Json }[] = Object.entries<Json>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const routes = test.app.routeList.map((route) => ({
  ...route,
  path: route.url.replace(/:(\w+)/g, '{$1}'),
}));
const find = (method: string, path: string) =>
  operations.find((entry) => entry.method === method && entry.path === path)?.operation;

const named: Record<string, Json> = document.components.schemas;

describe('GET /v1/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.match(document.openapi, /^3\.1\./);
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors, null, 2));
  });

  it('is compressed for clients that accept it, and plain for others', async () => {
    const ask = (accepted: string) =>
      test.app.inject({ url: '/v1/openapi.json', headers: { 'accept-encoding': accepted } });
    const packed = await ask('br, gzip');
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.ok(packed.rawPayload.length < 64_000);
    assert.deepEqual(JSON.parse(gunzipSync(packed.rawPayload).toString()), document);
    assert.deepEqual((await ask('gzip;q=0')).json(), document);
  });

  it('describes every route, except the pages for people and the answers to visitors of sites', () => {
    const missing = routes.filter((route) => find(route.method, route.path) === undefined);
    assert.deepEqual(
      missing.map((route) => route.path),
      ['/docs', '/docs/*', '/llms.txt', '/', '/r/{property}/*'],
    );
    assert.equal(operations.length, routes.length - missing.length);
  });

  it('names the server by its public address', () => {
    assert.deepEqual(document.servers, [{ url: 'https://api.example' }]);
  });

  it('gives every operation a unique name that can be a function in any language', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    for (const name of names) assert.match(name, /^[a-z]+([A-Z][a-z]+)*$/);
    assert.equal(new Set(names).size, names.length);
    for (const name of [
      'createOrder',
      'listCustomers',
      'getMe',
      'activateModule',
      'deleteWebhookSubscription',
    ]) {
      assert.ok(names.includes(name), name);
    }
  });

  for (const { method, url, path, needs } of routes) {
    const operation = find(method, path);
    if (operation === undefined) continue;
    it(`describes the purpose, the callers and the answer of ${method} ${path}`, () => {
      assert.match(operation.summary, /^[A-Z].*[^.]$/);
      assert.equal(operation.tags.length, 1);
      assert.equal(operation['x-role'], needs.role);
      assert.equal(operation['x-scope'], needs.scope);
      assert.equal(operation['x-storefront'], needs.storefront);
      assert.deepEqual(operation.security, securityOf(needs));
      if (needs.role) assert.deepEqual(operation.security, [{ bearer: [] }]);
      for (const scheme of operation.security.flatMap(Object.keys)) {
        assert.equal(document.components.securitySchemes[scheme].scheme, 'bearer');
      }
      const successes = Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
      assert.equal(successes.length, 1);
      const { content, description } = operation.responses[successes[0]!];
      assert.match(description, /^(OK|Created|Accepted)$/);
      assert.ok(Object.values<Json>(content)[0].schema.type);
      for (const status of ['4XX', '5XX', ...(needs.public ? [] : ['401', '403'])]) {
        assert.match(operation.responses[status].$ref, /^#\/components\/responses\/\w+$/);
      }
      const inPath = (operation.parameters ?? []).filter((parameter: Json) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map((parameter: Json) => `:${parameter.name}`),
        url.match(/:\w+/g) ?? [],
      );
    });
  }

  it('requires no field that has a default', () => {
    const { schema } = find('POST', '/v1/crm/orders').requestBody.content['application/json'];
    assert.equal(schema.$ref, '#/components/schemas/NewOrder');
    assert.deepEqual(named.NewOrder.required, ['customerId', 'items']);
    assert.deepEqual(named.NewOrderLine.required, ['sku', 'name']);
    const [limit] = find('GET', '/v1/crm/customers').parameters;
    assert.deepEqual([limit.name, limit.required, limit.schema.default], ['limit', false, 25]);
  });

  it('gives a name to every schema that is used in three places', () => {
    const places = new Map<string, string[]>();
    const note = (schema: Json, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, part] of Object.entries(schema)) note(part, `${place}/${key}`);
      // An envelope is one field around a named schema.
      if (!schema.properties || schema.properties.success) return;
      const text = JSON.stringify(schema);
      places.set(text, [...(places.get(text) ?? []), place]);
    };
    note(document.components.schemas, '');
    for (const { operation } of operations)
      note({ body: operation.requestBody, answers: operation.responses }, operation.operationId);
    const repeated = [...places].filter(([, found]) => found.length >= 3);
    assert.deepEqual(Object.fromEntries(repeated), {}, 'Name them with NamedObject of kernel/http/named.ts');
  });

  it('names the records of the interface document', () => {
    for (const name of ['Order', 'OrderLine', 'Customer', 'Subscription', 'Delivery', 'Event', 'ApiKey'])
      assert.ok(named[name], name);
    const { schema } = find('GET', '/v1/crm/orders/{id}').responses[200].content['application/json'];
    assert.equal(schema.properties.data.$ref, '#/components/schemas/Order');
  });

  it('shows the scope and module of the order endpoint as in the interface document', () => {
    const order = find('POST', '/v1/crm/orders');
    assert.deepEqual([order['x-role'], order['x-scope'], order['x-module']], ['editor', 'write:crm', 'crm']);
  });

  it('equals the snapshot: a change of the contract is seen and intended', () => {
    if (process.env.UPDATE_SNAPSHOT) writeFileSync(SNAPSHOT, `${JSON.stringify(document, null, 2)}\n`);
    const before = JSON.parse(readFileSync(SNAPSHOT, 'utf8'));
    const paths = new Set([...Object.keys(before.paths), ...Object.keys(document.paths)]);
    const changed = [...paths].filter((path) => !isDeepStrictEqual(before.paths[path], document.paths[path]));
    const message = `The contract changed (${changed.join(', ') || 'outside of the paths'}). If you meant it, run
      UPDATE_SNAPSHOT=1 npm test -- server/contract/openapi.test.ts sdk/*.test.ts
    and commit server/contract/openapi.snapshot.json, so that the change can be read there. Within /v1 only add: whatever a
    client sends or reads today must stay.`;
    assert.ok(isDeepStrictEqual(before, document), message);
  });
});
