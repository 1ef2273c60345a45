import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { addEvents, addFinished, minutesAgo, openStage } from '../testing/stage.ts';

const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const { tenant } = stage;
const show = async (id: string) => (await stage.ask('GET', `/v1/events/${id}`, 200)).body.data;

describe('GET /v1/events/:id', () => {
  it('returns the event as stored, with its deliveries to all subscriptions, newest first', async () => {
    const [one, two] = [await stage.subscribe({ name: 'One' }), await stage.subscribe({ name: 'Two' })];
    const [event, neighbour] = await addEvents(test, tenant, minutesAgo(test, 5, 5));
    const [delivered] = await addFinished(test, tenant, one.id, [event!]);
    const [failed] = await addFinished(test, tenant, two.id, [event!], 'failed');
    await addFinished(test, tenant, one.id, [neighbour!]);
    const { body } = await stage.ask('POST', `/v1/webhooks/deliveries/${delivered}/resend`, 202);
    const answer = await stage.ask('GET', `/v1/events/${event!.id}`, 200);
    assert.match(answer.text, /"data":\{"number": 1\.00\}/);
    const { deliveries, hasMoreDeliveries, ...shown } = answer.body.data;
    assert.deepEqual([shown.type, shown.createdAt], ['redirect.added', event!.at.toISOString()]);
    assert.equal(hasMoreDeliveries, false);
    assert.equal(deliveries[0].id, body.data.id);
    assert.deepEqual(
      deliveries.map((delivery: Record<string, string>) => [
        delivery.id,
        delivery.subscriptionName,
        delivery.cause,
        delivery.status,
      ]),
      [
        [body.data.id, 'One', 'resend', 'pending'],
        ...[
          [delivered, 'One', 'event', 'delivered'],
          [failed, 'Two', 'event', 'failed'],
        ].sort((a, b) => (a[0]! < b[0]! ? 1 : -1)),
      ],
    );
  });

  it('has the cursor with which the feed goes on behind it, wherever the event is in the feed', async () => {
    const times = Array.from(
      { length: 3_000 },
      (_, n) => new Date(test.now().getTime() - 9_000_000 + n * 1_000),
    );
    const events = await addEvents(test, tenant, times);
    const [late] = await addEvents(test, tenant, [new Date(test.now().getTime() - 6_100_000)]);
    const all = [...events, late!];
    for (const index of [0, 1, 999, 1_500, 2_998, 2_999, 3_000]) {
      const { feedCursor } = await show(all[index]!.id);
      const { body } = await stage.ask('GET', `/v1/events?limit=1&after=${feedCursor}`, 200);
      assert.equal(body.data[0]?.id, all[index + 1]?.id, `event ${index}`);
    }
  });

  it('has no cursor for a test, which is not in the feed', async () => {
    const { id } = await stage.subscribe();
    const { body } = await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/test`, 202, {
      event: 'redirect.added',
    });
    const { feedCursor, deliveries } = await show(body.data.eventId);
    assert.deepEqual([feedCursor, deliveries.length, deliveries[0].cause], [null, 1, 'test']);
  });

  it('reports when there are more deliveries than it shows', async () => {
    const { id } = await stage.subscribe();
    const [event] = await addEvents(test, tenant, minutesAgo(test, 5));
    await addFinished(test, tenant, id, Array(101).fill(event));
    const { deliveries, hasMoreDeliveries } = await show(event!.id);
    assert.deepEqual([deliveries.length, hasMoreDeliveries], [100, true]);
  });

  it("answers 404 for another tenant's event, one that is no longer stored, and one that webhooks do not carry", async () => {
    const [event] = await addEvents(test, tenant, minutesAgo(test, 5));
    await show(event!.id);
    await other.ask('GET', `/v1/events/${event!.id}`, 404);
    await stage.ask('GET', `/v1/events/${crypto.randomUUID()}`, 404);
    const [placed] = await addEvents(test, tenant, minutesAgo(test, 5), 'order.placed');
    await stage.ask('GET', `/v1/events/${placed!.id}`, 404);
  });

  it('needs the scope read:webhooks of a key', async () => {
    const [event] = await addEvents(test, tenant, minutesAgo(test, 5));
    const get = async (...scopes: Parameters<typeof tenant.keyWith>) =>
      (await test.call('GET', `/v1/events/${event!.id}`, { token: await tenant.keyWith(...scopes) })).status;
    assert.deepEqual([await get('read:webhooks'), await get('read:crm')], [200, 403]);
  });
});
