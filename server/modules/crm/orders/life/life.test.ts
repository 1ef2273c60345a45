import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant } from '../../../../testing.ts';
import { useOrders } from '../../testing/orders.ts';

const { test, tenant, place, get, act, done, eventsOf } = await useOrders();

type Item = { fulfilledQuantity: number; deliveredQuantity: number };
const progress = (order: { status: string; items: Item[] }) => [
  order.status,
  ...order.items.map((item) => `${item.fulfilledQuantity}/${item.deliveredQuantity}`),
];
const types = async (id: string) => (await eventsOf(id)).map((event) => event.type);

describe('POST /v1/crm/orders/:id/fulfill', () => {
  it('without a body fulfils all open units, and publishes order.fulfilled', async () => {
    const id = await place();
    const answer = await act(id, 'fulfill');
    assert.equal(answer.status, 200);
    assert.deepEqual(progress(answer.body.data), ['fulfilled', '2/0', '1/0']);
    assert.deepEqual(answer.body.data.allowedActions, ['deliver', 'payments']);
    assert.deepEqual(await types(id), ['order.fulfilled']);
    assert.equal((await get(id)).text, answer.text);
  });

  it('fulfils some units of some lines, and publishes only when the last one is fulfilled', async () => {
    const id = await place();
    const first = await done(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] });
    assert.deepEqual(progress(first), ['partially_fulfilled', '1/0', '0/0']);
    assert.deepEqual(await types(id), []);
    const tracking = { carrier: 'DHL', number: '00340434', url: 'https://track.example/00340434' };
    const second = await done(id, 'fulfill', { tracking });
    assert.deepEqual(progress(second), ['fulfilled', '2/0', '1/0']);
    const [event] = await eventsOf(id);
    assert.equal(event!.type, 'order.fulfilled');
    assert.deepEqual(event!.data.tracking, tracking);
    assert.deepEqual([event!.data.version, event!.data.at], [3, second.updatedAt]);
  });

  it("answers 409 with the line's number when more units are requested than it has open", async () => {
    const id = await place();
    await done(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] });
    const answer = await act(id, 'fulfill', {
      items: [
        { line: 1, quantity: 2 },
        { line: 2, quantity: 1 },
      ],
    });
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'conflict']);
    assert.equal(answer.body.error.message, 'Line 1 has 1 left to fulfill, not 2.');
    assert.deepEqual(answer.body.error.details, { lines: [{ line: 1, sku: 'TEA', asked: 2, open: 1 }] });
    assert.deepEqual(progress((await get(id)).body.data), ['partially_fulfilled', '1/0', '0/0']);
  });

  it('answers 422 with all lines that do not exist or are named twice', async () => {
    const items = [1, 3, 1, 500].map((line) => ({ line, quantity: 1 }));
    const answer = await act(await place(), 'fulfill', { items });
    assert.equal(answer.status, 422);
    assert.deepEqual(
      answer.body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
      ['items[1].line not_found', 'items[2].line not_unique', 'items[3].line not_found'],
    );
  });

  it('refuses invalid lines and tracking', async () => {
    const id = await place();
    const bodies = [
      { items: [] },
      { items: [{ line: 0, quantity: 1 }] },
      { items: [{ line: 1, quantity: 0 }] },
      { items: [{ line: 1, quantity: 1.5 }] },
      { items: [{ line: 1 }] },
      { items: 'all' },
      { tracking: { url: 'javascript:alert(1)' } },
      { tracking: { carrier: 'c'.repeat(101) } },
      [],
    ];
    for (const body of bodies)
      assert.equal((await act(id, 'fulfill', body)).status, 422, JSON.stringify(body));
  });
});

describe('POST /v1/crm/orders/:id/deliver', () => {
  it('delivers fulfilled units, and publishes order.delivered with the last one', async () => {
    const id = await place();
    await done(id, 'fulfill', { items: [{ line: 1, quantity: 2 }] });
    assert.deepEqual(progress(await done(id, 'deliver')), ['partially_fulfilled', '2/2', '0/0']);
    await done(id, 'fulfill');
    assert.deepEqual(await types(id), ['order.fulfilled']);
    const delivered = await done(id, 'deliver', { items: [{ line: 2, quantity: 1 }] });
    assert.deepEqual(progress(delivered), ['delivered', '2/2', '1/1']);
    assert.deepEqual(await types(id), ['order.fulfilled', 'order.delivered']);
  });

  it('never delivers more than is fulfilled', async () => {
    const id = await place();
    await done(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] });
    const answer = await act(id, 'deliver', { items: [{ line: 1, quantity: 2 }] });
    assert.equal(answer.body.error.message, 'Line 1 has 1 left to deliver, not 2.');
    assert.equal(answer.status, 409);
  });
});

describe('a step that the state does not allow', () => {
  it('gets 409 invalid_transition with the state and the allowed actions', async () => {
    const id = await place();
    const answer = await act(id, 'deliver');
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'invalid_transition']);
    assert.deepEqual(answer.body.error.details, {
      status: 'placed',
      paymentStatus: 'unpaid',
      allowed: ['fulfill', 'cancel', 'payments'],
    });
    assert.match(
      answer.body.error.message,
      /deliver is not possible .*placed and unpaid.*fulfill, cancel, payments/,
    );
  });

  it('is any step that is not in allowedActions', async () => {
    const paid = { amount: 12, outcome: 'succeeded' };
    const ways: [string, object?][][] = [
      [],
      [['fulfill']],
      [['fulfill'], ['deliver']],
      [['cancel']],
      [['payments', paid]],
      [
        ['payments', paid],
        ['cancel', { refund: false }],
      ],
      [['payments', paid], ['refund']],
      [['payments', paid], ['fulfill'], ['deliver'], ['refund']],
    ];
    const bodies: Record<string, object> = { payments: { amount: 1, outcome: 'failed' } };
    for (const way of ways) {
      const id = await place();
      for (const [action, body] of way) await done(id, action, body);
      const { allowedActions } = (await get(id)).body.data;
      const possible: string[] = [];
      for (const action of ['fulfill', 'deliver', 'cancel', 'refund', 'payments']) {
        const { status, body } = await act(id, action, bodies[action], { query: '?dryRun=true' });
        if (status < 300) possible.push(action);
        else assert.deepEqual([status, body.error.code], [409, 'invalid_transition']);
      }
      assert.deepEqual(possible, allowedActions);
    }
  });
});

describe('a step of an order', () => {
  const steps: [string, object?][] = [
    ['fulfill'],
    ['deliver'],
    ['cancel'],
    ['refund'],
    ['payments', { amount: 1, outcome: 'succeeded' }],
  ];

  it('is refused to a viewer and to a key without write:crm', async () => {
    const id = await place();
    const [viewer, reader] = [await tenant.staff('viewer'), await tenant.keyWith('read:crm')];
    for (const [action, body] of steps) {
      assert.equal((await act(id, action, body, { token: viewer })).status, 403);
      assert.equal((await act(id, action, body, { token: reader })).status, 403);
    }
    assert.equal((await get(id)).body.data.version, 1);
  });

  it('gets 404 from another tenant', async () => {
    const id = await place();
    const other = await newTenant(test);
    for (const [action, body] of steps) {
      const theirs = await act(id, action, body, { token: other.key });
      const nobodys = await act(crypto.randomUUID(), action, body, { token: other.key });
      assert.deepEqual([theirs.status, theirs.body.error.message], [404, nobodys.body.error.message]);
    }
    assert.equal((await get(id)).body.data.version, 1);
  });
});
