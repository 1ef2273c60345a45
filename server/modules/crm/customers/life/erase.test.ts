import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;
const admin = await tenant.staff('admin');
const owner = await connectAsOwner(test.database);
after(() => owner.end());

let made = 0;
const post = async (url: string, body: object, headers = { 'idempotency-key': `erase-${++made}` }) => {
  const answer = await test.call('POST', url, { token, body, headers });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const get = (id: string) => test.call('GET', `/v1/crm/customers/${id}`, { token });
const erase = (id: string, query = '') =>
  test.call('POST', `/v1/crm/customers/${id}/erase${query}`, {
    token: admin,
    headers: { 'idempotency-key': `erase-${++made}` },
  });

/** Every text that could identify the person. Each is written in one place only, so a trace shows where the leak is. */
const person = (tag: string) => ({
  name: `Zenobia${tag} Palmyra${tag}`,
  emails: [`zenobia${tag}@palmyra.example`, `queen${tag}@palmyra.example`],
  phones: [`+9631123${tag}001`],
  addresses: [{ label: `Palace${tag}`, address: { line1: `1 Colonnade${tag} Street`, city: 'Palmyra' } }],
  tags: [`royal${tag}`],
  notes: `Rides camels${tag}`,
  metadata: { loyalty: `Gold${tag}` },
  externalId: `ext${tag}`,
});
const orderOf = (customerId: string, tag: string) => ({
  customerId,
  items: [{ sku: 'TEA', name: 'Tea', unitPrice: 3 }],
  shippingAddress: { line1: `2 Oasis${tag}`, city: `Tadmor${tag}`, country: 'SY' },
  billingAddress: { name: `Payer${tag}` },
  customerNote: `Ring twice${tag}`,
  internalNote: `Knows Aurelian${tag}`,
  metadata: { gift: `For Vaballathus${tag}` },
});
const traces = (tag: string) =>
  [
    'Zenobia',
    'Palmyra',
    'queen',
    'Palace',
    'Colonnade',
    'royal',
    'camels',
    'Gold',
    'ext',
    'Oasis',
    'Tadmor',
    'Payer',
  ]
    .concat('Ring twice', 'Aurelian', 'Vaballathus')
    .map((word) => `${word}${tag}`)
    .concat(`9631123${tag}001`);

/** Searches every column of every table, future ones included. */
async function findTraces(words: string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ word: string }>(
      `select distinct sought as word from ${name} t, unnest($1::text[]) sought where position(lower(sought) in lower(t::text)) > 0`,
      [words],
    );
    found.push(...rows.map(({ word }) => `${name}: ${word}`));
  }
  return found;
}

const orderNow = async (id: string) => (await test.call('GET', `/v1/crm/orders/${id}`, { token })).body.data;
const eventsOf = async (orderId: string) =>
  (
    await owner.query<{ type: string; data: Record<string, unknown> }>(
      `select type, data from events where data ->> 'id' = $1 order by created_at`,
      [orderId],
    )
  ).rows;

/** Runs the background work until every event has been processed by its consumers. */
async function dispatch(): Promise<void> {
  const work = test.startWork();
  const waiting = 'select from event_queue';
  while ((await owner.query(waiting)).rowCount! > 0) await sleep(5);
  await work.stop();
}

