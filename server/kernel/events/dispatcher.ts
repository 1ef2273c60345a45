/** Hands committed events to their consumers. An event leaves the queue in the same transaction as what its consumers did. */
import { crashPoint } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import type { Logger } from '#kernel/log.ts';

/** `at` as PostgreSQL writes it: nobody here reckons with it, and it goes back as it came. */
export type BusEvent = { tenant_id: string; id: string; type: string; at: string };

/** Takes a list, so that a hundred events cost one statement. Must only write through `tx`. */
export type Consumer = {
  name: string;
  /** The types it wants; the others are none of its business. Without it: all. */
  types?: ReadonlySet<string>;
  consume(tx: Tx, events: BusEvent[], now: Date): Promise<void>;
  /** Called after the transaction committed. */
  committed?(): void;
};

/** Orders are placed by the hundred thousand; so that no other event waits for all of theirs, they have a lane of their own. */
export const LANES = ['orders', 'others'] as const;
export type Lane = (typeof LANES)[number];

export const BATCH = 1000;
const MAX_ATTEMPTS = 8;

/** One round of a lane; returns how many events it took, so that the loop knows whether to go on at once. */
export async function dispatch(
  db: Db,
  lane: Lane,
  consumers: Consumer[],
  now: Date,
  log: Logger,
): Promise<number> {
  let taken = 0;
  try {
    taken = await db.acrossTenants(async (tx) => {
      const events = await take(tx, lane, now, BATCH);
      if (events.length === 0) return 0;
      crashPoint('after_take');
      await consumeAll(tx, consumers, events, now);
      crashPoint('after_consume_before_commit');
      return events.length;
    });
  } catch (error) {
    log.warn({ err: error }, 'a batch of events failed; trying them one by one');
    taken = await dispatchSingly(db, lane, consumers, now, log);
  }
  if (taken === 0) return 0;
  crashPoint('after_commit');
  for (const consumer of consumers) consumer.committed?.();
  return taken;
}

/** One bad event must not hold up the others: each gets its own transaction, and the bad one waits, then is parked. */
async function dispatchSingly(
  db: Db,
  lane: Lane,
  consumers: Consumer[],
  now: Date,
  log: Logger,
): Promise<number> {
  for (let taken = 0; taken < BATCH; taken++) {
    let event: BusEvent | undefined;
    try {
      await db.acrossTenants(async (tx) => {
        [event] = await take(tx, lane, now, 1);
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

/** Out of the queue; should this transaction fail, they are still in it. */
async function take(tx: Tx, lane: Lane, now: Date, limit: number): Promise<BusEvent[]> {
  const { rows } = await tx.query<BusEvent>(TAKE[lane], [now, limit]);
  return rows;
}

// Spelled as in the lane's index.
const TAKE = { orders: takeWhere("type = 'order.placed'"), others: takeWhere("type <> 'order.placed'") };

function takeWhere(isInLane: string) {
  const text = `
    with due as materialized (
      select ctid from event_queue where ${isInLane} and next_at <= $1
      order by next_at limit $2 for update skip locked
    )
    delete from event_queue q using due where q.ctid = due.ctid
    returning q.tenant_id, q.id, q.type, q.at::text`;
  return { name: `take where ${isInLane}`, text };
}

async function consumeAll(tx: Tx, consumers: Consumer[], events: BusEvent[], now: Date): Promise<void> {
  for (const { types, consume } of consumers) {
    const wanted = types === undefined ? events : events.filter((event) => types.has(event.type));
    if (wanted.length > 0) await consume(tx, wanted, now);
  }
}

/** Trouble of the database is not held against the event, or an outage would park whatever was due in it. */
async function postpone(tx: Tx, event: BusEvent, now: Date, error: Error): Promise<void> {
  const isItsFault = !(error instanceof AppError && error.code === 'unavailable');
  await tx.query(
    `update event_queue set
       attempts = attempts + $4,
       next_at = case when attempts + $4 >= $5 then 'infinity'
         else $3::timestamptz + interval '1 second' * power(2, attempts) end,
       last_error = left($6, 500)
     where tenant_id = $1 and id = $2 and next_at <= $3`,
    [event.tenant_id, event.id, now, isItsFault ? 1 : 0, MAX_ATTEMPTS, error.message],
  );
}
