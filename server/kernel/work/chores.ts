/** What must be tidied now and then, and measured for those who watch. */
import type { Db } from '#kernel/db/db.ts';
import { IDEMPOTENCY_HOURS } from '#kernel/http/idempotency.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const EVERY_MS = 600_000;

export function startChores({ db, clock, log }: Kernel): Loop {
  return startLoop({
    name: 'chores',
    idleMs: EVERY_MS,
    log,
    round: async () => {
      return forgetOldAnswers(db, await clock.ask());
    },
  });
}

const FORGOTTEN_AT_ONCE = 10_000;

/** In steps, so that any number of them ends. True when there are more. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<boolean> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  const { rowCount } = await db.acrossTenants((tx) => tx.query(FORGET, [oldest, FORGOTTEN_AT_ONCE]));
  return rowCount > FORGOTTEN_AT_ONCE;
}

const FORGET = `
  delete from idempotency_keys where created_at <= least($1, (
    select created_at from idempotency_keys where created_at <= $1 order by created_at offset $2 limit 1))`;

export type Backlog = {
  queue: 'events' | 'deliveries' | 'merges';
  waiting: number;
  oldestSeconds: number;
  parked: number;
  /** Some process is sending deliveries right now, so there is a worker. */
  hasWorker: boolean;
};

export const COUNTED_TO = 1_000;

/** How much is due and not done, and since when. Counting stops at a thousand: enough to know that it is much. */
export async function readBacklog(db: Db, now: Date): Promise<Backlog[]> {
  const { rows } = await db.acrossTenants((tx) => tx.query<Backlog>(BACKLOG, [now]));
  return rows;
}

// The oldest of each tenant, lane by lane, a step of the index each; beyond a thousand steps nobody looks.
const BACKLOG = `
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
  select b.*, exists (select from webhook_lanes where until > $1) as "hasWorker" from (
  select 'events' as queue,
    (select count(*)::int from (
      select from event_queue where next_at <= $1 and next_at < 'infinity' limit ${COUNTED_TO}) e) as waiting,
    coalesce(extract(epoch from $1 - (select min(next_at) from oldest where next_at <= $1)), 0)::float8 as "oldestSeconds",
    (select count(*)::int from (select from event_queue where next_at = 'infinity' limit ${COUNTED_TO}) e) as parked
  union all
  select 'deliveries',
    (select count(*)::int from (select from webhook_queue where state = 'ready' limit ${COUNTED_TO}) d),
    coalesce(extract(epoch from $1 - (
      select min(next_at) from (select next_at from webhook_queue where state = 'ready' limit ${COUNTED_TO}) d)), 0)::float8,
    0
  union all
  select 'merges', count(*) filter (where next_at <= $1)::int,
    coalesce(extract(epoch from $1 - min(next_at) filter (where next_at <= $1)), 0)::float8,
    count(*) filter (where next_at = 'infinity')::int
  from (select next_at from customer_work limit ${COUNTED_TO}) w) b`;
