import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';
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
  const markOf = (window: Page, text: string) =>
    window.getByRole('heading', { level: 1 }).locator('..').getByText(text, { exact: true }).waitFor();
  const stepOf = (window: Page, name: string) =>
    window.locator('[data-page-actions]').getByRole('button', { name, exact: true });

  const author = await dashboard.openAs('editor', `/content/${id}`);
  await markOf(author, 'Draft');
  await author.getByRole('button', { name: 'Schedule', exact: true }).click();
  await author.getByRole('button', { name: 'Publish at' }).click();
  await author.getByRole('button', { name: 'In an hour' }).click();
  await author.keyboard.press('Escape');
  await author.getByRole('button', { name: 'Save schedule' }).click();
  const refused = author.getByRole('dialog').getByRole('alert');
  await refused.getByText('version 1 has none.').waitFor();
  assert.doesNotMatch((await refused.textContent())!, /\/v1\//, 'a person has a screen, not a request');
  await author.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await author.getByLabel('Headline').fill('استدعاء دفعة من الشاي الأخضر بسبب خطأ');
  await stepOf(author, 'Ask for a review').click();
  const request = author.getByRole('dialog', { name: 'Ask for a review' });
  await request.getByRole('textbox', { name: 'Note' }).fill('The number of the batch is from the supplier.');
  await request.getByRole('button', { name: 'Ask for a review' }).click();
  await markOf(author, 'In review');
  assert.ok(await stepOf(author, 'In review').isDisabled(), 'its author waits');

  const page = await dashboard.openAs('editor', `/content/${id}`);
  const panel = page.getByRole('region', { name: 'Review' });
  await markOf(page, 'In review');
  await panel.getByText('The number of the batch is from the supplier.').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Review of version 2' });
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await stepOf(page, 'Review').click();
  await dialog.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Ask for changes' }).click();
  await note.fill('Ask the supplier');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Ask the supplier'));
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await stepOf(page, 'Review').click();
  await dialog.getByText('Restored what you had typed.').waitFor();
  assert.equal(await note.inputValue(), 'Ask the supplier');
  await dialog.getByRole('button', { name: 'Ask for changes' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await stepOf(page, 'Review').click();
  await note.fill('Checked with the supplier');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await markOf(page, 'Approved');
  await stepOf(page, 'Publish').waitFor();

  // Changes are asked for elsewhere, and this page does not know yet.
  const path = `/v1/content/entries/${id}/review`;
  const { body: known } = await test.call('GET', path, { token: admin });
  await page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: known }) : route.continue(),
  );
  await ask(admin, 'PUT', `/entries/${id}/review`, {
    ...{ version: 2, decision: 'request_changes', note: 'Not before Monday' },
  });
  await stepOf(page, 'Publish').click();
  const refusal = page.getByRole('alert').filter({ hasText: /asks for changes/ });
  await refusal.waitFor();
  await page.unroute(`**${path}`);
  await stepOf(page, 'Ask for a review').waitFor();
  await panel.getByRole('button', { name: 'Review …', exact: true }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await markOf(page, 'Approved');
  await refusal.waitFor({ state: 'detached' });
  await assertGoodLooks(page, 'reviews');
  await stepOf(page, 'Publish').click();
  await markOf(page, 'Published');

  await ask(writer, 'PATCH', `/entries/${id}`, { fields: { title: 'Recall of a batch' } });
  await ask(writer, 'POST', `/entries/${id}/review`, {});
  await page.goto('/content');
  await page
    .getByRole('row', { name: /Recall of a batch/ })
    .getByText('Published, changes in review')
    .last()
    .waitFor();
});
