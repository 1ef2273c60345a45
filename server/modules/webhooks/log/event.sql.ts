import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';

export type EventRow = { id: string; type: string; data: string; created_at: Date; position: bigint | null };

/** The most feed rows that are compared on each side of the place where the event's time is. */
const LOOK = 1_000;

/** An event of one of these types, with its data as stored. The id leads the key, so each week is one look-up. */
export async function findEvent(tx: Tx, id: string, types: string[]): Promise<EventRow | undefined> {
  planByIndex(tx);
  const { rows } = await tx.query<Omit<EventRow, 'position'>>(
    `select id, type, data, created_at from events where tenant_id = current_tenant() and id = $1 and type = any ($2)`,
    [id, types],
  );
  const [event] = rows;
  return event && { ...event, position: await findPosition(tx, event.id, event.created_at) };
}

/**
 * The feed has no index by event, which every event would pay for. Positions grow with the time of dispatch, about that of the
 * event: halving finds the place, and the event is among the rows around it unless its dispatch was delayed.
 */
async function findPosition(tx: Tx, id: string, at: Date): Promise<bigint | null> {
  const { rows } = await tx.query<{ position: bigint }>(POSITION, [id, at]);
  return rows[0]?.position ?? null;
}

const WEEK = `
  tenant_id = current_tenant() and at >= date_trunc('week', $2::timestamptz, 'UTC')
  and at < date_trunc('week', $2::timestamptz, 'UTC') + interval '7 days'`;

const POSITION = `
  with recursive halves as (
    select (select position from event_feed where ${WEEK} order by position limit 1) as low,
      (select position from event_feed where ${WEEK} order by position desc limit 1) as high, 0 as step
    union all
    select case when probe.at < $2 then probe.position else low end,
      case when probe.at < $2 then high else (low + high) / 2 end, step + 1
    from halves cross join lateral (
      select position, at from event_feed where ${WEEK} and position > (low + high) / 2 order by position limit 1) probe
    where low + 1 < high and step < 64
  ),
  place as (select low from halves order by step desc limit 1)
  select position from (
    (select position, id from event_feed, place where ${WEEK} and position <= low order by position desc limit ${LOOK})
    union all
    (select position, id from event_feed, place where ${WEEK} and position > low order by position limit ${LOOK})
  ) around
  where id = $1 limit 1`;
