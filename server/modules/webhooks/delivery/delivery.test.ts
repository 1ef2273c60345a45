import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  addRedirects,
  allAre,
  attemptsOf,
  deliveriesOf,
  openInbox,
  roundsOf,
  startWork,
  subscribe,
} from '../testing/receiver.ts';

const test = await useApp();
const bystander = await newTenant(test);

describe('a receiver gets', () => {
  it('a POST with the documented headers, and nothing else about us', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    startWork(test, t);
    await addRedirect(test, tenant);
    const [receipt] = await inbox.arrived(1);
    const { 'x-service-signature': signature, 'webhook-signature': standard, ...headers } = receipt!.headers;
    const [event] = (await test.call('GET', '/v1/events', { token: tenant.key })).body.data;
    assert.match(String(signature), /^sha256=[0-9a-f]{64}$/);
    assert.match(String(standard), /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(headers, {
      'x-service-event': 'redirect.added',
      'x-service-delivery': receipt!.body.id,
      'x-service-event-id': event.id,
      'x-service-event-time': event.createdAt,
      'webhook-id': receipt!.body.id,
      'webhook-timestamp': String(Math.floor(Date.parse(receipt!.body.delivered_at) / 1000)),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(receipt!.raw)),
      'user-agent': 'Colonnade-Webhooks/1',
      connection: 'keep-alive',
      host: new URL(inbox.url).host,
    });
  });

  it('a body of exactly id, type, tenant_id, data and delivered_at', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    startWork(test, t);
    const redirect = await addRedirect(test, tenant);
    const [receipt] = await inbox.arrived(1);
    const { id, delivered_at, ...rest } = receipt!.body;
    assert.deepEqual(rest, { type: 'redirect.added', tenant_id: tenant.id, data: redirect });
    assert.equal(id, receipt!.headers['x-service-delivery']);
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(delivered_at, new Date(delivered_at).toISOString());
    assert.ok(Math.abs(Date.parse(delivered_at) - test.now().getTime()) < 5_000);
  });

  it('a signature that an independent library accepts on the raw bytes, whatever characters they hold', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    startWork(test, t);
    const paths = ['/caf\u00e9', '/\u{1f4a1}', '/"quoted"', '/a%20b?c=d&e'];
    for (const path of paths) await addRedirect(test, tenant, path);
    const receipts = await inbox.arrived(paths.length);
    assert.deepEqual(receipts.map(({ body }) => body.data.from).sort(), paths.sort());
    assert.ok(receipts.every(({ verified }) => verified));
    await allAre(test, tenant, 'delivered', paths.length);
  });

  it('the event, each type with its own data', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox, ['redirect.added', 'redirect.removed']);
    startWork(test, t);
    const redirect = await addRedirect(test, tenant);
    await inbox.arrived(1);
    await test.call('DELETE', `/v1/redirects/${redirect.id}`, { token: tenant.key });
    const receipts = await inbox.arrived(2);
    const removedAt = receipts[1]!.headers['x-service-event-time'];
    assert.deepEqual(
      receipts.map(({ headers, body }) => [headers['x-service-event'], body.type, body.data]),
      [
        ['redirect.added', 'redirect.added', redirect],
        ['redirect.removed', 'redirect.removed', { ...redirect, removedAt }],
      ],
    );
  });
});

