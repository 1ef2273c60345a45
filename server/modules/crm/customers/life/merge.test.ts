import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);
const token = tenant.key;

const create = async (body: object = {}): Promise<{ id: string; createdAt: string }> => {
  const answer = await test.call('POST', '/v1/crm/customers', { token, body: { name: 'Ada', ...body } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const get = (id: string) => test.call('GET', `/v1/crm/customers/${id}`, { token });
const change = async (id: string, body: object) => {
  const answer = await test.call('PATCH', `/v1/crm/customers/${id}`, { token, body });
  assert.equal(answer.status, 200, answer.text);
};
const merge = (id: string, from: string, as = token) =>
  test.call('POST', `/v1/crm/customers/${id}/merge`, { token: as, body: { from } });
const order = (customerId: string) =>
  test.call('POST', '/v1/crm/orders', {
    token,
    body: { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 2 }] },
  });
const totals = async (id: string) =>
  (await test.call('GET', `/v1/crm/customers/${id}/totals`, { token })).body.data;
const found = async (query: string) =>
  (await test.call('GET', `/v1/crm/customers?${query}`, { token })).body.data.map(
    (one: { id: string }) => one.id,
  );

const rome = {
  label: null,
  defaultShipping: true,
  defaultBilling: false,
  address: { line1: '1 Forum', city: 'Rome' },
};
const athens = {
  label: null,
  defaultShipping: true,
  defaultBilling: true,
  address: { line1: '1 Agora', city: 'Athens' },
};

describe('merging a duplicate', () => {
  it("unites the data of both; the survivor's value wins where only one is possible", async () => {
    const company = await create({ type: 'company' });
    const survivor = await create({
      emails: ['ada@one.example'],
      phones: ['+442079460001'],
      addresses: [rome],
      tags: ['b', 'a'],
      notes: 'Likes tea',
      externalId: 'one',
      metadata: { 2: 'own', 1: 'own' },
    });
    const duplicate = await create({
      name: 'A. Lovelace',
      emails: ['ada@two.example'],
      phones: ['+442079460002'],
      addresses: [athens, { ...rome, defaultShipping: false }],
      tags: ['c', 'a'],
      notes: 'Pays late',
      externalId: 'two',
      companyId: company.id,
      metadata: { 3: 'added', 1: 'other' },
    });
    const answer = await merge(survivor.id, duplicate.id);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.data, {
      ...survivor,
      emails: ['ada@one.example', 'ada@two.example'],
      phones: ['+442079460001', '+442079460002'],
      addresses: [rome, { ...athens, defaultShipping: false }],
      tags: ['a', 'b', 'c'],
      notes: 'Likes tea\n\nPays late',
      companyId: company.id,
      metadata: { 2: 'own', 1: 'own', 3: 'added' },
      version: 2,
      updatedAt: answer.body.data.updatedAt,
    });
    assert.equal((await get(survivor.id)).text, answer.text);
  });

  it('moves its orders and totals to the survivor', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    for (const { id } of [survivor, duplicate, duplicate]) assert.equal((await order(id)).status, 201);
    await merge(survivor.id, duplicate.id);
    const { orders, currencies } = await totals(survivor.id);
    assert.deepEqual([orders, currencies], [3, [{ currency: 'USD', orders: 3, revenue: 6 }]]);
  });

  it('gives each of its orders a next version and a timeline entry', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    const { id } = (await order(duplicate.id)).body.data;
    const url = `/v1/crm/orders/${id}`;
    const seen = (await test.call('GET', url, { token })).headers.etag as string;
    const { updatedAt } = (await merge(survivor.id, duplicate.id)).body.data;
    const moved = await test.call('GET', url, { token });
    const { customerId, version } = moved.body.data;
    assert.deepEqual([customerId, version, moved.headers.etag], [survivor.id, 2, '"2"']);
    assert.equal(moved.body.data.updatedAt, updatedAt);
    const { name } = (await test.call('GET', '/v1/me', { token })).body.data.actor;
    const [last, first] = (await test.call('GET', `${url}/timeline`, { token })).body.data;
    assert.deepEqual(
      [last.action, last.version, last.status, last.actor.name, last.details],
      ['merged', 2, 'placed', name, { from: duplicate.id, to: survivor.id }],
    );
    assert.equal(first.action, 'placed');
    const stale = await test.call('POST', `${url}/cancel`, { token, headers: { 'if-match': seen } });
    assert.equal(stale.status, 412);
  });

  it('makes reads of its id return the survivor; changes and orders with it are refused', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    await merge(survivor.id, duplicate.id);
    const answer = await get(duplicate.id);
    assert.deepEqual([answer.status, answer.body.data.id], [200, survivor.id]);
    assert.equal(answer.headers['content-location'], `/v1/crm/customers/${survivor.id}`);
    assert.equal((await totals(duplicate.id)).customerId, survivor.id);
    const url = `/v1/crm/customers/${duplicate.id}`;
    for (const refused of [
      await test.call('PATCH', url, { token, body: { name: 'x' } }),
      await test.call('POST', `${url}/archive`, { token }),
      await merge((await create()).id, duplicate.id),
      await merge(duplicate.id, (await create()).id),
    ]) {
      assert.deepEqual([refused.status, refused.body.error.details], [409, { mergedInto: survivor.id }]);
    }
    assert.equal((await order(duplicate.id)).status, 404);
  });

  it('makes every search term of the duplicate find the survivor instead', async () => {
    const survivor = await create({ name: 'Remaining', externalId: 'kept-1' });
    const duplicate = await create({ name: 'Vanishing', email: 'v@vanish.example', externalId: 'kept-2' });
    await merge(survivor.id, duplicate.id);
    for (const query of [
      'q=v@vanish',
      'email=v@vanish.example',
      'externalId=kept-1',
      'externalId=kept-2',
      'q=kept-2',
    ]) {
      assert.deepEqual(await found(query), [survivor.id], query);
    }
    assert.deepEqual(await found('q=vanishing'), []);
    const taken = await test.call('POST', '/v1/crm/customers', {
      token,
      body: { name: 'x', externalId: 'kept-2' },
    });
    assert.equal(taken.status, 409);
    await change(survivor.id, { name: 'Renamed', externalId: 'kept-3' });
    for (const query of ['externalId=kept-2', 'q=kept-2', 'externalId=kept-3']) {
      assert.deepEqual(await found(query), [survivor.id], query);
    }
  });

  it("lets its reference find the survivor until the survivor's reference is set to null", async () => {
    const [survivor, duplicate] = [
      await create({ externalId: 'ref-1' }),
      await create({ externalId: 'ref-2' }),
    ];
    await merge(survivor.id, duplicate.id);
    await change(survivor.id, { externalId: null });
    for (const query of ['externalId=ref-1', 'externalId=ref-2', 'q=ref-2']) {
      assert.deepEqual(await found(query), [], query);
    }
    const { id } = await create({ externalId: 'ref-2' });
    assert.deepEqual(await found('externalId=ref-2'), [id]);
  });

  it('keeps its id valid in filters: it finds the orders and people of the survivor', async () => {
    const [survivor, duplicate] = [await create({ type: 'company' }), await create({ type: 'company' })];
    const person = await create({ companyId: duplicate.id });
    const placed = (await order(duplicate.id)).body.data;
    await merge(survivor.id, duplicate.id);
    for (const { id } of [survivor, duplicate]) {
      assert.deepEqual(await found(`companyId=${id}`), [person.id]);
      const { data } = (await test.call('GET', `/v1/crm/orders?customerId=${id}`, { token })).body;
      assert.deepEqual(
        data.map((one: { id: string }) => one.id),
        [placed.id],
      );
    }
  });

  it('redirects earlier duplicates of the duplicate to the last survivor', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    assert.deepEqual([(await get(a.id)).body.data.id, (await get(b.id)).body.data.id], [c.id, c.id]);
  });

  it('of companies moves their people to the survivor', async () => {
    const [survivor, duplicate] = [await create({ type: 'company' }), await create({ type: 'company' })];
    const { id } = await create({ companyId: duplicate.id });
    const { updatedAt } = (await merge(survivor.id, duplicate.id)).body.data;
    const person = (await get(id)).body.data;
    assert.deepEqual([person.companyId, person.version, person.updatedAt], [survivor.id, 2, updatedAt]);
  });

  it('happens once: a repeated request gets the same answer and publishes nothing', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    const first = await merge(survivor.id, duplicate.id);
    assert.equal((await merge(survivor.id, duplicate.id)).text, first.text);
  });

  it('is refused with itself, between a person and a company, and with missing customers', async () => {
    const { id } = await create();
    assert.equal((await merge(id, id)).status, 422);
    assert.equal((await merge(id, (await create({ type: 'company' })).id)).status, 409);
    const [missing, theirs] = [await merge(id, crypto.randomUUID()), await merge(id, await other.customer())];
    const bare = ({ status, text, body }: Answer) => [status, text.replace(body.error.requestId, '')];
    assert.equal(missing.status, 404);
    assert.deepEqual(bare(theirs), bare(missing));
    assert.equal((await get(id)).body.data.version, 1);
  });

  it('writes an audit row with ids and a count, and no personal data', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    await order(duplicate.id);
    await merge(survivor.id, duplicate.id);
    const url = `/v1/audit-log?subjectId=${survivor.id}`;
    const { data } = (await test.call('GET', url, { token: await tenant.staff('admin') })).body;
    assert.equal(data.length, 1);
    assert.deepEqual(
      [data[0].action, data[0].details],
      ['customer.merged', { from: duplicate.id, orders: 1 }],
    );
  });
});

