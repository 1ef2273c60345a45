/** An upgrade must neither lose nor repeat events and deliveries that are in their queues when these change. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('event-queue');
const tenant = crypto.randomUUID();

it('an upgrade keeps waiting events waiting and parked ones parked, keeps feed positions, and makes deliveries in flight due again', async () => {
  await fill(
    ['tenants', 'events', 'webhook_queue'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      [
        `insert into events (tenant_id, id, type, data, created_at, state, attempts, next_at, last_error, position) values
           ($1, gen_random_uuid(), 'waits', '{}', '2030-01-01', 'pending', 2, '2030-01-02', 'once', null),
           ($1, gen_random_uuid(), 'parked', '{}', '2030-01-01', 'parked', 8, '2030-01-03', 'always', null),
           ($1, gen_random_uuid(), 'seen', '{}', '2030-01-01', 'dispatched', 0, '2030-01-01', null, 7),
           ($1, gen_random_uuid(), 'unlisted', '{}', '2030-01-01', 'dispatched', 0, '2030-01-01', null, null)`,
        [tenant],
      ],
      [
        `insert into webhook_queue
           (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, attempts, next_at, claim, created_at)
         select $1, gen_random_uuid(), now(), gen_random_uuid(), gen_random_uuid(), state, 'event', state, 1, now(), 3, now()
         from unnest('{ready,sending,waiting,held}'::text[]) state`,
        [tenant],
      ],
    ],
  );
  await upgradeTo('webhook-lanes');
  assert.deepEqual(
    await read(
      `select type, next_at::date::text, attempts, last_error from event_queue where tenant_id = '${tenant}' order by next_at`,
    ),
    [
      ['waits', '2030-01-02', 2, 'once'],
      ['parked', 'infinity', 8, 'always'],
    ],
  );
  const feed = `select f.type, f.position::int from event_feed f join events e on e.id = f.id and e.created_at = f.at`;
  assert.deepEqual(await read(feed), [['seen', 7]]);
  assert.deepEqual(await read('select event_type, state from webhook_queue order by 1'), [
    ['held', 'held'],
    ['ready', 'ready'],
    ['sending', 'ready'],
    ['waiting', 'waiting'],
  ]);
});
