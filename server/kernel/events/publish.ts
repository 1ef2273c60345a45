/** Puts an event on the bus, in the transaction of the fact it tells: "after commit" holds by construction. */
import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';

export type NewEvent = { type: string; data: Record<string, unknown> };

export async function publish(tx: Tx, now: Date, event: NewEvent): Promise<void> {
  await tx.query(INSERT, [newId(), event.type, JSON.stringify(event.data), now]);
  tx.wakeDispatcher();
}

const INSERT = {
  name: 'publish',
  text: `
    with event as (
      insert into events (tenant_id, id, type, data, created_at) values (current_tenant(), $1, $2, $3, $4)
    )
    insert into event_queue (tenant_id, id, at, type, next_at) values (current_tenant(), $1, $4, $2, $4)`,
};
