/** Tables that grow with time live in weekly partitions: made ahead, and dropped whole when they are too old. */
import pg from 'pg';
import type { Config } from '#kernel/config.ts';
import type { Owner } from '#kernel/db/owner.ts';
import { clearDefault, type Slice, takeFromDefault } from '#kernel/db/partition-default.ts';
import type { Logger } from '#kernel/log.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
const WEEKS_AHEAD = 3;
/**
 * PostgreSQL scans all of the default partition for each slice that is moved out of it. Slices grow with the partition, so that
 * there are never many: the work grows with the number of rows, not with its square.
 */
const MOST_SLICES = 64;

/** Only the owner may create and drop tables, so this loop connects as the owner; nothing else that runs does. */
export function startPartitionKeeper(
  { config, log }: { config: Config; log: Logger },
  connectAsOwner: () => Promise<pg.Client>,
  daysOf: DaysOf = {},
): Loop {
  return startLoop({
    name: 'partitions',
    idleMs: HOUR,
    log,
    round: async () => {
      const owner = await connectAsOwner();
      try {
        const { dropped, moved } = await keepPartitions(owner, config.retentionDays, { log, daysOf });
        if (dropped.length > 0) log.info({ dropped }, 'old partitions were dropped');
        return moved > 0;
      } finally {
        await owner.end();
      }
    },
  });
}

/** A partition with a range; `from` and `until` are null for the default one. `isUsed`: it has, or had, rows. */
type Existing = {
  parent: string;
  partition: string;
  key: string;
  from: Date | null;
  until: Date | null;
  isUsed: boolean;
};

export const listPartitions = async (client: Owner): Promise<Existing[]> =>
  (await client.query<Existing>(EXISTING)).rows;

/** How long the rows of a table are kept, if that is not the common retention. */
export type DaysOf = Record<string, number>;

export type Kept = { made: string[]; dropped: string[]; moved: number };

/**
 * Runs as the owner. Safe to run from several processes at once, and repeatedly. The time is the database's; `ahead`
 * (milliseconds) moves it, for tests.
 */
export async function keepPartitions(
  owner: Owner,
  retentionDays: number,
  options: { log?: Logger; ahead?: number; perSlice?: number; daysOf?: DaysOf } = {},
): Promise<Kept> {
  const { log, ahead = 0, perSlice = 20_000, daysOf = {} } = options;
  await owner.query("set lock_timeout = '30s'");
  await owner.query("select pg_advisory_lock(hashtext('partitions'))");
  try {
    // Every later statement on the table would queue behind a long wait for a lock; the next round tries again.
    await owner.query("set lock_timeout = '2s'");
    const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
    const now = new Date(rows[0]!.now.getTime() + ahead);
    const tables = Map.groupBy(await listPartitions(owner), (row) => row.parent);
    const kept: Kept = { made: [], dropped: [], moved: 0 };
    for (const [parent, partitions] of tables) {
      const table = { parent, key: partitions[0]!.key, partitions };
      await makeWeeks(owner, table, now, perSlice, kept, log);
      await dropOldestWeek(owner, table, now, daysOf[parent] ?? retentionDays, kept, log);
    }
    return kept;
  } finally {
    await owner.query("select pg_advisory_unlock(hashtext('partitions'))");
  }
}

type Table = { parent: string; key: string; partitions: Existing[] };

