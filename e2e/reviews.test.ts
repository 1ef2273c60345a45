import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test } = dashboard;

it('an entry of a reviewed type is published after another person has approved it, in the dashboard', async () => {
  const admin = await dashboard.tenant.staff('admin');
  const writer = await dashboard.tenant.staff('editor');
  const ask = async (token: string, method: string, path: string, body: object) => {
    const answer = await test.call(method, `/v1/content${path}`, { token, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  await ask(admin, 'PUT', '/types/recall', {
    title: 'Recall',
    fields: [{ name: 'title', kind: 'text', required: true, label: 'Headline' }],
    review: true,
  });
  const { id } = await ask(writer, 'POST', '/entries', {
    type: 'recall',
    fields: { title: 'استدعاء دفعة من الشاي الأخضر بسبب خطأ في الملصق' },
  });
  await ask(writer, 'POST', `/entries/${id}/review`, {
    note: 'The number of the batch is from the supplier.',
  });
  const page = await dashboard.openAs('editor', `/content/${id}`);
  const panel = page.getByRole('region', { name: 'Review' });
  await panel.getByText('Waits for its review').waitFor();
  await panel.getByText('The number of the batch is from the supplier.').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Review of version 1' });
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await panel.getByRole('button', { name: 'Review …', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Ask for changes' }).click();
  await note.fill('Ask the supplier');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Ask the supplier'));
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await panel.getByRole('button', { name: 'Review …', exact: true }).click();
  await dialog.getByText('Restored what you had typed.').waitFor();
  assert.equal(await note.inputValue(), 'Ask the supplier');
  await dialog.getByRole('button', { name: 'Ask for changes' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const refusal = page.getByRole('alert').filter({ hasText: /waits for its review/ });
  await refusal.waitFor();
  await panel.getByRole('button', { name: 'Review …', exact: true }).click();
  await note.fill('Checked with the supplier');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await panel.getByText('Approved', { exact: true }).waitFor();
  await refusal.waitFor({ state: 'detached' });
  await assertGoodLooks(page, 'reviews');
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await page.getByText('Published', { exact: true }).first().waitFor();
});
