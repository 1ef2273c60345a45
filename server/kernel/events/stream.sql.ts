import type { Queryable, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import type { QueuedEvent } from './queue.sql.ts';

/** Gives each event the next position of the stream, in the order of the list. */
export async function insertPositions(tx: Tx, events: QueuedEvent[]): Promise<void> {
  await tx.query(INSERT_POSITIONS, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ]);
}

// The lock is held from the first position to the commit, so positions become visible in order: the relay that has read one has
// read all before it.
const INSERT_POSITIONS = {
  name: 'insert_positions',
  text: `
    with turn as materialized (select pg_advisory_xact_lock(hashtext('stream positions')))
    insert into event_stream (position, tenant_id, id, at)
    select nextval('stream_positions'), e.tenant_id, e.id, e.at
    from turn, unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as e (tenant_id, id, at)`,
};

export type StreamedEvent = {
  position: bigint;
  id: string;
  tenant_id: string;
  type: string;
  created_at: Date;
  /** JSON as it is stored. */
  data: string;
};

/** A position up to which the stream was read, and the id of the event there; null if there was none. */
export type Reached = { position: bigint; id: string | null };

/**
 * The events after a position, in order, and the last position that was read: events past their retention are gone while their
 * positions may still exist. Null if another event, or none, is at `after` now: a promoted standby may lack the last events, and
 * gives their positions to others.
 */
export async function readStream(
  worker: Queryable,
  after: Reached,
  limit: number,
): Promise<{ events: StreamedEvent[]; reached: Reached; isEnd: boolean } | null> {
  const { rows } = await worker.query<StreamedEvent>(READ_STREAM, [after.position, limit + 1]);
  const isEnd = rows.length <= limit;
  const before = rows[0]?.position === after.position ? rows.shift() : undefined;
  if (after.id !== null && before?.id !== after.id) return null;
  return { events: rows.filter((row) => row.data !== null), reached: rows.at(-1) ?? after, isEnd };
}

const READ_STREAM = {
  name: 'read_stream',
  text: `
    select s.position, s.id, s.tenant_id, e.type, e.created_at, e.data
    from (select * from event_stream where position >= $1 order by position limit $2) s
    left join events e on ${byKey({ 'e.tenant_id': 's.tenant_id', 'e.id': 's.id', 'e.created_at': 's.at' })}
    order by s.position`,
};

/** The id of the event at a position; null if there is none. */
export async function readIdAt(worker: Queryable, position: bigint): Promise<string | null> {
  const { rows } = await worker.query<{ id: string }>('select id from event_stream where position = $1', [
    position,
  ]);
  return rows[0]?.id ?? null;
}
