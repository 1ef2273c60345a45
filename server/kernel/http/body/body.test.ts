import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { findExcess, MAX_KEYS, MAX_VALUES } from './excess.ts';

const KIB = 1024;
const test = await useApp();
const tenant = await newTenant(test);
const owner = await tenant.staff('owner');

const problemOf = (text: string) => findExcess(Buffer.from(text))?.code;
const listOf = (count: number, value: string) => `[${Array(count).fill(value).join(' , ')}]`;

describe('a body of a public route, or of one that proves an identity,', () => {
  const routes = test.app.routeList.filter(
    ({ method, url, needs }) => method !== 'GET' && (needs.public || url.startsWith('/v1/auth/')),
  );

  it('has at most 16 KiB, on every route', async () => {
    assert.ok(routes.length > 10);
    for (const { method, url } of routes) {
      const path = url.replace(/:\w+/g, crypto.randomUUID());
      const ask = (length: number) =>
        test.call(method, path, { token: owner, body: `{${' '.repeat(length - 2)}}` });
      const answer = await ask(16 * KIB + 1);
      assert.equal(answer.status, 413, `${method} ${url}: ${answer.text}`);
      assert.equal(answer.body.error.message, 'The body is larger than 16 KiB.');
    }
    const email = { email: 'a@example.com', password: 'x' };
    const body = JSON.stringify(email).padEnd(16 * KIB);
    assert.equal((await test.call('POST', '/v1/auth/sign-in', { body })).status, 401);
  });
});

describe('a large body is refused before it is parsed', () => {
  const refused = async (body: string) => {
    const answer = await test.call('POST', '/v1/crm/customers', { token: tenant.key, body });
    assert.equal(answer.status, 422, answer.text);
    return answer.body.error.details.map(({ code, message }: Record<string, string>) => [code, message]);
  };

  it('when it is nested without end', async () => {
    const message = 'must not be nested more than 64 levels deep';
    // Without its end it is not JSON, which only a parser would notice.
    for (const body of ['['.repeat(520_000), '{"a":'.repeat(170_000)]) {
      assert.deepEqual(await refused(body), [['too_deep', message]]);
    }
  });

  it('when it has too many values', async () => {
    const message = 'must have at most 300,000 values altogether';
    for (const value of ['{}', '1', '""']) {
      assert.deepEqual(await refused(`[${`${value},`.repeat(MAX_VALUES)}`), [['too_many', message]]);
    }
  });

  it('when it has too many different keys; one that returns counts once', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, nth) => `"key${nth}" : 1`).join();
    const message = 'must have at most 20,000 different keys altogether';
    assert.deepEqual(await refused(`{${keys(1.1 * MAX_KEYS)}`), [['too_many', message]]);
    assert.equal(problemOf(`{${keys(MAX_KEYS)}}`), undefined);
    assert.equal(problemOf(listOf(100, `{${keys(1_000)}}`)), undefined);
  });

  it('and every value counts once, whatever its text contains', () => {
    for (const value of ['{ }', '[]', '1', 'null', String.raw`"a\"[,{\\"`, '"[[,,{{"']) {
      assert.equal(problemOf(listOf(MAX_VALUES - 1, value)), undefined, value);
      assert.equal(problemOf(listOf(MAX_VALUES, value)), 'too_many', value);
    }
    assert.equal(problemOf(listOf(MAX_VALUES / 2 - 1, '{"a":1}')), undefined);
    assert.equal(problemOf(listOf(MAX_VALUES / 2, '{"a":1}')), 'too_many');
  });

  it('but not with the most orders and lines that bulk allows, with every field', () => {
    const schema = test.app.routeList.find(({ url }) => url === '/v1/crm/orders/bulk')!.schema.body;
    // biome-ignore lint/suspicious/noExplicitAny: a schema is walked as the plain data it is
    const order = (schema as any).properties.orders.items.properties;
    const fieldsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
    const address = fieldsOf(Array.from({ length: 30 }, (_, nth) => `a${nth}`));
    const items = Array(20).fill(fieldsOf(Object.keys(order.items.items.properties)));
    const full = {
      ...fieldsOf(Object.keys(order)),
      items,
      shippingAddress: address,
      billingAddress: address,
    };
    assert.equal(
      problemOf(JSON.stringify({ errorPolicy: 'reject_all', orders: Array(1_000).fill(full) })),
      undefined,
    );
  });
});
