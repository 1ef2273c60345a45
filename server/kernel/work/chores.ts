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
      await forgetOldAnswers(db, clock());
      return false;
    },
  });
}

export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  await db.acrossTenants((tx) => tx.query('delete from idempotency_keys where created_at <= $1', [oldest]));
}

export type Backlog = {
  queue: 'events' | 'deliveries';
  waiting: number;
  oldestSeconds: number;
  parked: number;
};

/** How much is due and not done, and since when. Counting stops at a thousand: enough to know that it is much. */
export async function readBacklog(db: Db, now: Date): Promise<Backlog[]> {
  const { rows } = await db.acrossTenants((tx) => tx.query<Backlog>(BACKLOG, [now]));
  return rows;
}

// Each lane of the event queue by its own index.
const BACKLOG = `
  select 'events' as queue,
    least(sum(lane.waiting), 1000)::int as waiting,
    coalesce(extract(epoch from $1 - min(lane.oldest)), 0)::float8 as "oldestSeconds",
    least(sum(lane.parked), 1000)::int as parked
  from (
    ${backlogOfLane("type = 'order.placed'")} union all ${backlogOfLane("type <> 'order.placed'")}) as lane
  union all
  select 'deliveries',
    (select count(*)::int from (select from webhook_queue where state = 'ready' limit 1000) d),
    coalesce(extract(epoch from $1 - (
      select min(next_at) from (select next_at from webhook_queue where state = 'ready' limit 1000) d)), 0)::float8,
    0`;

function backlogOfLane(isInLane: string): string {
  return `
    select (select count(*) from (select from event_queue where ${isInLane} and next_at <= $1 limit 1000) e) as waiting,
      (select min(next_at) from event_queue where ${isInLane} and next_at <= $1) as oldest,
      (select count(*) from (select from event_queue where ${isInLane} and next_at = 'infinity' limit 1000) e) as parked`;
}