/** Creates this week, the next one, and each week that has rows in the default partition because it was not created in time. */
async function makeWeeks(
  owner: Owner,
  { parent, key, partitions }: Table,
  now: Date,
  perSlice: number,
  kept: Kept,
  log?: Logger,
): Promise<void> {
  const rest = partitions.find(({ from, until }) => from === null && until === null);
  const stray = rest?.isUsed
    ? await attempt(() => clearDefault(owner, rest.partition, key), rest.partition, log)
    : null;
  const ofSlice = Math.max(perSlice, Math.ceil((stray?.rows ?? 0) / MOST_SLICES));
  const ahead = Array.from({ length: WEEKS_AHEAD + 1 }, (_, week) => now.getTime() + week * WEEK);
  const weeks = new Set(
    [...ahead, ...(stray?.weeks ?? [])].map((time) => startOfWeek(new Date(time)).getTime()),
  );
  for (const week of [...weeks].sort((a, b) => a - b)) {
    // An earlier round may have created the first slices of this week.
    let from = week;
    for (const each of partitions) {
      if (each.until !== null && each.from!.getTime() >= week && each.from!.getTime() < week + WEEK)
        from = Math.max(from, each.until.getTime());
    }
    while (from < week + WEEK) {
      const name = `${parent}_${new Date(week).toISOString().slice(0, 10).replaceAll('-', '')}`;
      const slice: Slice = {
        parent,
        key,
        name,
        from: new Date(from),
        until: new Date(week + WEEK),
        perSlice: ofSlice,
      };
      const done = await attempt(
        () => (rest?.isUsed ? takeFromDefault(owner, rest.partition, slice) : makePartition(owner, slice)),
        name,
        log,
      );
      if (done === null) break;
      kept.made.push(done.name);
      kept.moved += done.moved;
      from = done.until.getTime();
    }
  }
}

export async function makePartition(
  owner: Owner,
  { parent, name, from, until }: Pick<Slice, 'parent' | 'name' | 'from' | 'until'>,
) {
  const id = pg.escapeIdentifier;
  // No role has a grant on a partition: rows are reached through the parent and its policies alone.
  await owner.query(`
    create table if not exists ${id(name)} partition of ${id(parent)}
      for values from ('${from.toISOString()}') to ('${until.toISOString()}');
    alter table ${id(name)} enable row level security;
    alter table ${id(name)} force row level security`);
  return { name, until, moved: 0 };
}

/**
 * Drops at most one week a round, and only one that was over long ago. A week with rows also stays until the table has rows of a
 * later week that has begun: if the time itself is wrong, the newest week is not lost.
 */
async function dropOldestWeek(
  owner: Owner,
  { partitions }: Table,
  now: Date,
  retentionDays: number,
  kept: Kept,
  log?: Logger,
): Promise<void> {
  const oldest = now.getTime() - retentionDays * DAY;
  const wentOn = (until: Date) =>
    partitions.some(({ from, isUsed }) => isUsed && from !== null && from >= until && from <= now);
  const over = partitions.filter(
    ({ until, isUsed }) => until !== null && until.getTime() <= oldest && (!isUsed || wentOn(until)),
  );
  const first = Math.min(...over.map(({ from }) => startOfWeek(from!).getTime()));
  for (const { partition, from } of over) {
    if (startOfWeek(from!).getTime() !== first) continue;
    const sql = `drop table if exists ${pg.escapeIdentifier(partition)}`;
    if ((await attempt(() => owner.query(sql), partition, log)) !== null) kept.dropped.push(partition);
  }
}

/** Null when the work failed. */
async function attempt<T>(work: () => Promise<T>, partition: string, log?: Logger): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log?.warn(
      { err: error, partition },
      'a partition could not be made or dropped yet; it will be tried again',
    );
    return null;
  }
}

/** Monday, midnight UTC. */
function startOfWeek(time: Date): Date {
  const day = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY);
}

// The size shows whether a partition has rows: a query would return none, because row-level security binds the owner too.
const EXISTING = `
  select parent.relname as parent, child.relname as partition, bound.from, bound.until,
    (select a.attname from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
     where t.partrelid = parent.oid) as key,
    pg_relation_size(child.oid) > 0 as "isUsed"
  from pg_inherits i
  join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p'
  join pg_class child on child.oid = i.inhrelid
  cross join lateral (
    select (regexp_match(text, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as from,
      (regexp_match(text, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as until
    from pg_get_expr(child.relpartbound, child.oid) as text) bound
  where parent.relnamespace = 'public'::regnamespace and child.relkind = 'r'
  order by parent.relname, bound.from nulls last`;
