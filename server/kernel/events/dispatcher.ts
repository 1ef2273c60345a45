/** Hands committed events to their consumers. An event is marked in the same transaction as what its consumers did. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { SUBSCRIBABLE } from '#kernel/events/catalogue.ts';
import type { Logger } from '#kernel/log.ts';

export type BusEvent = { tenant_id: string; id: string; type: string; created_at: Date };

/** Takes a list, so that a hundred events cost one statement. Must only write through `tx`. */
export type Consumer = {
  name: string;
  consume(tx: Tx, events: BusEvent[], now: Date): Promise<void>;
  /** Called after the transaction committed. */
  committed?(): void;
};

const BATCH = 500;
const MAX_ATTEMPTS = 8;

/** One round; returns how many events it took, so that the loop knows whether to go on at once. */
export async function dispatch(db: Db, consumers: Consumer[], now: Date, log: Logger): Promise<number> {
  let taken = 0;
  try {
    taken = await db.acrossTenants(async (tx) => {
      const events = await claim(tx, now, BATCH);
      await consumeAll(tx, consumers, events, now);
      return events.length;
    });
  } catch (error) {
    log.warn({ err: error }, 'a batch of events failed; trying them one by one');
    taken = await dispatchSingly(db, consumers, now, log);
  }
  if (taken > 0) for (const consumer of consumers) consumer.committed?.();
  return taken;
}

/** One bad event must not hold up the others: each gets its own transaction, and the bad one waits, then is parked. */
async function dispatchSingly(db: Db, consumers: Consumer[], now: Date, log: Logger): Promise<number> {
  for (let taken = 0; taken < BATCH; taken++) {
    let event: BusEvent | undefined;
    try {
      await db.acrossTenants(async (tx) => {
        [event] = await claim(tx, now, 1);
        if (event !== undefined) await consumeAll(tx, consumers, [event], now);
      });
      if (event === undefined) return taken;
    } catch (error) {
      if (event === undefined) throw error;
      log.error(
        { err: error, eventId: event.id, tenantId: event.tenant_id },
        'an event could not be dispatched',
      );
      await db.acrossTenants((tx) => postpone(tx, event!, now, error as Error));
    }
  }
  return BATCH;
}

async function claim(tx: Tx, now: Date, limit: number): Promise<BusEvent[]> {
  const { rows } = await tx.query<BusEvent>(
    `select tenant_id, id, type, created_at from events
     where state = 'pending' and next_at <= $1
     order by next_at limit $2 for update skip locked`,
    [now, limit],
  );
  return rows;
}

async function consumeAll(tx: Tx, consumers: Consumer[], events: BusEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  for (const consumer of consumers) await consumer.consume(tx, events, now);
  await tx.query(MARK_DISPATCHED, [
    events.map((event) => event.tenant_id),
    events.map((event) => event.id),
    events.map((event) => event.created_at),
    Object.keys(SUBSCRIBABLE),
  ]);
}

// The lock is held from the first position to the commit, so positions become visible in their order: a reader of the feed
// who has seen one has seen all before it.
const MARK_DISPATCHED = {
  name: 'mark_dispatched',
  text: `
    with turn as materialized (select pg_advisory_xact_lock(hashtext('event positions')))
    update events e set state = 'dispatched', position = case when e.type = any ($4) then nextval('event_positions') end
    from turn, unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as done (tenant_id, id, created_at)
    where e.tenant_id = done.tenant_id and e.id = done.id and e.created_at = done.created_at`,
};

/** Trouble of the database is not held against the event, or an outage would park whatever was due in it. */
async function postpone(tx: Tx, event: BusEvent, now: Date, error: Error): Promise<void> {
  const isItsFault = !(error instanceof AppError && error.code === 'unavailable');
  await tx.query(
    `update events set
       attempts = attempts + $4,
       state = case when attempts + $4 >= $5 then 'parked' else 'pending' end,
       next_at = $3::timestamptz + interval '1 second' * power(2, attempts),
       last_error = left($6, 500)
     where tenant_id = $1 and id = $2 and state = 'pending'`,
    [event.tenant_id, event.id, now, isItsFault ? 1 : 0, MAX_ATTEMPTS, error.message],
  );
}
