import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { openInbox } from '../server/modules/webhooks/testing/receiver.ts';
import { httpReceiver } from '../server/modules/webhooks/testing/receivers.ts';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;

let made = 0;
const addRedirect = () =>
  test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: `/old-${++made}`, to: '/new' } });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

async function subscribe(page: Page, name: string, url: string): Promise<string> {
  await page.goto('/webhooks/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Address').fill(url);
  await page.getByRole('checkbox', { name: 'redirect.added' }).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await heading(page, 'Subscribed');
  return (await page.getByTestId('secret').textContent())!;
}

/** Creates a subscription with its receiver, and opens its screen. */
async function subscribed(t: TestContext, name: string) {
  const inbox = await openInbox(t);
  const page = await dashboard.openAs('admin', '/webhooks');
  inbox.secret = await subscribe(page, name, inbox.url);
  await page.getByRole('link', { name: 'I have copied it' }).click();
  await heading(page, name);
  return { inbox, page };
}

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('webhooks', () => {
  it('deliver an event to a new subscription, show the delivery and send it again', async (t) => {
    const inbox = await openInbox(t);
    const page = await dashboard.openAs('admin', '/webhooks');
    await heading(page, 'Webhooks');
    inbox.secret = await subscribe(page, 'Website', inbox.url);
    assert.match(inbox.secret, /^whsec_/);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await heading(page, 'Website');
    await page.getByText('Nothing yet.').waitFor();

    await addRedirect();
    const [receipt] = await inbox.arrived(1);
    assert.ok(receipt!.verified, 'signed with the secret that was shown');
    const row = page.getByRole('link', { name: 'redirect.added' }).first();
    await row.waitFor();
    await page.getByText('100 % delivered').waitFor();
    await row.click();
    await heading(page, 'redirect.added');
    await page.getByText('HTTP 200').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    const body = await page.getByRole('region', { name: 'Body' }).textContent();
    assert.equal(body, receipt!.raw, 'the very bytes that were signed');

    const before = page.url();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again by hand').waitFor();
    await page.getByText('HTTP 200').waitFor();
    assert.notEqual(page.url(), before);
    const [, second] = await inbox.arrived(2);
    assert.deepEqual(second!.body.data, receipt!.body.data);
  });

  it('lead from a delivery to its event, with its deliveries to every subscription', async (t) => {
    const [first, { inbox, page }] = [
      await subscribed(t, 'First of two'),
      await subscribed(t, 'Second of two'),
    ];
    await addRedirect();
    await inbox.arrived(1);
    await first.inbox.arrived(1);
    await page.getByRole('link', { name: 'redirect.added' }).first().click();
    const event = page.getByRole('region', { name: 'Delivery' }).getByRole('link').first();
    await event.click();
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('link', { name: 'First of two' }).waitFor();
    await deliveries.getByRole('link', { name: 'Second of two' }).waitFor();
    const data = await page.getByRole('region', { name: 'Data of the event' }).textContent();
    assert.deepEqual(JSON.parse(data!), first.inbox.receipts[0]!.body.data);
    await deliveries.getByRole('link', { name: 'First of two' }).click();
    await page.getByText('HTTP 200').waitFor();
  });

  it('have a delivery log that updates itself, with the filters in its address', async (t) => {
    const { inbox, page } = await subscribed(t, 'Followed');
    await page.goto('/webhooks/deliveries?status=delivered');
    const rows = page.getByRole('row').filter({ hasText: 'redirect.added' });
    const seen = await rows.count();
    await addRedirect();
    await inbox.arrived(1);
    await page.waitForFunction(
      (seen) => document.querySelectorAll('tbody tr[data-index]').length > seen,
      seen,
    );
    const latest = rows.first();
    await latest.getByRole('link', { name: 'Followed' }).waitFor();
    await latest.getByRole('link', { name: `/old-${made}` }).waitFor();
    await latest.getByText('HTTP 200').waitFor();
    await page.getByRole('button', { name: 'State: Delivered' }).click();
    await page.getByLabel('Cancelled').check();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    assert.equal(new URL(page.url()).search, '?status=cancelled');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Subscription' }).click();
    await page.getByRole('combobox', { name: 'Subscription' }).click();
    await page.getByRole('option', { name: 'Followed' }).click();
    await page.keyboard.press('Escape');
    const bar = await page.getByRole('group', { name: 'Filters' }).boundingBox();
    assert.ok(bar!.height < 90, `the filters of a phone have ${bar!.height} pixels`);
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  });

  it('are found by a part of their data and by the last answer, the oldest first on request', async (t) => {
    const { inbox, page } = await subscribed(t, 'Searched');
    await addRedirect();
    await addRedirect();
    await inbox.arrived(2);
    await page.goto('/webhooks/deliveries');
    const rows = page.getByRole('row').filter({ hasText: 'Searched' });
    await page.getByRole('textbox', { name: 'Search deliveries' }).fill(`/OLD-${made}`);
    await rows.nth(1).waitFor({ state: 'detached' });
    await rows.getByRole('link', { name: `/old-${made}` }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Last answer' }).click();
    await page.getByRole('combobox', { name: 'Last answer' }).fill('418');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    assert.equal(new URL(page.url()).search, '?statusCode=418');
    await page.goto('/webhooks/deliveries?statusCode=2xx');
    await rows.nth(1).waitFor();
    const newest = await rows.first().textContent();
    await page.getByRole('button', { name: 'When' }).click();
    await page.waitForURL(/order=asc/);
    await page.waitForFunction(
      (text) => document.querySelector('tbody tr[data-index]')?.textContent !== text,
      newest,
    );
  });

  it('that failed are retried at once on request, and say when the next attempt is', async (t) => {
    let isDown = true;
    const receiver = await httpReceiver(t, (request, response) => {
      request.resume();
      response.writeHead(isDown ? 503 : 200).end();
    });
    const page = await dashboard.openAs('admin', '/webhooks');
    await subscribe(page, 'Down for a moment', receiver.url);
    await addRedirect();
    await page.goto('/webhooks/deliveries');
    const row = page.getByRole('row').filter({ hasText: 'Down for a moment' }).first();
    await row.getByText('HTTP 503').waitFor();
    await row.getByText(/^in \d/).waitFor();
    await subscribe(page, 'Newer and well', (await openInbox(t)).url);
    await page.goto('/webhooks');
    const first = page.getByRole('table', { name: 'Subscriptions' }).getByRole('link').first();
    await first.filter({ hasText: 'Down for a moment' }).waitFor();
    await page.goto('/webhooks/deliveries');
    isDown = false;
    await row.getByRole('link', { name: 'redirect.added' }).click();
    await page.getByRole('button', { name: 'Retry now' }).click();
    await page.getByText('HTTP 200').waitFor();
    await page.getByRole('link', { name: 'Down for a moment' }).click();
    await page.getByText('Succeeded: 1').waitFor();
    await page.getByText('Failed: 1', { exact: true }).waitFor();
  });

  it('are held during a pause, and sent on resuming', async (t) => {
    const { inbox, page } = await subscribed(t, 'Paused for a while');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Nothing is sent.').waitFor();
    await addRedirect();
    await page.getByText('1 delivery is held').waitFor();
    assert.equal(inbox.receipts.length, 0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await inbox.arrived(1);
    await page.getByText('Nothing is sent.').waitFor({ state: 'detached' });
  });

  it('send a test event, and show its delivery', async (t) => {
    const { inbox, page } = await subscribed(t, 'Tested');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await heading(page, 'redirect.added');
    await page.getByText('A test').waitFor();
    await inbox.arrived(1);
  });

  it('show a rotated secret once, and sign later deliveries with it', async (t) => {
    const { inbox, page } = await subscribed(t, 'Rotated');
    await choose(page, 'Rotate secret');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = (await dialog.getByTestId('secret').textContent())!;
    assert.notEqual(secret, inbox.secret);
    inbox.secret = secret;
    await addRedirect();
    const [receipt] = await inbox.arrived(1);
    assert.ok(receipt!.verified);
  });

  it('take options: all events, a filter, headers that stay hidden; and show them', async (t) => {
    const inbox = await openInbox(t);
    const page = await dashboard.openAs('admin', '/webhooks/new');
    await page.getByLabel('Name').fill('With options');
    await page.getByLabel('Address').fill(inbox.url);
    await page.getByRole('checkbox', { name: 'All events' }).check();
    assert.ok(await page.getByRole('checkbox', { name: 'redirect.added' }).isDisabled());
    await page.getByRole('button', { name: /^Options/ }).click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Field', { exact: true }).fill('statusCode');
    await page.getByPlaceholder('Value, then Enter').fill('308');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Header', { exact: true }).fill('X-Team');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    // Half a header is not left out in silence.
    await page.getByText('Must have a value').first().waitFor();
    await page.getByLabel('Value of X-Team').fill('shop-7');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await heading(page, 'Subscribed');
    inbox.secret = (await page.getByTestId('secret').textContent())!;
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByText('Only with statusCode').waitFor();
    await addRedirect();
    const body = { from: `/old-${++made}`, to: '/new', statusCode: 308 };
    await test.call('POST', '/v1/redirects', { token: tenant.key, body });
    const [receipt] = await inbox.arrived(1);
    assert.deepEqual([receipt!.headers['x-team'], receipt!.body.data.statusCode], ['shop-7', 308]);
    await choose(page, 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value of X-Team').waitFor();
    assert.equal(await dialog.getByLabel('Value of X-Team').inputValue(), '');
    await dialog.getByLabel('Name').fill('Renamed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Renamed');
    await test.call('POST', '/v1/redirects', {
      token: tenant.key,
      body: { ...body, from: `/old-${++made}` },
    });
    const [, second] = await inbox.arrived(2);
    assert.equal(second!.headers['x-team'], 'shop-7');
  });

  it('replay past events, also those from before the subscription', async (t) => {
    await addRedirect();
    const { inbox, page } = await subscribed(t, 'Replayed');
    await choose(page, 'Replay past events');
    await page.getByRole('dialog').getByRole('button', { name: 'Start replay' }).click();
    await page.getByRole('table', { name: 'Replays' }).getByText('Done').waitFor();
    await inbox.arrived(1);
  });

  it('replay the stretch of time that was typed, in the time zone of the tenant', async (t) => {
    const { page } = await subscribed(t, 'Kathmandu');
    const token = await tenant.staff('owner');
    const setZone = (timeZone: string) => test.call('PATCH', '/v1/tenant', { token, body: { timeZone } });
    await setZone('Asia/Kathmandu');
    t.after(() => setZone('UTC'));
    await page.reload();
    await choose(page, 'Replay past events');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('In Asia/Kathmandu.').waitFor();
    await dialog.getByLabel('From').fill('2026-01-02T05:45');
    const asked = page.waitForRequest((request) => request.url().endsWith('/replay'));
    await dialog.getByRole('button', { name: 'Start replay' }).click();
    assert.equal((await asked).postDataJSON().since, '2026-01-02T00:00:00.000Z');
  });

  it('are deleted after a confirmation', async (t) => {
    const { page } = await subscribed(t, 'Short-lived');
    await choose(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete subscription' }).click();
    await heading(page, 'Webhooks');
    await page.getByText('“Short-lived” is deleted').waitFor();
    await page.getByRole('link', { name: /Short-lived/ }).waitFor({ state: 'detached' });
  });

  it('mark a refused address, with the reason', async () => {
    const page = await dashboard.openAs('admin', '/webhooks/new');
    await page.getByLabel('Name').fill('Inside');
    await page.getByLabel('Address').fill('https://10.0.0.1/');
    await page.getByRole('checkbox', { name: 'redirect.added' }).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.locator('[id$=-error]').first().waitFor();
  });

  it('have a catalogue of event types with examples', async () => {
    const page = await dashboard.openAs('viewer', '/webhooks/events?q=redirect');
    await page.getByRole('button', { name: /redirect\.added/ }).click();
    await page.getByRole('region', { name: 'Example of redirect.added' }).waitFor();
  });

  it('show which subscriptions receive a type, and begin a new one with it', async (t) => {
    await subscribed(t, 'Catalogue reader');
    const page = await dashboard.openAs('admin', '/webhooks/events');
    await page.getByLabel('Find an event type').fill('redirect added');
    const topic = page.getByRole('region', { name: 'redirects' });
    await topic
      .getByText(/\d subscribed/)
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'content', exact: true }).waitFor({ state: 'detached' });
    await topic.getByRole('button', { name: /redirect\.added/ }).click();
    await topic.getByRole('link', { name: 'Catalogue reader' }).first().waitFor();
    await topic.getByRole('link', { name: 'Subscribe to it' }).click();
    await heading(page, 'New subscription');
    assert.ok(await page.getByRole('checkbox', { name: 'redirect.added' }).isChecked());
    await page.getByText(/^1 of \d+ chosen$/).waitFor();
    await page.getByLabel('Find an event type').fill('publish');
    await page.getByRole('checkbox', { name: 'content.entry.published' }).check();
    assert.equal(await page.getByRole('checkbox', { name: 'redirect.added' }).count(), 0);
    await page.getByText(/^2 of \d+ chosen$/).waitFor();
  });

  it('show a viewer their subscriptions, without actions that the server would refuse', async (t) => {
    await subscribed(t, 'Seen by a viewer');
    const page = await dashboard.openAs('viewer', '/webhooks');
    await page.getByRole('link', { name: /Seen by a viewer/ }).click();
    await heading(page, 'Seen by a viewer');
    for (const name of ['Pause', 'Send test event', 'More actions']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    }
  });

  it('can be expunged after a question: the answer, and the data of the event', async (t) => {
    const { inbox, page } = await subscribed(t, 'Forgetful');
    await addRedirect();
    await inbox.arrived(1);
    await page.getByText('100 % delivered').waitFor();
    await page.getByRole('link', { name: 'redirect.added' }).first().click();
    await page.getByText('HTTP 200').waitFor();
    const others = await tenant.staff('admin');
    const { body } = await test.call('GET', '/v1/webhooks/subscriptions?limit=100', { token: others });
    for (const { id, name } of body.data) {
      if (name !== 'Forgetful')
        await test.call('DELETE', `/v1/webhooks/subscriptions/${id}`, { token: others });
    }
    await page.getByRole('button', { name: 'Expunge…' }).click();
    await page.getByRole('checkbox', { name: 'Also the data of the event' }).check();
    await page.getByRole('button', { name: 'Expunge', exact: true }).click();
    await page.getByText('The answer was expunged').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByText('The data was expunged.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).waitFor({ state: 'detached' });
  });
});

describe('the example receiver for Node', () => {
  it('accepts a genuine delivery and refuses a forged one', async (t) => {
    const page = await dashboard.openAs('admin', '/webhooks/new');
    const port = 20_000 + (process.pid % 20_000);
    await subscribe(page, 'Copied code', `http://localhost:${port}/`);
    const code = (await page.getByRole('region', { name: 'Receiver for Node' }).textContent())!;
    const program = code.replace('4000', String(port));
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => receiver.kill());
    const output = once(receiver.stdout, 'data');
    await page.getByRole('link', { name: 'I have copied it' }).click();
    const forge = () =>
      fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' }).then(({ status }) => status);
    let status = await forge().catch(() => 0);
    for (; status === 0; status = await forge().catch(() => 0)) await new Promise((go) => setTimeout(go, 50));
    assert.equal(status, 400);
    await addRedirect();
    assert.match(String(await output), /^redirect\.added /);
  });
});
