/** Every parameter of every query that takes one value, given twice: generated from the routes themselves. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const owner = await tenant.staff('owner');
const document = (await test.call('GET', '/v1/openapi.json')).body;

type Operation = {
  parameters?: { in: string; name: string; schema: { anyOf?: unknown } }[];
  security?: unknown[];
};
const cases = Object.entries(document.paths as Record<string, { get?: Operation }>).flatMap(
  ([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.schema.anyOf === undefined)
      .map(({ name }) => ({ path, name })),
);

it('a parameter that is given twice gets 422, which names it', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const { path, name } of cases.filter(({ path }) => !path.startsWith('/v1/storefront/'))) {
    const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
    const { status, body } = await test.call('GET', `${url}?${name}=1&${name}=2`, { token: owner });
    const problem = body?.error?.details?.find?.((one: { path: string }) => one.path === name);
    tried += 1;
    if (status !== 422 || problem?.code !== 'not_unique') wrong.push(`${path} ${name}: ${status}`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(tried > 100, String(tried));
});

it('the same holds for shoppers, also for filters by option', async () => {
  const { bearers } = await openShop(test, tenant);
  for (const name of ['tag', 'option.Size']) {
    const url = `/v1/storefront/products?${name}=a&${name}=b`;
    const { status, body } = await test.call('GET', url, { token: bearers.publishable });
    assert.deepEqual(
      [status, body.error.details],
      [422, [{ path: name, code: 'not_unique', message: 'is given more than once; give it once' }]],
    );
  }
});

it('a parameter that takes a list takes it', async () => {
  const url = '/v1/crm/orders?status=placed&status=delivered';
  assert.equal((await test.call('GET', url, { token: owner })).status, 200);
  const wrong = await test.call('GET', '/v1/crm/orders?status=placed&status=lost', { token: owner });
  assert.equal(wrong.body.error.details[0].code, 'not_allowed');
});
