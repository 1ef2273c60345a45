/** The installed package in a browser: bundled as a shop would bundle it, on a page of another origin. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { build } from 'vite';
import { installPackage } from '../sdk/testing/installed.ts';
import { createDemo } from '../server/commands/demo/demo.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { useApp } from '../server/testing.ts';
import { launchChromium } from './chromium.ts';

const MOST_BYTES = 16_000;
const test = await useApp();
const demo = await createDemo(test.kernel);
const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
const { key } = await fillDemoShop(test.app, demo, url);

/** Buys the first tea, with each token where it belongs. */
const PAGE = `
import { ApiError, createStorefront } from '@colonnade/sdk/storefront';

globalThis.buy = async ({ baseUrl, key }) => {
  let cartToken = null;
  const shop = createStorefront({ baseUrl, key, cartToken: () => cartToken });
  const { data: [listed] } = await shop.listStorefrontProducts({ query: { q: 'sencha' } });
  const { data: product } = await shop.getStorefrontProduct({ path: { handle: listed.handle } });
  const lines = [{ variantId: product.variants[0].id, quantity: 1 }];
  cartToken = (await shop.createStorefrontCart({ body: { lines } })).data.token;
  await shop.addStorefrontCartLines({ body: { lines } });
  await shop.startStorefrontCheckout();
  const address = { name: 'Ada', line1: '1 Agora', postalCode: '10115', city: 'Berlin', country: 'DE' };
  const contact = { email: 'ada@example.com' };
  const { data: addressed } = await shop.updateStorefrontCheckout({ body: { contact, shippingAddress: address } });
  const body = { shippingOptionId: addressed.options[0].id };
  const { data: checkout } = await shop.updateStorefrontCheckout({ body });
  const { data } = await shop.completeStorefrontCheckout({ body: { expectedTotal: checkout.totals.total } });
  const refusal = await shop.getStorefrontProduct({ path: { handle: 'no-such-tea' } }).catch((error) => error);
  return { orderNumber: data.order.orderNumber, isOurs: refusal instanceof ApiError, code: refusal.code };
};
`;

it('the storefront part of the package buys in a browser, from another origin', async (t) => {
  const { folder, write } = await installPackage();
  write('page.js', PAGE);
  await build({
    ...{ root: folder, logLevel: 'silent', configFile: false },
    build: { lib: { entry: 'page.js', formats: ['es'], fileName: 'page' }, outDir: 'out', minify: true },
  });
  const out = (name: string) => join(folder, 'out', name);
  // The code that a page loads at first; a part for files and forms is loaded by the first call that needs it.
  const files = readdirSync(out('')).filter((name) => name.endsWith('.js') && !name.startsWith('forms'));
  const bytes = files.reduce((sum, name) => sum + statSync(out(name)).size, 0);
  t.diagnostic(`${bytes} bytes, minified, in ${files.join()}`);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  const server = createServer((request, response) => {
    const isScript = request.url!.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? readFileSync(out(request.url!)) : '<script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => t.diagnostic(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'buy' in globalThis);
  const bought = await page.evaluate(
    (input) => (globalThis as unknown as { buy(input: object): Promise<Record<string, unknown>> }).buy(input),
    { baseUrl: url, key },
  );
  assert.deepEqual([bought.isOurs, bought.code], [true, 'not_found']);
  const { body } = await test.call('GET', '/v1/crm/orders?channel=storefront&limit=1', { token: demo.key });
  assert.equal(body.data[0].orderNumber, bought.orderNumber);
});