describe('while customers are merged', () => {
  it('concurrent changes of orders get their own version and timeline entry', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    const { id } = (await order(duplicate.id)).body.data;
    const pay = () =>
      test.call('POST', `/v1/crm/orders/${id}/payments`, {
        token,
        body: { amount: 0.25, outcome: 'succeeded' },
      });
    const [first, second, merged, ...rest] = await Promise.all([
      pay(),
      pay(),
      merge(survivor.id, duplicate.id),
      pay(),
      pay(),
    ]);
    for (const { status, text } of [first, second, merged, ...rest]) assert.ok(status < 300, text);
    const { data } = (await test.call('GET', `/v1/crm/orders/${id}/timeline`, { token })).body;
    const told = data.map((entry: { version: number; action: string }) => entry.version);
    assert.deepEqual(told, [6, 5, 4, 3, 2, 1]);
    assert.equal(data.filter((entry: { action: string }) => entry.action === 'merged').length, 1);
  });

  it('of two merges into each other one succeeds and the other gets a conflict, without a deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await create(), await create()];
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    }
  });

  it('orders for the duplicate are either moved or refused, never lost and never left behind', async () => {
    for (let round = 0; round < 5; round++) {
      const [survivor, duplicate] = [await create(), await create()];
      const placing = Array.from({ length: 8 }, () => order(duplicate.id));
      const [merged, ...placed] = await Promise.all([merge(survivor.id, duplicate.id), ...placing]);
      assert.equal(merged.status, 200, merged.text);
      const statuses = placed.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => [201, 404].includes(status)),
        statuses.join(),
      );
      const { orders } = await totals(survivor.id);
      assert.equal(orders, statuses.filter((status) => status === 201).length);
      const left = await test.db.inTenant(tenant.id, (tx) =>
        tx.query('select from orders where customer_id = $1', [duplicate.id]),
      );
      assert.equal(left.rowCount, 0);
    }
  });
});
