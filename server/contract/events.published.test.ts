/** Every described event type is published by a real operation, and fits its description. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { abandonIdle } from '../modules/checkout/carts/idle.sql.ts';
import { addCart, addCheckout } from '../modules/checkout/testing/rows.ts';
import { judgeSome } from '../modules/inventory/items/announcing.ts';
import { addStock } from '../modules/inventory/testing/rows.ts';
import { png } from '../modules/media/testing/images.ts';
import { settled, uploaded } from '../modules/media/testing/uploads.ts';
import { disableRound } from '../modules/webhooks/delivery/disabling.worker.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('owner');
const owner = await connectAsOwner(test.database);
after(() => owner.end());

type Described = { type: string; subscribable: boolean; schema: { properties?: object }; example: object };
const catalogue: Described[] = (await test.call('GET', '/v1/events/types', { token })).body.data;
const described = catalogue.filter(({ schema }) => Object.keys(schema.properties ?? {}).length > 0);

async function call(method: string, url: string, body?: object): Promise<string> {
  const answer = await test.call(method, url, { token, body });
  assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`);
  return answer.body.data.id;
}
const post = (url: string, body: object = {}) => call('POST', url, body);

let made = 0;
const newCustomer = () => post('/v1/crm/customers', { name: 'Ada', email: `ada-${++made}@events.example` });
const newOrder = async () =>
  post('/v1/crm/orders', {
    customerId: await newCustomer(),
    channel: 'storefront',
    items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4 }],
  });
const payment = (outcome: string) => ({ amount: 4, outcome, method: 'card' });
/** An order after these steps. */
async function stepped(...steps: [action: string, body?: object][]): Promise<void> {
  const id = await newOrder();
  for (const [action, body] of steps) await post(`/v1/crm/orders/${id}/${action}`, body);
}
const newRedirect = () => post('/v1/redirects', { from: `/old-${++made}`, to: '/new' });

const newProduct = () =>
  post('/v1/catalog/products', { title: 'Green tea', variants: [{ sku: `SKU-${++made}` }] });

async function newEntry(): Promise<string> {
  const type = `page-${++made}`;
  await call('PUT', `/v1/content/types/${type}`, {
    title: 'Page',
    fields: [{ name: 'title', kind: 'text' }],
  });
  return post('/v1/content/entries', { type, fields: { title: 'Tea' } });
}
const entryStep = async (action: string, body?: object) =>
  post(`/v1/content/entries/${await newEntry()}/${action}`, body);
const newImage = async () => (await uploaded(test, token, await png(20, 10 + ++made))).id as string;

async function countedDown(count: number): Promise<void> {
  const { sku, locationId } = await addStock(test, token);
  await post('/v1/inventory/adjustments', { reason: 'Count', lines: [{ sku, locationId, count }] });
  await test.db.inTenant(tenant.id, (tx) => judgeSome(tx, test.now(), 100));
}

/** A cart that nobody has changed for an hour. */
async function abandoned() {
  const cart = await addCart(test, tenant);
  await owner.query(`update carts set idle_at = now() - interval '1 second' where id = $1`, [cart.id]);
  await test.db.inTenant(tenant.id, (tx) => abandonIdle(tx, test.now()));
  return cart;
}
async function completed(): Promise<void> {
  const cart = await addCheckout(test, tenant);
  await cart.complete(cart.total);
}