describe('an event is delivered to', () => {
  it('subscriptions to its type only', async (t) => {
    const tenant = await newTenant(test);
    const [added, removed] = [await openInbox(t), await openInbox(t)];
    await subscribe(test, tenant, added, ['redirect.added', 'media.uploaded']);
    await subscribe(test, tenant, removed, ['redirect.removed', 'content.entry.created']);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    const redirect = await addRedirect(test, tenant);
    await added.arrived(1);
    await aRoundPasses();
    assert.equal(removed.receipts.length, 0);
    await test.call('DELETE', `/v1/redirects/${redirect.id}`, { token: tenant.key });
    await removed.arrived(1);
    await aRoundPasses();
    assert.deepEqual([added.receipts.length, removed.receipts.length], [1, 1]);
  });

  it('each matching subscription, once, under an id and a signature of its own', async (t) => {
    const tenant = await newTenant(test);
    const inboxes = [await openInbox(t), await openInbox(t), await openInbox(t)];
    for (const inbox of inboxes) await subscribe(test, tenant, inbox);
    startWork(test, t);
    const redirects = await addRedirects(test, tenant, 5);
    await allAre(test, tenant, 'delivered', 15);
    for (const inbox of inboxes) {
      const got = inbox.receipts.map(({ body }) => body.data.id);
      assert.deepEqual(got.sort(), redirects.map(({ id }) => id).sort());
    }
    const receipts = inboxes.flatMap((inbox) => inbox.receipts);
    assert.equal(new Set(receipts.map(({ body }) => body.id)).size, 15);
    assert.ok(receipts.every(({ verified }) => verified));
  });

  it("a tenant's own subscriptions, never another tenant's", async (t) => {
    const [one, two] = [await newTenant(test), await newTenant(test)];
    const [inboxOne, inboxTwo] = [await openInbox(t), await openInbox(t)];
    await subscribe(test, one, inboxOne);
    await subscribe(test, two, inboxTwo);
    startWork(test, t);
    await Promise.all([addRedirects(test, one, 20), addRedirects(test, two, 20)]);
    await allAre(test, one, 'delivered', 20);
    await allAre(test, two, 'delivered', 20);
    for (const [tenant, other, inbox] of [
      [one, two, inboxOne],
      [two, one, inboxTwo],
    ] as const) {
      assert.equal(inbox.receipts.length, 20);
      assert.ok(inbox.receipts.every(({ body, verified }) => body.tenant_id === tenant.id && verified));
      assert.ok(!inbox.receipts.some(({ raw }) => raw.includes(other.id)));
    }
  });

  it('no subscription if webhooks do not carry its type', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    const body = { customerId: await tenant.customer(), items: [{ sku: 'TEA', name: 'Tea' }] };
    assert.equal((await test.call('POST', '/v1/crm/orders', { token: tenant.key, body })).status, 201);
    await aRoundPasses();
    assert.deepEqual(await deliveriesOf(test, tenant), []);
  });
});

it('events that follow each other closely are fanned out several at a time', async (t) => {
  const tenant = await newTenant(test);
  const inbox = await openInbox(t);
  await subscribe(test, tenant, inbox);
  startWork(test, t);
  const began = performance.now();
  const addSome = async () => {
    for (let n = 0; n < 20; n++) await addRedirect(test, tenant);
  };
  await Promise.all(Array.from({ length: 6 }, addSome));
  const tookMs = performance.now() - began;
  await allAre(test, tenant, 'delivered', 120);
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ laps: number }>('select count(distinct created_at)::int as laps from webhook_deliveries'),
  );
  const { laps } = rows[0]!;
  t.diagnostic(`${laps} laps in ${Math.round(tookMs)} ms`);
  assert.ok(laps >= 1 && laps <= tookMs / 20 + 2, `${laps} laps in ${tookMs} ms`);
});

describe('the end of a delivery', () => {
  it('is any 2xx answer, after which nothing is sent', async (t) => {
    const tenant = await newTenant(test);
    const statuses = [200, 201, 202, 204, 299];
    const inboxes = await Promise.all(statuses.map((status) => openInbox(t, () => status)));
    for (const inbox of inboxes) await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    await addRedirect(test, tenant);
    await allAre(test, tenant, 'delivered', statuses.length);
    test.advance(24 * 3_600_000);
    await aRoundPasses();
    for (const [index, { receipts }] of inboxes.entries()) {
      assert.equal(receipts.length, 1);
      const status = statuses[index];
      assert.deepEqual(await attemptsOf(test, tenant, receipts[0]!.body.id), [
        { attempt: 1, status_code: status, failure: null, message: `The receiver answered ${status}.` },
      ]);
    }
  });
});
