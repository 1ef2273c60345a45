/** Tables that grow with time live in weekly partitions: made ahead, and dropped whole when they are too old. */
import pg from 'pg';
import type { Logger } from '#kernel/log.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const WEEKS_AHEAD = 3;

/** Making and dropping tables is the owner's right alone, so this loop, and nothing else that runs, enters as the owner. */
export function startPartitionKeeper(
  { config, clock, log }: Kernel,
  connectAsOwner: () => Promise<pg.Client>,
): Loop {
  return startLoop({
    name: 'partitions',
    idleMs: HOUR,
    log,
    round: async () => {
      const owner = await connectAsOwner();
      try {
        const { dropped } = await keepPartitions(owner, clock(), config.retentionDays, log);
        if (dropped.length > 0) log.info({ dropped }, 'old partitions were dropped');
      } finally {
        await owner.end();
      }
      return false;
    },
  });
}

type Existing = { parent: string; partition: string; until: Date | null };

/** Runs as the owner. Safe to run from several processes at once, and as often as one likes. */
export async function keepPartitions(
  owner: Pick<pg.Client, 'query'>,
  now: Date,
  retentionDays: number,
  log?: Logger,
): Promise<{ made: string[]; dropped: string[] }> {
  // Waiting long for a lock would make everyone else wait behind it; the next round tries again.
  await owner.query("set lock_timeout = '2s'");
  const { rows } = await owner.query<Existing>(EXISTING);
  const parents = [...new Set(rows.map((row) => row.parent))];
  const oldest = now.getTime() - retentionDays * DAY;
  const made: string[] = [];
  const dropped: string[] = [];
  for (const parent of parents) {
    for (let week = 0; week <= WEEKS_AHEAD; week++) {
      const from = startOfWeek(new Date(now.getTime() + week * WEEK));
      const name = `${parent}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
      if (rows.some((row) => row.partition === name)) continue;
      if (await attempt(() => makePartition(owner, parent, name, from), name, log)) made.push(name);
    }
  }
  for (const { partition, until } of rows) {
    if (until === null || until.getTime() > oldest) continue;
    const sql = `drop table if exists ${pg.escapeIdentifier(partition)}`;
    if (await attempt(() => owner.query(sql), partition, log)) dropped.push(partition);
  }
  return { made, dropped };
}

async function makePartition(owner: Pick<pg.Client, 'query'>, parent: string, name: string, from: Date) {
  const id = pg.escapeIdentifier;
  const until = new Date(from.getTime() + WEEK);
  // Nobody is granted anything on a partition: rows are reached through the parent and its policies alone.
  await owner.query(`
    create table if not exists ${id(name)} partition of ${id(parent)}
      for values from ('${from.toISOString()}') to ('${until.toISOString()}');
    alter table ${id(name)} enable row level security;
    alter table ${id(name)} force row level security`);
}

async function attempt(work: () => Promise<unknown>, partition: string, log?: Logger): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log?.warn(
      { err: error, partition },
      'a partition could not be made or dropped yet; it will be tried again',
    );
    return false;
  }
}

/** Monday, midnight UTC. */
function startOfWeek(time: Date): Date {
  const day = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY);
}

const EXISTING = `
  select parent.relname as parent, child.relname as partition,
    (regexp_match(pg_get_expr(child.relpartbound, child.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as until
  from pg_inherits i
  join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p'
  join pg_class child on child.oid = i.inhrelid
  where parent.relnamespace = 'public'::regnamespace and child.relkind = 'r'`;