/** The operation that publishes each type. A new module adds a line for each type it describes. */
const OPERATIONS: Record<string, () => Promise<unknown>> = {
  'tenant.created': () => newTenant(test),
  'customer.created': newCustomer,
  'customer.updated': async () =>
    call('PATCH', `/v1/crm/customers/${await newCustomer()}`, { name: 'Augusta', tags: ['vip'] }),
  'customer.merged': async () =>
    post(`/v1/crm/customers/${await newCustomer()}/merge`, { from: await newCustomer() }),
  'customer.archived': async () => post(`/v1/crm/customers/${await newCustomer()}/archive`),
  'customer.erased': async () => post(`/v1/crm/customers/${await newCustomer()}/erase`),
  'order.placed': newOrder,
  'order.paid': () => stepped(['payments', payment('succeeded')]),
  'order.payment_failed': () => stepped(['payments', payment('failed')]),
  'order.fulfilled': () => stepped(['fulfill', { tracking: { carrier: 'DHL', number: '1' } }]),
  'order.delivered': () => stepped(['fulfill'], ['deliver']),
  'order.cancelled': () => stepped(['cancel', { reason: 'Late' }]),
  'order.refunded': () => stepped(['payments', payment('succeeded')], ['refund', { amount: 1 }]),
  'inventory.adjusted': () => addStock(test, token),
  'inventory.low': () => countedDown(2),
  'inventory.depleted': () => countedDown(0),
  'product.created': newProduct,
  'product.updated': async () =>
    call('PATCH', `/v1/catalog/products/${await newProduct()}`, { title: 'Tea' }),
  'product.deleted': async () => call('DELETE', `/v1/catalog/products/${await newProduct()}`),
  'variant.created': newProduct,
  'variant.updated': async () =>
    call('PUT', `/v1/catalog/products/${await newProduct()}/variants`, {
      variants: [{ sku: `SKU-${made}`, barcode: '1' }],
    }),
  'variant.deleted': async () =>
    call('PUT', `/v1/catalog/products/${await newProduct()}/variants`, { variants: [] }),
  'cart.created': () => addCart(test, tenant),
  'cart.updated': async () => (await addCart(test, tenant)).cart('PATCH', '', { note: 'Thanks' }),
  'cart.abandoned': abandoned,
  'cart.recovered': async () => (await abandoned()).start(),
  'checkout.started': () => addCheckout(test, tenant),
  'checkout.completed': completed,
  'checkout.expired': async () =>
    post(`/v1/checkout/checkouts/${(await addCheckout(test, tenant)).checkoutId}/expire`),
  'redirect.added': newRedirect,
  'redirect.removed': async () => call('DELETE', `/v1/redirects/${await newRedirect()}`),
  'search.entity.changed': async () => call('DELETE', `/v1/redirects/${await newRedirect()}`),
  'content_type.upserted': newEntry,
  'content.pages.changed': async () => {
    await newEntry();
    const fields = [
      { name: 'title', kind: 'text' },
      { name: 'note', kind: 'text' },
    ];
    await call('PUT', `/v1/content/types/page-${made}`, { title: 'Page', fields });
  },
  'content.release.published': async () => {
    const release = `/v1/content/releases/${await post('/v1/content/releases', { name: 'Spring' })}`;
    await post(`${release}/entries`, { entries: [{ id: await newEntry() }] });
    await post(`${release}/publish`);
  },
  'content.entry.created': newEntry,
  'content.revision.created': newEntry,
  'content.entry.updated': async () =>
    call('PATCH', `/v1/content/entries/${await newEntry()}`, { fields: { title: 'Another' } }),
  'content.entry.published': () => entryStep('publish'),
  'content.entry.scheduled': () => entryStep('schedule', { at: '2999-01-01T00:00:00Z' }),
  'content.entry.unpublished': async () => {
    const id = await entryStep('publish');
    await post(`/v1/content/entries/${id}/unpublish`);
  },
  'content.entry.deleted': async () => call('DELETE', `/v1/content/entries/${await newEntry()}`),
  'media.uploaded': newImage,
  'media.processed': async () => {
    const id = await newImage();
    const work = test.startWork();
    await settled(test, token, id);
    await work.stop();
  },
  'media.changed': async () => call('PATCH', `/v1/media/${await newImage()}`, { alt: 'Boats' }),
  'media.deleted': async () => call('DELETE', `/v1/media/${await newImage()}`),
  'webhook.batch': async () => {
    await post('/v1/webhooks/subscriptions', {
      ...{ name: 'Batches', url: 'http://localhost:1/hook', events: ['redirect.*'], coalesceSeconds: 1 },
    });
    await newRedirect();
    const work = test.startWork();
    while ((await published('webhook.batch')).length === 0) await sleep(10);
    await work.stop();
  },
  'webhook.subscription.failing': () => fails(owner, 'failing'),
  'webhook.subscription.recovered': () => fails(owner, 'recovered'),
  'webhook.subscription.disabled': async () => {
    const id = await newSubscription();
    await owner.query(
      `with failing as (
         update webhook_subscriptions set failing_since = now() - interval '6 days' where id = $1 returning tenant_id)
       insert into webhook_attempt_counts (tenant_id, subscription_id, hour, succeeded, failed)
       select tenant_id, $1, date_trunc('hour', now()) - n * interval '1 day', 0, 1 from failing, generate_series(0, 5) n`,
      [id],
    );
    await disableRound(test.kernel, 5);
  },
};

