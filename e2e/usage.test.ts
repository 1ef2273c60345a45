import { describe, it } from 'node:test';
import { connectAsOwner } from '../server/kernel/db/migrate.ts';
import { setQuota } from '../server/kernel/usage.ts';
import { CUSTOMERS } from '../server/modules/crm/settings.ts';
import { useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;

describe('the usage of a tenant', () => {
  it('is shown beside its quotas, also at a full quota or without a limit', async () => {
    await tenant.customer();
    await tenant.customer();
    const owner = await connectAsOwner(test.database);
    await setQuota(owner, tenant.id, CUSTOMERS, 2).finally(() => owner.end());
    const page = await dashboard.openAs('viewer', '/settings/usage');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.getByRole('progressbar', { name: 'Customers: 2 of 2' }).waitFor();
    await page.getByText('0 bytes of 10 GiB').waitFor();
    await page.getByText('0, no limit').waitFor();
    await assertGoodLooks(page, 'usage');
  });
});
