import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible, type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const token = tenant.key;

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const post = async (path: string, body: object) => (await test.call('POST', path, { token, body })).body.data;
const customerNow = async (id: string) =>
  (await test.call('GET', `/v1/crm/customers/${id}`, { token })).body.data;
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

describe('a customer', () => {
  it('is created in an empty tenant, then edited, with tags and an address', async () => {
    const page = await dashboard.openAs('editor', '/customers');
    await page.getByText('No customers yet').waitFor();
    await button(page, 'Create customer').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ada Lovelace');
    await dialog.getByLabel('E-mails').fill('ada@example');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.locator('[data-path=emails][aria-invalid=true]').waitFor();
    await dialog.getByLabel('E-mails').press('Backspace');
    await dialog.getByLabel('E-mails').fill('Ada@Engine.example, ada@home.example');
    await dialog.getByText('Ada@Engine.example', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await heading(page, 'Ada Lovelace');

    await button(page, 'Edit').click();
    await dialog.getByLabel('Tags').fill('vip, press');
    await button(page, 'Add address').click();
    await dialog.getByLabel('Street and number').fill('12 St James Square');
    await dialog.getByLabel('City').fill('London');
    await button(page, 'Save customer').click();
    await page.getByText('12 St James Square').waitFor();
    const { emails, tags, addresses } = await customerNow(idOf(page));
    assert.deepEqual(emails, ['ada@engine.example', 'ada@home.example']);
    assert.deepEqual(tags, ['press', 'vip']);
    assert.deepEqual(addresses, [
      {
        label: null,
        defaultShipping: true,
        defaultBilling: true,
        address: { line1: '12 St James Square', city: 'London' },
      },
    ]);
    await page.getByRole('link', { name: 'vip' }).click();
    await page
      .getByRole('table', { name: 'Customers' })
      .getByRole('link', { name: 'Ada Lovelace' })
      .waitFor();
    assert.equal(new URL(page.url()).search, '?tag=vip');
  });

  it('has one timeline of the record and all orders, its notes with their marks, and totals in the list', async () => {
    const { id } = await post('/v1/crm/customers', { name: 'Hedy Lamarr', emails: ['hedy@radio.example'] });
    await test.call('PATCH', `/v1/crm/customers/${id}`, {
      token,
      body: { notes: 'Likes **tea**\n- no calls, 2 * 3 times' },
    });
    const items = [{ sku: 'HOP', name: 'Frequency hopper', unitPrice: 1234567.5 }];
    const order = await post('/v1/crm/orders', { customerId: id, orderNumber: 'HL-1', items });
    await post(`/v1/crm/orders/${order.id}/comments`, { text: 'Call first' });
    const page = await dashboard.openAs('viewer', `/customers/${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Call first').waitFor();
    const told = await timeline.locator('.mantine-Timeline-itemTitle').allTextContents();
    assert.deepEqual(told, [
      'Comment on HL-1',
      'Order HL-1 placed, $1,234,567.50',
      'Changed: notes',
      'Customer created',
    ]);
    await page.locator('strong', { hasText: 'tea' }).waitFor();
    assert.equal(await page.getByText('**').count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    const total = page.getByRole('row', { name: /HL-1/ }).getByText('$1,234,567.50');
    const { x, width } = (await total.boundingBox())!;
    assert.ok(x >= 0 && x + width <= 390, 'the total is in sight on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/customers');
    const row = page.getByRole('row', { name: /Hedy Lamarr/ });
    await row.getByText('$1,234,567.50').waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await timeline.waitFor({ state: 'detached' });
  });

  it('that a colleague saved first is not overwritten unseen', async () => {
    const { id } = await post('/v1/crm/customers', { name: 'Mary' });
    const page = await dashboard.openAs('editor', `/customers/${id}`);
    await button(page, 'Edit').click();
    await page.getByRole('dialog').getByLabel('Notes').fill('Mine');
    await test.call('PATCH', `/v1/crm/customers/${id}`, { token, body: { name: 'Mary Somerville' } });
    await button(page, 'Save customer').click();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved first' });
    await notice.getByText('Mary Somerville').waitFor();
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Mary Somerville');
    await button(page, 'Save customer').click();
    await heading(page, 'Mary Somerville');
    assert.equal((await customerNow(id)).notes, null);
  });

  it('is merged with a duplicate after a preview of the result', async () => {
    const survivor = await post('/v1/crm/customers', {
      name: 'Grace Hopper',
      emails: ['grace@navy.example'],
    });
    const other = await post('/v1/crm/customers', { name: 'G. Hopper', emails: ['g@cobol.example'] });
    await post('/v1/crm/orders', {
      customerId: other.id,
      orderNumber: 'H-1',
      items: [{ sku: 'BUG', name: 'Moth' }],
    });
    const page = await dashboard.openAs('editor', `/customers/${survivor.id}`, { isPhone: true });
    await page.getByText('No orders yet').waitFor();
    await button(page, 'More actions').tap();
    await page.getByRole('menuitem', { name: 'Merge a duplicate …' }).tap();
    await button(page, 'Merge').tap();
    await page.getByText('Choose the duplicate first').waitFor();
    await page.getByLabel('The duplicate').first().fill('G. Hop');
    const option = page.getByRole('option', { name: /^G\. Hopper/ });
    await option.waitFor();
    const frames = await page.evaluate(async () => {
      let shown = 0;
      for (let frame = 0; frame < 20; frame++) {
        await new Promise(requestAnimationFrame);
        if (document.querySelector('[role=option]')?.checkVisibility()) shown++;
      }
      return shown;
    });
    assert.equal(frames, 20, 'the options do not flicker');
    await option.tap();
    const table = page.locator('table[aria-label="What will be kept"]');
    const kept = table.getByText('grace@navy.example, g@cobol.example');
    await kept.waitFor();
    assert.ok((await kept.boundingBox())!.width > 150, 'a value has room');
    await button(page, 'Merge').tap();
    await page.getByRole('link', { name: 'H-1' }).first().waitFor();
    assert.deepEqual((await customerNow(other.id)).id, survivor.id);
  });

  it('is archived, restored, and erased by an admin after a warning', async () => {
    const { id } = await post('/v1/crm/customers', {
      name: 'Alan Turing',
      emails: ['alan@bletchley.example'],
    });
    const page = await dashboard.openAs('admin', `/customers/${id}`);
    const choose = async (name: string) => {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Archive');
    await page.getByText('Hidden from the list').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('Hidden from the list').waitFor({ state: 'hidden' });
    await choose('Archive');
    await page.getByText('Hidden from the list').waitFor();
    await choose('Bring back from the archive');
    await page.getByText('Hidden from the list').waitFor({ state: 'hidden' });
    await choose('Erase personal data …');
    await page.getByText('There is no way back.').waitFor();
    await page.getByRole('textbox', { name: 'Type “Alan Turing” to go on' }).fill('Alan Turing');
    await button(page, 'Erase for good').click();
    await page.getByText('Everything personal is gone for good.').waitFor();
    assert.equal(await button(page, 'Edit').count(), 0);
    assert.deepEqual((await customerNow(id)).emails, []);
  });

  it('is erased only by an admin, and is read-only for a viewer', async () => {
    const { id } = await post('/v1/crm/customers', { name: 'Annie Easley' });
    const editor = await dashboard.openAs('editor', `/customers/${id}`);
    await button(editor, 'More actions').click();
    await editor.getByRole('menuitem', { name: 'Archive' }).waitFor();
    assert.equal(await editor.getByRole('menuitem', { name: /Erase/ }).count(), 0);
    const viewer = await dashboard.openAs('viewer', `/customers/${id}`, { width: 360 });
    await viewer.getByText('No orders yet').waitFor();
    assert.equal(await viewer.locator('#content').getByRole('button').count(), 0);
  });
});

it('selected customers are tagged and archived, each with a message of how many that takes it back', async () => {
  const made: { id: string }[] = [];
  for (const name of ['Ann of the bulk', 'Bob of the bulk'])
    made.push(await post('/v1/crm/customers', { name, tags: name.startsWith('Ann') ? ['old'] : [] }));
  const now = () => Promise.all(made.map(({ id }) => customerNow(id)));
  const page = await dashboard.openAs('editor', '/customers?q=of the bulk');
  const select = async () => {
    await page.getByRole('row', { name: /Bob of the bulk/ }).waitFor();
    await page.getByLabel('Select all loaded rows').click();
  };
  const takeBack = async (message: string) => {
    await button(page, 'Undo').click();
    await page.getByText(message).waitFor({ state: 'detached' });
  };
  await select();
  await button(page, 'Add tag').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tag').fill('vip');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await page.getByText('2 customers tagged “vip”').waitFor();
  assert.deepEqual(
    (await now()).map(({ tags }) => tags.join()),
    ['old,vip', 'vip'],
  );
  await takeBack('2 customers tagged “vip”');
  assert.deepEqual(
    (await now()).map(({ tags }) => tags.join()),
    ['old', ''],
  );
  await select();
  await button(page, 'Archive').click();
  await button(page, 'Archive 2 customers').click();
  await page.getByText('2 customers archived').waitFor();
  await takeBack('2 customers archived');
  assert.deepEqual(
    (await now()).map(({ archivedAt }) => archivedAt),
    [null, null],
  );
});

it('customers are sorted by a click on a head: names upwards, last orders downwards', async () => {
  for (const name of ['zoe of the list', 'Adam of the list', 'Émile of the list']) {
    const { id } = await post('/v1/crm/customers', { name });
    if (name.startsWith('zoe'))
      await post('/v1/crm/orders', { customerId: id, items: [{ sku: 'TEA', name: 'Tea' }] });
  }
  const page = await dashboard.openAs('viewer', '/customers?q=of the list', { width: 1440 });
  const names = async () => (await page.locator('tbody tr[data-index]').allTextContents()).join();
  await page.getByRole('row', { name: /Adam of the list/ }).waitFor();
  await button(page, 'Name').click();
  await page.waitForFunction(
    () => document.querySelector('tbody tr[data-index="0"]')?.textContent?.startsWith('Adam') === true,
  );
  assert.match(await names(), /Adam.*Émile.*zoe/);
  await button(page, 'Last order').click();
  await page.getByRole('row', { name: /Adam of the list/ }).waitFor({ state: 'detached' });
  await page.getByText('with orders, by the last one, newest first').waitFor();
  assert.match(await names(), /^zoe/);
  await button(page, 'Spent').click();
  await page.getByText('with orders in USD, most spent first').waitFor();
  await page.getByRole('row', { name: /zoe of the list/ }).waitFor();
  await page.getByRole('row', { name: /Adam of the list/ }).waitFor({ state: 'detached' });
  await button(page, 'Spent').click();
  await page.getByText('with orders in USD, least spent first').waitFor();
});

describe('the addresses of a new order', () => {
  const home = (line1: string, more: object = {}) => ({ address: { line1, city: 'Berlin' }, ...more });
  let olga: { id: string };
  before(async () => {
    const flags = { defaultShipping: true, defaultBilling: true };
    const addresses = [home('Olgaweg 1', flags), home('Olgaweg 9')];
    olga = await post('/v1/crm/customers', { name: 'Olga Eins', addresses });
    await post('/v1/crm/customers', { name: 'Paul Zwei', addresses: [home('Paulstr. 2')] });
    await post('/v1/crm/customers', { name: 'Quin Drei' });
  });
  const choose = async (page: Page, name: string) => {
    const who = page.getByRole('combobox', { name: 'Who orders' });
    await who.click();
    await who.fill(name);
    await page.getByRole('option', { name }).click();
  };
  const street = (page: Page) => page.getByLabel('Street and number');
  const waitForStreet = (page: Page, line1: string) =>
    street(page)
      .and(page.locator(`[value="${line1}"]`))
      .waitFor();
  const placed = async (page: Page) => {
    await button(page, 'Place order').click();
    await page.getByText('The order is placed').first().waitFor();
    const { data } = (await test.call('GET', `/v1/crm/orders/${idOf(page)}`, { token })).body;
    return [data.shippingAddress?.line1, data.billingAddress?.line1];
  };

  it('are those of the customer who was chosen last, also a single one that is no default', async () => {
    const page = await dashboard.openAs('editor', `/orders/new?customer=${olga.id}`);
    const line = page.getByRole('group', { name: 'Line 1' });
    await line.getByLabel('SKU').fill('TEA');
    await line.getByLabel('Name').fill('Tea');
    for (const [name, line1] of [
      ['Quin Drei', ''],
      ['Olga Eins', 'Olgaweg 1'],
      // Chosen once more, nobody is chosen.
      ['Olga Eins', ''],
      ['Paul Zwei', 'Paulstr. 2'],
    ] as const) {
      await choose(page, name);
      await waitForStreet(page, line1);
    }
    assert.deepEqual(await placed(page), ['Paulstr. 2', 'Paulstr. 2']);
    const items = [{ sku: 'TEA', name: 'Tea' }];
    const { address } = home('Olgaweg 1');
    const body = { customerId: olga.id, items, shippingAddress: address, billingAddress: address };
    await page.goto(`/orders/new?copy=${(await post('/v1/crm/orders', body)).id}`);
    await waitForStreet(page, 'Olgaweg 1');
    await choose(page, 'Quin Drei');
    await waitForStreet(page, '');
    assert.deepEqual(await placed(page), [undefined, undefined]);
  });

  it('that were typed stay, and the form says for whom', async () => {
    const page = await dashboard.openAs('editor', `/orders/new?customer=${olga.id}`);
    await street(page).fill('Neue Str. 5');
    await choose(page, 'Paul Zwei');
    const notice = page.getByRole('status').filter({ hasText: 'You typed this address' });
    await notice.getByText('for Olga Eins, and the order goes to Paul Zwei now.').waitFor();
    assert.equal(await street(page).inputValue(), 'Neue Str. 5');
    await assertAccessible(page);
    await choose(page, 'Olga Eins');
    await notice.waitFor({ state: 'hidden' });
    await choose(page, 'Paul Zwei');
    await button(page, 'Use the address of the customer').click();
    await waitForStreet(page, 'Paulstr. 2');
    await notice.waitFor({ state: 'hidden' });
  });
});