const newSubscription = () =>
  post('/v1/webhooks/subscriptions', {
    name: 'Shop',
    url: 'http://localhost:1/hook',
    events: ['redirect.added'],
  });

/** The worker tells of a warning that a failing, or recovered, subscription has left. */
async function fails(database: typeof owner, kind: string): Promise<void> {
  const id = await newSubscription();
  await database.query(
    `insert into webhook_warnings (tenant_id, subscription_id, kind, noted_at, since)
     select tenant_id, id, $2, now(), now() from webhook_subscriptions where id = $1`,
    [id, kind],
  );
  const isTold = async () =>
    (await published(`webhook.subscription.${kind}`)).some((data) => JSON.stringify(data).includes(id));
  const work = test.startWork();
  while (!(await isTold())) await sleep(10);
  await work.stop();
}

/** The events of all tenants. */
const published = async (type: string): Promise<object[]> => {
  const { rows } = await owner.query<{ data: object }>('select data from events where type = $1', [type]);
  return rows.map(({ data }) => data);
};

const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS });

describe('a published event has exactly the fields of the catalogue:', () => {
  for (const { type, schema, example } of described) {
    it(type, async () => {
      const operation = OPERATIONS[type];
      assert.ok(
        operation,
        `Add to OPERATIONS in server/contract/events.published.test.ts how ${type} comes about`,
      );
      const before = (await published(type)).length;
      await operation();
      const events = await published(type);
      assert.ok(events.length > before, 'nothing was published');
      const validate = ajv.compile({ ...schema, additionalProperties: false });
      for (const data of [...events, example]) {
        assert.ok(validate(data), `${ajv.errorsText(validate.errors)} in ${JSON.stringify(data)}`);
      }
    });
  }

  it('only described types are published', async () => {
    const { rows } = await owner.query<{ type: string }>('select distinct type from events');
    const types = new Set(described.map(({ type }) => type));
    assert.deepEqual(
      rows.map(({ type }) => type).filter((type) => !types.has(type)),
      [],
    );
  });

  it('no operation is listed for an undescribed type', () => {
    assert.deepEqual(Object.keys(OPERATIONS).sort(), described.map(({ type }) => type).sort());
  });
});

/** A receiver learns from the data alone when something happened, however late it arrives. */
it('the data of each type that webhooks carry has the time of the event', async () => {
  const { rows } = await owner.query<{ type: string; at: Date; data: Record<string, unknown> }>(
    'select type, created_at as at, data from events',
  );
  const carried = catalogue.filter(({ subscribable }) => subscribable).map(({ type }) => type);
  for (const type of carried) {
    const event = rows.find((row) => row.type === type)!;
    const times = Object.entries(event.data).filter(([name]) => name.endsWith('At'));
    const isThere = times.some(([, value]) => value === event.at.toISOString());
    assert.ok(isThere, `${type} has ${JSON.stringify(times)}, and happened at ${event.at.toISOString()}`);
  }
});
