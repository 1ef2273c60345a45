/** The storefront part of the SDK, and the samples of docs/storefront.md, against the real server and the demo's shop. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createDemo } from '../server/commands/demo/demo.ts';
import { findDemoShop } from '../server/commands/demo/found.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { useApp } from '../server/testing.ts';
import { ApiError, createStorefront } from './storefront.ts';
import { STOREFRONT_ROUTES } from './storefront-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'colonnade-samples-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'index.html'), '');
const test = await useApp({}, undefined, null, { folder, findShop: findDemoShop });
const demo = await createDemo(test.kernel);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const URL = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const { key } = await fillDemoShop(test.app, demo, URL);

const page = readFileSync(join(import.meta.dirname, '../docs/storefront.md'), 'utf8');
const samples = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!);
const run = promisify(execFile);

const orders = async () => {
  const { body } = await test.call('GET', '/v1/crm/orders?channel=storefront', { token: demo.key });
  return body.data as { orderNumber: string; total: number }[];
};

describe('the page "Build your own shop"', () => {
  it('places an order with its curl commands as they stand', async () => {
    const before = (await orders()).length;
    const script = `set -e\n${samples('sh').join('\necho\n')}`;
    const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, URL } });
    const answers = stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.map(({ success }) => success),
      [true, true, true, true],
    );
    const [products, checkout, done, order] = answers;
    assert.equal(products.data[0].title, 'Sencha of spring');
    assert.equal(checkout.data.state, 'open');
    assert.deepEqual([done.data.state, done.data.order.total], ['completed', 38.72]);
    assert.equal(order.data.orderNumber, done.data.order.orderNumber);
    assert.equal((await orders()).length, before + 1);
  });

  it('places an order with its script for the SDK', async () => {
    const [script, ...more] = samples('ts');
    assert.deepEqual(more, []);
    const path = join(folder, 'sample.ts');
    writeFileSync(path, script!.replace("'./sdk/", `'${import.meta.dirname}/`));
    const { stdout } = await run(process.execPath, [path], { env: { ...process.env, URL, KEY: key } });
    const [newest] = await orders();
    assert.equal(stdout, `Order ${newest!.orderNumber}: 38.72 EUR\n`);
  });
});

describe('the client of the storefront', () => {
  it('has the storefront operations and no others', () => {
    for (const { route } of Object.values(STOREFRONT_ROUTES))
      assert.match(route, /^[A-Z]+ \/v1\/storefront\//);
    const shop = createStorefront({ baseUrl: URL, key });
    assert.deepEqual(Object.keys(shop), Object.keys(STOREFRONT_ROUTES));
  });

  it('sends the key to browse, and the token of the cart for the cart', async () => {
    const sent: string[] = [];
    const shop = createStorefront({
      ...{ baseUrl: URL, key, cartToken: () => 'ct_wrong' },
      fetch: (url, init) => {
        sent.push(new Headers(init.headers).get('authorization')!);
        return fetch(url, init);
      },
    });
    await shop.getStorefrontShop();
    await assert.rejects(
      shop.getStorefrontCart(),
      (error) => error instanceof ApiError && error.status === 401,
    );
    assert.deepEqual(sent, [`Bearer ${key}`, 'Bearer ct_wrong']);
  });

  it('filters by option, and returns details of an error', async () => {
    const shop = createStorefront({ baseUrl: URL, key });
    const query = { 'option.Colour': 'Rose', available: 'true' } as object;
    assert.deepEqual((await shop.listStorefrontProducts({ query })).data, []);
    const lines = [{ sku: 'NO-SUCH-TEA', quantity: 1 }];
    await assert.rejects(shop.createStorefrontCart({ body: { lines } }), (error) => {
      assert.ok(error instanceof ApiError && error.status < 500);
      return true;
    });
  });
});
