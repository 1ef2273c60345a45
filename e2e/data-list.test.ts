import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import { createKey } from '../server/modules/access/keys.ts';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const MANY = 320;

await test.db.inTenant(tenant.id, async (tx) => {
  for (let n = 1; n <= MANY; n++) {
    // Sorted by number; the first key is at the end of the list.
    await createKey(tx, OPERATOR, new Date(Date.UTC(2026, 0, 1) + n * 1000), {
      label: `Key ${n}`,
      scopes: ['read:crm'],
    });
  }
});

describe('a long list', () => {
  it('loads more rows on scrolling, and renders only the visible ones', async () => {
    const page = await dashboard.openAs('admin', '/developers/keys');
    await page.getByText(`Key ${MANY}`, { exact: true }).waitFor();
    const rows = page.locator('tbody tr[data-index]');
    const last = page.getByText('Key 1', { exact: true });
    for (let tries = 0; tries < 60 && (await last.count()) === 0; tries++) {
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(100);
    }
    await last.waitFor();
    assert.ok((await rows.count()) < 120, `${await rows.count()} rows of ${MANY}`);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText(`Key ${MANY}`, { exact: true }).waitFor();
    assert.ok((await rows.count()) < 120);
  });
});
