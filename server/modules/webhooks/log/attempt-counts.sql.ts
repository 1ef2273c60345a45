import type { Queryable, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { HourlyCount } from '#kernel/work/hourly-counts.ts';

/**
 * Sorted, so that two workers cannot deadlock. `hour` is the beginning of a quarter of an hour; in rows of earlier versions it is that
 * of the whole hour.
 */
export async function addAttemptCounts(worker: Queryable, counts: HourlyCount[]): Promise<void> {
  await worker.query(ADD, [
    list(counts, (count) => count.tenantId),
    list(counts, (count) => count.subjectId),
    list(counts, (count) => count.hour),
    list(counts, (count) => count.succeeded),
    list(counts, (count) => count.failed),
  ]);
}

const ADD = {
  name: 'add_attempt_counts',
  text: `
    insert into webhook_attempt_counts as c (tenant_id, subscription_id, hour, succeeded, failed)
    select tenant_id, subscription_id, to_timestamp(hour / 1000), succeeded, failed
    from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::int[], $5::int[])
      as n (tenant_id, subscription_id, hour, succeeded, failed)
    order by tenant_id, subscription_id, hour
    on conflict (tenant_id, subscription_id, hour) do update
      set succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed`,
};

export async function readAttemptCounts(tx: Tx, subscriptionId: string, since: Date) {
  const { rows } = await tx.query<{ at: Date; succeeded: number; failed: number }>(
    `select hour as at, succeeded, failed from webhook_attempt_counts
     where tenant_id = current_tenant() and subscription_id = $1 and hour >= $2 order by hour`,
    [subscriptionId, since],
  );
  return rows;
}

export type PeriodCount = { period: number; succeeded: number; failed: number };

/** Sums by period, numbered from 1; `starts` are their beginnings, and `end` is that of the last one. Periods without attempts are left out. */
export async function sumAttemptCounts(
  tx: Tx,
  subscriptionId: string | null,
  starts: Date[],
  end: Date,
): Promise<PeriodCount[]> {
  const { rows } = await tx.query<PeriodCount>(
    // Adds up subscriptions first: width_bucket reads the whole array for each row.
    `select width_bucket(hour, $2::timestamptz[]) as period, sum(succeeded)::int as succeeded, sum(failed)::int as failed
     from (
       select hour, sum(succeeded) as succeeded, sum(failed) as failed from webhook_attempt_counts
       where tenant_id = current_tenant() and ($1::uuid is null or subscription_id = $1) and hour >= $3 and hour < $4
       group by hour) by_hour
     group by period order by period`,
    [subscriptionId, starts.map((start) => start.toISOString()), starts[0], end],
  );
  return rows;
}
