import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const token = tenant.key;

it('Enter opens the order whose number was typed, and the palette stays in its place', async () => {
  const customerId = await tenant.customer();
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  for (const orderNumber of ['77008', 'IMP-77008']) {
    const body = { customerId, items, orderNumber };
    assert.equal((await test.call('POST', '/v1/crm/orders', { token, body })).status, 201);
  }
  const found = async () => (await test.call('GET', '/v1/search?q=77008', { token })).body.data.length;
  while ((await found()) < 2) await sleep(50);
  const page = await dashboard.openAs('viewer', '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const input = page.getByLabel('Search or jump to');
  await input.waitFor();
  const top = async () => Math.round((await input.boundingBox())!.y);
  const before = await top();
  await input.pressSequentially('77008');
  await page.getByRole('button', { name: /IMP-77008/ }).waitFor();
  assert.equal(await top(), before);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Order 77008' }).waitFor();
});
