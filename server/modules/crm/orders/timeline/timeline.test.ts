import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant } from '../../../../testing.ts';
import { useOrders } from '../../testing/orders.ts';

const { test, tenant, customerId, place, act, done, timeline } = await useOrders();

type Entry = {
  version: number;
  action: string;
  at: string;
  actor: { type: string; id: string; name: string };
  status: string;
  paymentStatus: string;
  details: Record<string, unknown>;
};
const entriesOf = async (id: string): Promise<Entry[]> => (await timeline(id)).body.data;
const me = async (token: string) => {
  const { type, id, name } = (await test.call('GET', '/v1/me', { token })).body.data.actor;
  return { type, id, name };
};

describe('POST /v1/crm/orders/:id/comments', () => {
  it('adds a comment with its author to the timeline, and changes nothing else of the order', async () => {
    const id = await place();
    const token = await tenant.staff('editor');
    const url = `/v1/crm/orders/${id}`;
    const before = (await test.call('GET', url, { token })).body.data;
    const added = await test.call('POST', `${url}/comments`, {
      token,
      body: { text: 'Call before delivery' },
    });
    assert.equal(added.status, 201, added.text);
    assert.deepEqual(
      { ...added.body.data, version: before.version, updatedAt: before.updatedAt },
      { ...before, updatedAt: before.updatedAt },
    );
    const [newest] = await entriesOf(id);
    assert.deepEqual([newest!.action, newest!.details], ['commented', { comment: 'Call before delivery' }]);
    assert.deepEqual(newest!.actor, await me(token));
    const empty = await test.call('POST', `${url}/comments`, { token, body: { text: '' } });
    assert.equal(empty.status, 422);
  });

  it('is erased with the customer', async () => {
    const ada = await tenant.customer('Ada');
    const id = await place({ customerId: ada });
    await done(id, 'comments', { text: 'Ada lives next door' });
    const erased = await test.call('POST', `/v1/crm/customers/${ada}/erase`, {
      token: await tenant.staff('admin'),
      headers: { 'idempotency-key': 'erase' },
    });
    assert.equal(erased.status, 200, erased.text);
    assert.ok(!JSON.stringify(await entriesOf(id)).includes('next door'));
  });
});

describe('GET /v1/crm/orders/:id/timeline', () => {
  it('lists every change, newest first, with its details', async () => {
    const id = await place();
    const tracking = { carrier: 'DHL', number: '1' };
    await done(id, 'payments', { amount: 12, outcome: 'failed' });
    await done(id, 'payments', { amount: 12, outcome: 'succeeded', method: 'card', reference: 'ch_1' });
    await done(id, 'fulfill', { items: [{ line: 1, quantity: 1 }], tracking });
    await done(id, 'fulfill');
    await done(id, 'deliver');
    await done(id, 'refund', { amount: 2, reason: 'Late' });
    const entries = (await entriesOf(id)).toReversed();
    assert.deepEqual(
      entries.map(({ action, status, paymentStatus, details }) => [action, status, paymentStatus, details]),
      [
        ['placed', 'placed', 'unpaid', {}],
        ['payment', 'placed', 'failed', { amount: 12, outcome: 'failed' }],
        [
          'payment',
          'placed',
          'paid',
          { amount: 12, outcome: 'succeeded', method: 'card', reference: 'ch_1' },
        ],
        ['fulfilled', 'partially_fulfilled', 'paid', { items: [{ line: 1, quantity: 1 }], tracking }],
        [
          'fulfilled',
          'fulfilled',
          'paid',
          {
            items: [
              { line: 1, quantity: 1 },
              { line: 2, quantity: 1 },
            ],
          },
        ],
        [
          'delivered',
          'delivered',
          'paid',
          {
            items: [
              { line: 1, quantity: 2 },
              { line: 2, quantity: 1 },
            ],
          },
        ],
        ['refunded', 'delivered', 'partially_refunded', { amount: 2, reason: 'Late' }],
      ],
    );
    assert.deepEqual(
      entries.map(({ version }) => version),
      [1, 2, 3, 4, 5, 6, 7],
    );
  });

  it('has the reason and the refunded amount of a cancellation', async () => {
    const id = await place();
    await done(id, 'payments', { amount: 5, outcome: 'succeeded' });
    await done(id, 'cancel', { reason: 'Changed their mind' });
    const [last] = await entriesOf(id);
    assert.deepEqual(
      [last!.action, last!.details],
      ['cancelled', { reason: 'Changed their mind', amount: 5 }],
    );
  });

  it('has the author of each entry, a key or a person, by the name at that time', async () => {
    const editor = await tenant.staff('editor');
    const body = { customerId, items: [{ sku: 'A', name: 'A' }] };
    const placed = await test.call('POST', '/v1/crm/orders', { token: editor, body });
    const { id } = placed.body.data;
    await act(id, 'fulfill');
    await act(id, 'deliver', undefined, { token: editor });
    const [person, key] = [await me(editor), await me(tenant.key)];
    assert.deepEqual([person.type, key.type], ['staff', 'api_key']);
    assert.deepEqual(
      (await entriesOf(id)).map(({ actor }) => actor),
      [person, key, person],
    );
  });

  it('has the names of edited fields, and not their values', async () => {
    const id = await place({ customerNote: 'Secret door at the back' });
    const body = { customerNote: null, shippingAddress: { line1: '1 Agora' }, internalNote: null };
    await test.call('PATCH', `/v1/crm/orders/${id}`, { token: tenant.key, body });
    const answer = await timeline(id);
    const [edited] = answer.body.data;
    assert.deepEqual([edited.action, edited.details.fields], ['edited', ['customerNote', 'shippingAddress']]);
    assert.ok(!answer.text.includes('Secret') && !answer.text.includes('Agora'));
  });

  it('comes in pages without gaps', async () => {
    const id = await place();
    for (let times = 0; times < 6; times++) await done(id, 'payments', { amount: 1, outcome: 'succeeded' });
    const seen: number[] = [];
    let cursor = '';
    do {
      const { body } = await timeline(id, `?limit=3${cursor}`);
      seen.push(...body.data.map(({ version }: Entry) => version));
      cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : '';
    } while (cursor !== '');
    assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1]);
  });

  it('has no entry for refused requests and dry runs', async () => {
    const id = await place();
    await act(id, 'deliver');
    await act(id, 'fulfill', {}, { query: '?dryRun=true' });
    assert.deepEqual(
      (await entriesOf(id)).map(({ action }) => action),
      ['placed'],
    );
  });

  it('can be read by callers of the tenant who may read orders', async () => {
    const id = await place();
    const as = (token: string) => test.call('GET', `/v1/crm/orders/${id}/timeline`, { token });
    assert.equal((await as(await tenant.staff('viewer'))).status, 200);
    assert.equal((await as(await tenant.keyWith('write:crm'))).status, 403);
    assert.equal((await as((await newTenant(test)).key)).status, 404);
  });

  it("is append-only: the server's role may neither update nor delete entries", async () => {
    const id = await place();
    await done(id, 'fulfill');
    for (const sql of [`update order_history set action = 'edited'`, 'delete from order_history']) {
      await assert.rejects(
        test.db.inTenant(tenant.id, (tx) => tx.query(sql)),
        /permission denied/,
      );
    }
  });
});
