import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import { createKey } from '../server/modules/access/keys/keys.ts';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const MANY = 320;
/** The list is read page by page; its columns have their widths once it is whole. The tenant has a key of its own. */
const WHOLE = `${MANY + 1} keys`;

await test.db.inTenant(tenant.id, async (tx) => {
  for (let n = 1; n <= MANY; n++) {
    // Sorted by number; the first key is at the end of the list.
    await createKey(tx, OPERATOR, new Date(Date.UTC(2026, 0, 1) + n * 1000), {
      label: `Key ${n}`,
      scopes: ['read:crm'],
    });
  }
});

describe('the columns of a list', () => {
  it('are resized by mouse and by keyboard, stay so after a reload, and are given back', async () => {
    const page = await dashboard.openAs('admin', '/developers/keys', { width: 1440 });
    await page.getByText(WHOLE).waitFor();
    const head = page.locator('th[data-header="Scopes"]');
    const widthOf = async () => Math.round((await head.boundingBox())!.width);
    const before = await widthOf();
    const handle = page.getByRole('separator', { name: 'Width of Scopes' });
    const { x, y, width, height } = (await handle.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 90, y + height / 2, { steps: 3 });
    await page.mouse.up();
    assert.ok(Math.abs((await widthOf()) - (before + 90)) <= 2, `${before} became ${await widthOf()}`);
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    const after = await widthOf();
    assert.ok(Math.abs(after - (before + 74)) <= 2, `${before} became ${after}`);
    await page.reload();
    await page.getByText(WHOLE).waitFor();
    assert.equal(await widthOf(), after);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Show the usual columns' }).click();
    assert.equal(await widthOf(), before);
  });
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