describe('erasing a customer', () => {
  it('leaves no trace of the person in any table: not in orders, events, deliveries, audit log or stored answers', async () => {
    const tag = '770';
    const { id } = await post('/v1/crm/customers', person(tag));
    const duplicate = await post('/v1/crm/customers', { ...person('771'), name: `Bat-Zabbai${tag}` });
    const order = await post('/v1/crm/orders', orderOf(id, tag));
    const paid = { amount: 3, outcome: 'succeeded', reference: `Odaenathus${tag}` };
    await post(`/v1/crm/orders/${order.id}/payments`, paid);
    await post(`/v1/crm/orders/${order.id}/cancel`, { reason: `Septimia${tag} called` });
    const sent = await post('/v1/crm/orders', orderOf(duplicate.id, '771'));
    await post(`/v1/crm/orders/${sent.id}/payments`, {
      amount: 3,
      outcome: 'failed',
      method: `Cheque of Hairan${tag}`,
    });
    const method = `Card of Herodes${tag}`;
    await post(`/v1/crm/orders/${sent.id}/payments`, { amount: 3, outcome: 'succeeded', method });
    const tracking = { number: `Antioch${tag}`, url: `https://track.example/?to=Wahballat${tag}` };
    await post(`/v1/crm/orders/${sent.id}/fulfill`, { tracking });
    await post(`/v1/crm/customers/${id}/merge`, { from: duplicate.id });
    await test.call('PATCH', `/v1/crm/customers/${id}`, { token, body: { notes: `Rides camels${tag}` } });
    await dispatch();
    const words = [...traces(tag), ...traces('771').filter((word) => word !== 'Zenobia771'), `Zabbai${tag}`];
    words.push(
      ...['Odaenathus', 'Septimia', 'Hairan', 'Herodes', 'Antioch', 'Wahballat'].map((word) => word + tag),
    );
    const before = await findTraces(words);
    for (const table of [
      'customers',
      'customer_terms',
      'customer_identities',
      'orders',
      'order_history',
      'idempotency_keys',
      'events',
    ]) {
      assert.ok(
        before.some((trace) => trace.startsWith(`public.${table}`)),
        `nothing in ${table} to erase`,
      );
    }
    const answer = await erase(id);
    assert.equal(answer.status, 200, answer.text);
    await dispatch();
    assert.deepEqual(await findTraces(words), []);
  });

  it('keeps the record and its orders for accounting, with amounts, lines and country', async () => {
    const { id, createdAt } = await post('/v1/crm/customers', person('772'));
    const order = await post('/v1/crm/orders', orderOf(id, '772'));
    const erased = (await erase(id)).body.data;
    assert.match(erased.erasedAt, /Z$/);
    assert.deepEqual([erased.name, erased.emails, erased.createdAt], ['Erased customer', [], createdAt]);
    assert.deepEqual((await get(id)).body.data, erased);
    const kept = (await test.call('GET', `/v1/crm/orders/${order.id}`, { token })).body.data;
    const gone = { billingAddress: null, customerNote: null, internalNote: null, metadata: {} };
    for (const [field, value] of Object.entries({ ...gone, shippingAddress: { country: 'SY' } })) {
      assert.deepEqual(kept[field], value, field);
    }
    assert.deepEqual([kept.customerId, kept.total, kept.items], [id, order.total, order.items]);
    assert.equal((await test.call('GET', `/v1/crm/customers/${id}/totals`, { token })).body.data.orders, 1);
  });

  it('removes free text from events and the timeline, and leaves the rest of them unchanged', async () => {
    const { id } = await post('/v1/crm/customers', person('781'));
    const order = await post('/v1/crm/orders', orderOf(id, '781'));
    const paid = { amount: 3, outcome: 'succeeded', method: 'card of Zenobia', reference: 'ch_1' };
    await post(`/v1/crm/orders/${order.id}/payments`, paid);
    await post(`/v1/crm/orders/${order.id}/fulfill`, { tracking: { carrier: 'DHL', number: 'Z-1' } });
    const told = await eventsOf(order.id);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['order.placed', 'order.paid', 'order.fulfilled'],
    );
    await erase(id);
    assert.deepEqual(
      (await eventsOf(order.id)).map(({ data }) => data),
      told.map(({ data }) => ({
        ...data,
        ...('method' in data && { method: null }),
        ...('tracking' in data && { tracking: null }),
      })),
    );
    const timeline = await test.call('GET', `/v1/crm/orders/${order.id}/timeline`, { token });
    const details = timeline.body.data.map((entry: { action: string; details: object }) => [
      entry.action,
      entry.details,
    ]);
    assert.deepEqual(details.slice(-3), [
      ['fulfilled', { items: [{ line: 1, quantity: 1 }] }],
      ['payment', { amount: 3, outcome: 'succeeded' }],
      ['placed', {}],
    ]);
  });

  it('gives each order a next version, and a timeline entry that names the erased fields', async () => {
    const { id } = await post('/v1/crm/customers', person('782'));
    const body = { customerId: id, items: [{ sku: 'TEA', name: 'Tea' }] };
    const where = { shippingAddress: { country: 'SY' }, customerNote: 'Ring twice' };
    const [full, plain] = [
      await post('/v1/crm/orders', orderOf(id, '782')),
      await post('/v1/crm/orders', { ...body, ...where }),
    ];
    const { erasedAt } = (await erase(id)).body.data;
    const all = ['shippingAddress', 'billingAddress', 'customerNote', 'internalNote', 'metadata'];
    for (const [order, fields] of [
      [full, all],
      [plain, ['customerNote']],
    ]) {
      const { version, updatedAt } = await orderNow(order.id);
      assert.deepEqual([version, updatedAt], [2, erasedAt]);
      const timeline = await test.call('GET', `/v1/crm/orders/${order.id}/timeline`, { token });
      const [last] = timeline.body.data;
      const { type } = last.actor;
      assert.deepEqual([last.action, last.version, type, last.details], ['erased', 2, 'staff', { fields }]);
    }
  });

  it('waits for concurrent changes of orders, which get their own version and timeline entry', async () => {
    const { id } = await post('/v1/crm/customers', person('783'));
    const order = await post('/v1/crm/orders', orderOf(id, '783'));
    const method = 'card of Zenobia783';
    const pay = () =>
      test.call('POST', `/v1/crm/orders/${order.id}/payments`, {
        token,
        body: { amount: 0.25, outcome: 'failed', method },
      });
    const edit = () =>
      test.call('PATCH', `/v1/crm/orders/${order.id}`, { token, body: { internalNote: null } });
    const answers = await Promise.all([pay(), edit(), erase(id), pay()]);
    for (const { status, text } of answers) assert.ok(status < 300, text);
    const { data } = (await test.call('GET', `/v1/crm/orders/${order.id}/timeline`, { token })).body;
    assert.deepEqual(
      data.map((entry: { version: number }) => entry.version),
      Array.from({ length: data.length }, (_, index) => data.length - index),
    );
    const erased = data.findIndex((entry: { action: string }) => entry.action === 'erased');
    assert.ok(!JSON.stringify(data.slice(erased)).includes(method));
  });

  it('changes no other customer, not even events of the same moment', async () => {
    const { id } = await post('/v1/crm/customers', person('773'));
    const bystander = await post('/v1/crm/customers', person('774'));
    const theirs = await post('/v1/crm/orders', orderOf(id, '773'));
    const placed = await post('/v1/crm/orders', orderOf(bystander.id, '774'));
    const body = { amount: 3, outcome: 'succeeded', method: 'card' };
    await Promise.all([theirs, placed].map((each) => post(`/v1/crm/orders/${each.id}/payments`, body)));
    await owner.query(
      `update events set created_at = (select created_at from order_history where order_id = $2)
       where data ->> 'id' = $1 and type = 'order.paid'`,
      [placed.id, theirs.id],
    );
    const [order, events] = [await orderNow(placed.id), await eventsOf(placed.id)];
    assert.equal(events[1]!.data.method, 'card');
    await erase(id);
    assert.deepEqual(await eventsOf(placed.id), events);
    assert.deepEqual((await get(bystander.id)).body.data, bystander);
    assert.deepEqual(await orderNow(placed.id), order);
  });

  it('frees the e-mail address, phone number and reference for other customers', async () => {
    const { id } = await post('/v1/crm/customers', person('775'));
    await erase(id);
    assert.notEqual((await post('/v1/crm/customers', person('775'))).id, id);
  });

  it('reduces stored answers to an id: a repeated request has no second effect, and shows no personal data', async () => {
    const headers = { 'idempotency-key': 'created-once' };
    const { id } = await post('/v1/crm/customers', person('776'), headers);
    await erase(id);
    const again = await test.call('POST', '/v1/crm/customers', { token, body: person('776'), headers });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.body.data, { id });
  });

  it('leaves the replayed answer of an order step without an ETag, since its version is erased', async () => {
    const { id } = await post('/v1/crm/customers', person('779'));
    const order = await post('/v1/crm/orders', orderOf(id, '779'));
    const fulfill = () =>
      test.call('POST', `/v1/crm/orders/${order.id}/fulfill`, {
        token,
        body: {},
        headers: { 'idempotency-key': 'fulfilled-once' },
      });
    assert.equal((await fulfill()).headers.etag, '"2"');
    await erase(id);
    const again = await fulfill();
    assert.deepEqual([again.status, again.headers.etag, again.body.data], [200, undefined, { id: order.id }]);
  });

  it('is final: no change, merge or order is possible, no second event is published, and the list omits the customer', async () => {
    const { id } = await post('/v1/crm/customers', person('777'));
    const first = await erase(id);
    assert.equal((await erase(id)).text, first.text);
    const url = `/v1/crm/customers/${id}`;
    const someone = await tenant.customer();
    for (const refused of [
      await test.call('PATCH', url, { token, body: { name: 'Back' } }),
      await test.call('POST', `${url}/unarchive`, { token }),
      await test.call('POST', `${url}/merge`, { token, body: { from: someone } }),
      await test.call('POST', `/v1/crm/customers/${someone}/merge`, { token, body: { from: id } }),
    ]) {
      assert.equal(refused.status, 409, refused.text);
    }
    const order = await test.call('POST', '/v1/crm/orders', { token, body: orderOf(id, '777') });
    assert.equal(order.status, 404);
    const { rowCount } = await owner.query(
      `select from events where type = 'customer.erased' and data ->> 'id' = $1`,
      [id],
    );
    assert.equal(rowCount, 1);
    const listed = (await test.call('GET', '/v1/crm/customers?limit=100', { token })).body.data;
    assert.ok(!listed.some((customer: { id: string }) => customer.id === id));
  });

  it('needs an admin, and erases nothing in a dry run', async () => {
    const created = await post('/v1/crm/customers', person('778'));
    const url = `/v1/crm/customers/${created.id}/erase`;
    assert.equal((await test.call('POST', url, { token })).status, 403);
    assert.equal((await test.call('POST', url, { token: await tenant.staff('editor') })).status, 403);
    const rehearsed = await erase(created.id, '?dryRun=true');
    assert.equal(rehearsed.body.data.name, 'Erased customer');
    assert.deepEqual((await get(created.id)).body.data, created);
  });

  it('waits for orders that are being placed; later ones are refused', async () => {
    const { id } = await post('/v1/crm/customers', { name: 'Busy' });
    const place = () => test.call('POST', '/v1/crm/orders', { token, body: orderOf(id, '779') });
    const [erased, ...placed] = await Promise.all([erase(id), ...Array.from({ length: 8 }, place)]);
    assert.equal(erased.status, 200, erased.text);
    assert.ok(placed.every(({ status }) => [201, 404].includes(status)));
    // The log of requests keeps the bodies of refused ones for a week.
    const stored = (await findTraces(traces('779'))).filter(
      (trace) => !trace.startsWith('public.request_log'),
    );
    assert.deepEqual(stored, []);
  });

  it('writes an audit row with the number of orders and no personal data', async () => {
    const { id } = await post('/v1/crm/customers', person('780'));
    await post('/v1/crm/orders', orderOf(id, '780'));
    await erase(id);
    const { data } = (await test.call('GET', `/v1/audit-log?subjectId=${id}`, { token: admin })).body;
    assert.deepEqual([data.length, data[0].action, data[0].details], [1, 'customer.erased', { orders: 1 }]);
  });
});
