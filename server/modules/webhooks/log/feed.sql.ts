import type { Tx } from '#kernel/db/db.ts';

export type FeedRow = { id: string; type: string; data: string; created_at: Date; position: bigint };

/** The most feed rows that one request scans when it filters by type. */
const LOOK = 2_000;

/**
 * The events after a feed position, in order. `reached` is the last position scanned: positions become visible in order, so a
 * client that continues from there misses nothing, even if no event matched.
 */
export async function readFeed(
  tx: Tx,
  after: bigint,
  types: string[],
  limit: number,
): Promise<{ events: FeedRow[]; reached: bigint; isEnd: boolean }> {
  const { rows } = await tx.query<FeedRow & { reached: bigint; looked: number }>(FEED, [
    after,
    types,
    limit + 1,
    LOOK,
  ]);
  const events = rows.filter((row) => row.id !== null).slice(0, limit);
  const isFull = rows.length > limit;
  return {
    events,
    reached: isFull ? events.at(-1)!.position : rows[0]!.reached,
    isEnd: !isFull && rows[0]!.looked < LOOK,
  };
}

const FEED = `
  with looked as (
    select coalesce(max(position), $1) as reached, count(*)::int as looked from (
      select position from event_feed
      where tenant_id = current_tenant() and position > $1
      order by position limit $4) stretch
  )
  select e.*, looked.reached, looked.looked
  from looked
  left join lateral (
    select f.id, f.type, e.data, f.at as created_at, f.position
    from event_feed f
    join events e on e.tenant_id = f.tenant_id and e.id = f.id and e.created_at = f.at
    where f.tenant_id = current_tenant() and f.position > $1 and f.position <= looked.reached and f.type = any ($2)
    order by f.position limit $3) e on true
  order by e.position`;

/** The last position of the tenant's feed. Positions become visible in order, so a later event is behind it. */
export async function findEnd(tx: Tx): Promise<bigint> {
  const { rows } = await tx.query<{ position: bigint }>(
    'select position from event_feed where tenant_id = current_tenant() order by position desc limit 1',
  );
  return rows[0]?.position ?? 0n;
}
