/** Puts an event on the bus, in the transaction of its fact: "after commit" is true by construction. */
import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { gathering, isShared } from '#kernel/db/sharing.ts';
import { newId } from '#kernel/id.ts';
import { laneOf } from './lanes.ts';

export type NewEvent = { type: string; data: Record<string, unknown> };

export async function publish(tx: Tx, now: Date, event: NewEvent): Promise<void> {
  if (isShared(tx)) return publishAll(tx, now, [event]);
  await tx.query(INSERT, [newId(), event.type, JSON.stringify(event.data), now]);
  tx.wakeDispatcher(laneOf(event.type));
}

/** Publishes many events at once, in the order of the list. */
export async function publishAll(tx: Tx, now: Date, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertAll(tx, { now, events });
  for (const { type } of events) tx.wakeDispatcher(laneOf(type));
}

const insertAll = gathering(
  async (tx, all: { now: Date; events: NewEvent[] }[]) => {
    const events = all.flatMap((each) => each.events);
    await tx.query(INSERT_ALL, [
      list(events, newId),
      list(events, ({ type }) => type),
      texts(events, ({ data }) => JSON.stringify(data)),
      all[0]!.now,
    ]);
    return all.map(() => undefined);
  },
  ({ now }) => now.toISOString(),
);

const INSERT_ALL = {
  name: 'publish_all',
  text: `
    with added as (
      insert into events (tenant_id, id, type, data, created_at)
      select current_tenant(), id, type, data, $4 from unnest($1::uuid[], $2::text[], $3::json[]) as e (id, type, data)
    )
    insert into event_queue (tenant_id, id, at, type, next_at)
    select current_tenant(), id, $4, type, $4 from unnest($1::uuid[], $2::text[]) as e (id, type)`,
};

const INSERT = {
  name: 'publish',
  text: `
    with event as (
      insert into events (tenant_id, id, type, data, created_at) values (current_tenant(), $1, $2, $3, $4)
    )
    insert into event_queue (tenant_id, id, at, type, next_at) values (current_tenant(), $1, $4, $2, $4)`,
};
