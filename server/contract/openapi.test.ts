/** The contract as programs read it: valid, complete, unchanged unless on purpose, and true of the answers. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ERRORS, type ErrorCode } from '#kernel/error-catalogue.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { securityOf } from '#kernel/http/docs/operation.ts';
import { newTenant, useApp } from '../testing.ts';

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

  it('is made of schemas that are valid: a start does not check them', () => {
    const ajv = new Ajv({ strict: false });
    const invalid = routes.flatMap(({ method, path, schema }) =>
      ['params', 'querystring', 'body']
        .filter((part) => schema[part] !== undefined && !ajv.validateSchema(schema[part] as object))
        .map((part) => `${method} ${path}, ${part}: ${ajv.errorsText()}`),
    );
    assert.deepEqual(invalid, []);
  });

  it('is compressed for clients that accept it, and plain for others', async () => {
    const ask = (accepted: string) =>
      test.app.inject({ url: '/v1/openapi.json', headers: { 'accept-encoding': accepted } });
    const packed = await ask('br, gzip');
    assert.equal(packed.headers['content-encoding'], 'gzip');
    // Examples of every request and answer take half of it.
    assert.ok(packed.rawPayload.length < 128_000, String(packed.rawPayload.length));
    assert.deepEqual(JSON.parse(gunzipSync(packed.rawPayload).toString()), document);
    assert.deepEqual((await ask('gzip;q=0')).json(), document);
  });

  it('begins no description with a word that has no subject', () => {
    const found: string[] = [];
    JSON.stringify(document, (key, value) => {
      const isText = (key === 'description' || key === 'summary') && typeof value === 'string';
      if (isText && /^(What|Whatever|Whether|Whichever|Whoever|Where|Of|As it) /.test(value))
        found.push(value);
      return value;
    });
    assert.deepEqual(found, [], 'the subject comes first: STYLE.md');
  });

  it('may be read by pages of any origin, such as hosted viewers', () => {
    assert.equal(headers['access-control-allow-origin'], '*');
  });

  it('describes the delivery of every event type that webhooks carry, with an example that fits its schema', async () => {
    const { body } = await test.call('GET', '/v1/events/types', { token: (await newTenant(test)).key });
    const carried = body.data.filter(
      ({ type, subscribable }: Json) => subscribable || type === 'webhook.batch',
    );
    assert.deepEqual(
      Object.keys(document.webhooks),
      carried.map(({ type }: Json) => type),
    );
    const ajv = new Ajv2020({ strict: false, formats: FORMATS });
    ajv.addSchema(document, 'contract');
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      const place = `contract#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
      assert.ok(ajv.validate({ $ref: place }, example), ajv.errorsText());
      assert.equal(schema.properties.type.const, type);
      assert.ok(post.parameters.some(({ name }: Json) => name === 'X-service-Signature'));
    }
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

  for (const { method, url, path, needs, schema } of routes) {
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
      assert.ok(
        document.tags.some(({ name }: Json) => name === operation.tags[0]),
        'its tag is described',
      );
      assert.match(operation.description, /\.$/);
      const statuses = Object.keys(operation.responses);
      const [success, ...others] = statuses.filter((status) => /^2/.test(status));
      assert.deepEqual(others, 'ranges' in schema ? ['206'] : []);
      const { content, description, headers } = operation.responses[success!];
      assert.match(description, content['application/json'] ? /^(OK|Created|Accepted)$/ : /^[A-Z].*\.$/);
      assert.ok(Object.values<Json>(content)[0].schema.type);
      assert.ok(headers['X-Request-Id']);
      for (const status of ['400', '500', '503', ...(needs.public ? [] : ['401', '403', '429'])])
        assert.ok(statuses.includes(status), status);
      for (const status of statuses) assert.match(status, /^\d{3}$/, 'no status stands for several');
      for (const status of statuses.filter((status) => /^[45]/.test(status))) {
        const name = operation.responses[status].$ref.replace('#/components/responses/', '');
        const { examples } = document.components.responses[name].content['application/json'];
        for (const code of Object.keys(examples))
          assert.equal(ERRORS[code as ErrorCode].status, Number(status), 'its codes have this status');
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

  it('says what each file is, and shows how each text begins', () => {
    for (const { operation } of operations) {
      for (const [status, { description, content = {} }] of Object.entries<Json>(operation.responses)) {
        const files = Object.entries<Json>(content).filter(([type]) => type !== 'application/json');
        for (const [type, { schema, example }] of files) {
          const place = `${operation.operationId} ${status} ${type}`;
          assert.notEqual(description, STATUS_CODES[status], place);
          assert.ok(schema.format === 'binary' || example !== undefined, place);
        }
      }
    }
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

  it('declares Prefer beside each JSON body, and amounts as decimals', () => {
    for (const { operation } of operations) {
      const isDeclared = (operation.parameters ?? []).some(({ name }: Json) => name === 'Prefer');
      const takesJson = operation.requestBody?.content['application/json'] !== undefined;
      assert.equal(isDeclared, takesJson, operation.operationId);
    }
    for (const name of ['Order', 'NewOrderLine', 'NewPrice', 'Refund', 'Cart', 'Product']) {
      const numbers: string[] = [];
      JSON.stringify(named[name], (key, value) => {
        if ([value?.type].flat().includes('number')) numbers.push(value.format ?? key);
        return value;
      });
      assert.deepEqual([...new Set(numbers)], ['decimal'], name);
    }
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
