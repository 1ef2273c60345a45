/** Reads the number of due rows of each queue, and the age of the oldest: for health, metrics and doctor. */
import type { Db, Queryable } from '#kernel/db/db.ts';

export type Backlog = {
  queue: string;
  waiting: number;
  oldestSeconds: number;
  /** Rows that failed eight times and are not tried again. */
  parked: number;
  /** True if a process has a lease on this queue right now, so a worker runs. Omitted if the queue has no leases. */
  hasWorker?: boolean;
  /** The reason for which the worker cannot go on; null or omitted if it can. */
  lastError?: string | null;
};

/** Reads the backlog of one queue, as the worker role; null if the installation does not use the queue. */
export type ReadBacklog = (worker: Queryable, now: Date) => Promise<Backlog | null>;

/** Counting stops here: the exact number of a large backlog does not matter. */
export const COUNTED_TO = 1_000;

export function readBacklogs(db: Db, now: Date, ofModules: ReadBacklog[]): Promise<Backlog[]> {
  return db.acrossTenants(async (tx) => {
    const backlogs: Backlog[] = [];
    for (const read of [readEventBacklog, readRelayBacklog, ...ofModules]) {
      const backlog = await read(tx, now);
      if (backlog !== null) backlogs.push(backlog);
    }
    return backlogs;
  });
}

const readEventBacklog: ReadBacklog = async (worker, now) => {
  const { rows } = await worker.query<Backlog>(EVENT_BACKLOG, [now]);
  return rows[0]!;
};

// The oldest row of each tenant, lane by lane: one step of the index each, and 1,000 steps at most.
const EVENT_BACKLOG = `
  with recursive oldest (lane, tenant_id, next_at, step) as (
    (select lane, tenant_id, next_at, 1 from event_queue where next_at < 'infinity'
     order by lane, tenant_id, next_at limit 1)
    union all
    select n.lane, n.tenant_id, n.next_at, o.step + 1
    from oldest o cross join lateral (
      select q.lane, q.tenant_id, q.next_at from event_queue q
      where q.next_at < 'infinity' and (q.lane, q.tenant_id) > (o.lane, o.tenant_id)
      order by q.lane, q.tenant_id, q.next_at limit 1) n
    where o.step < 1000
  )
  select 'events' as queue,
    (select count(*)::int from (
      select from event_queue where next_at <= $1 and next_at < 'infinity' limit ${COUNTED_TO}) e) as waiting,
    coalesce(extract(epoch from $1 - (select min(next_at) from oldest where next_at <= $1)), 0)::float8 as "oldestSeconds",
    (select count(*)::int from (select from event_queue where next_at = 'infinity' limit ${COUNTED_TO}) e) as parked`;

/** Events that the stream of the relay does not have yet. */
export const readRelayBacklog: ReadBacklog = async (worker, now) => {
  const { rows } = await worker.query<Backlog>(RELAY_BACKLOG, [now]);
  return rows[0] ?? null;
};

const RELAY_BACKLOG = `
  select 'relay' as queue, 0 as parked, r.lease_until > $1 as "hasWorker", r.last_error as "lastError",
    (select count(*)::int from (
      select from event_stream s where s.position > r.position limit ${COUNTED_TO}) s) as waiting,
    greatest(0, coalesce(extract(epoch from $1 - (
      select s.at from event_stream s where s.position > r.position order by s.position limit 1)), 0))::float8 as "oldestSeconds"
  from relay r`;
