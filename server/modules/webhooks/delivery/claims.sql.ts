import type { Queryable } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import type { Statement } from '#kernel/db/transaction.ts';
import type { Quota } from './lanes.ts';

export type ReadyDelivery = {
  id: string;
  /** Attempts already made. */
  attempts: number;
  event_id: string;
  event_type: string;
  /** When its event happened. */
  at: Date;
  /** The event's data, as stored. */
  data: string;
};

/** The URL of a lane's deliveries, the tenant's own headers, and the secrets and key that sign. */
export type Endpoint = {
  url: string;
  headers_sealed: Buffer | null;
  secret_sealed: Buffer;
  /** Also sign, during the overlaps of rotations; the latest first. */
  former_secrets: Buffer[];
  private_key_sealed: Buffer | null;
};

/** `paced`: only the subscription's own rate limit kept the lane from returning more. `isMine`: this process has the lease. */
export type ClaimedLane = {
  quota: Quota;
  isMine: boolean;
  paced: boolean;
  /** Deliveries that wait for an earlier one of their object, found by this claim: there may be others to send. */
  behind: number;
  endpoint: Endpoint;
  deliveries: ReadyDelivery[];
};

type LaneRow = Endpoint & { lane: number; id: null; paced: boolean; behind: number; isSpecial?: boolean };
type DeliveryRow = ReadyDelivery & { lane: number };
type Claim = [now: Date, lease: { holder: string }, quotas: Quota[], open: string[]];

/**
 * Leases free lanes that have deliveries to send, and reads what the quotas allow from the leased lanes, except deliveries that
 * are `open` already. The statement that reads them also checks the subscription. A lane is special if its subscription is deleted,
 * paused, being swept or rate-limited, or if one of its deliveries waits for another: a second statement reads special lanes.
 * Deliveries of a deleted subscription are cancelled there, those of a paused one are held. A rate limit outlives the lease,
 * because the next free time is stored in a row.
 */
export async function claimReady(
  tx: Queryable,
  now: Date,
  lease: { holder: string; until: Date },
  quotas: (Quota & { isHeld: boolean })[],
  open: string[],
): Promise<ClaimedLane[]> {
  const free = quotas.filter((quota) => !quota.isHeld);
  if (free.length > 0) {
    await tx.query(LEASE_LANES, [
      now,
      lease.until,
      lease.holder,
      list(free, (quota) => quota.tenantId),
      list(free, (quota) => quota.subscriptionId),
    ]);
  }
  const lanes = await readLanes(READ_READY, tx, now, lease, quotas, open);
  const special = lanes.filter(({ isSpecial }) => isSpecial).map(({ quota }) => quota);
  if (special.length === 0) return lanes;
  return [
    ...lanes.filter(({ isSpecial }) => !isSpecial),
    ...(await claimSpecial(tx, now, lease, special, open)),
  ];
}

/** The same for leased lanes, of which some are special. */
export const claimSpecial = (tx: Queryable, ...claim: Claim): Promise<ClaimedLane[]> =>
  readLanes(CLAIM_READY, tx, ...claim);

async function readLanes(statement: Statement, tx: Queryable, ...[now, lease, quotas, open]: Claim) {
  const { rows } = await tx.query<LaneRow | DeliveryRow>(statement, [
    now,
    lease.holder,
    list(quotas, (quota) => quota.tenantId),
    list(quotas, (quota) => quota.subscriptionId),
    list(quotas, (quota) => quota.size),
    list(quotas, (quota) => quota.fresh),
    list(quotas, (quota) => quota.retries),
    list(open, (id) => id),
  ]);
  const lanes: (ClaimedLane & { isSpecial: boolean })[] = quotas.map((quota) => ({
    ...NOT_MINE,
    quota,
    deliveries: [],
  }));
  for (const row of rows) {
    const lane = lanes[row.lane - 1]!;
    if (row.id !== null) lane.deliveries.push(row);
    else {
      const { paced, behind, isSpecial = false } = row;
      Object.assign(lane, { isMine: true, isSpecial, paced, behind, endpoint: row });
    }
  }
  return lanes;
}

const NOT_MINE = {
  isMine: false,
  isSpecial: false,
  paced: false,
  behind: 0,
  endpoint: {
    url: '',
    headers_sealed: null,
    secret_sealed: Buffer.alloc(0),
    former_secrets: [],
    private_key_sealed: null,
  },
};

// Separate from CLAIM_READY: it may block on a lane that is being released, and the claim must run on a snapshot that sees what
// the former holder recorded. Sorted, so that two processes cannot deadlock.
const LEASE_LANES = {
  name: 'lease_lanes',
  text: `
    insert into webhook_lanes as l (tenant_id, subscription_id, holder, until)
    select a.tenant_id, a.subscription_id, $3, $2 from unnest($4::uuid[], $5::uuid[]) as a (tenant_id, subscription_id)
    where exists (
      select from webhook_queue d
      where d.tenant_id = a.tenant_id and d.subscription_id = a.subscription_id and d.state = 'ready' offset 0)
    order by a.tenant_id, a.subscription_id
    on conflict (tenant_id, subscription_id) do update set holder = excluded.holder, until = excluded.until
      where l.until <= $1 or l.holder = excluded.holder`,
};

const OF_STALE = byKey({ 'd.tenant_id': 'stale.tenant_id', 'd.id': 'stale.id' });

/** In a subscription with order, a delivery waits until the ones before it for the same object are over. */
const IS_BEHIND = `
  d.object is not null and exists (
    select from webhook_queue p
    where p.tenant_id = d.tenant_id and p.subscription_id = d.subscription_id and p.object = d.object
      and p.event_id < d.event_id) as is_behind`;

/** A delivery that is being discarded is like one of a deleted subscription. */
const ACTIVE = 'case when d.created_at < w.discard_before then null else w.active end as active';

const MINE = `
  with asked as materialized (
    select * from unnest($3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::int[])
      with ordinality as q (tenant_id, subscription_id, size, fresh, retries, lane)
  ),
  mine as materialized (
    select a.* from asked a
    join webhook_lanes l on ${byKey({ 'l.tenant_id': 'a.tenant_id', 'l.subscription_id': 'a.subscription_id' })}
    where l.holder = $2 and l.until > $1
  )`;

const FORMER_SECRETS = `
  case
    when s.older_secrets <> '{}' or s.previous_secret_until is not null then array(
      select f.sealed from unnest(
        array[s.previous_secret_sealed] || s.older_secrets, array[s.previous_secret_until] || s.older_secrets_until
      ) with ordinality as f (sealed, until, nth)
      where f.until > $1 order by f.nth)
    else '{}'
  end`;

/** Deliveries that the lanes of `wanted` may have now, with the data of their events. */
const DUE = `
  again as materialized (
    select w.lane, w.tenant_id, w.subscription_id, ${ACTIVE}, d.* from wanted w cross join lateral (
      select d.id, d.event_id, d.at, d.event_type, d.attempts, d.created_at, ${IS_BEHIND} from webhook_queue d
      where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.state = 'ready' and d.retry
        and d.id not in (select unnest($8::uuid[]))
      order by d.next_at limit least(w.retries, w.size)) d
  ),
  again_of_lane as materialized (select lane, count(*) as n from again group by lane),
  fresh as materialized (
    select w.lane, w.tenant_id, w.subscription_id, ${ACTIVE}, d.*
    from wanted w left join again_of_lane a on a.lane = w.lane cross join lateral (
      select d.id, d.event_id, d.at, d.event_type, d.attempts, d.created_at, ${IS_BEHIND} from webhook_queue d
      where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.state = 'ready' and not d.retry
        and d.id not in (select unnest($8::uuid[]))
      order by d.next_at
      limit least(w.fresh, w.size - coalesce(a.n, 0))) d
  ),
  due as materialized (
    select d.*, e.data, d.active is true and e.data is not null and not d.is_behind as is_to_send
    from (select * from again union all select * from fresh) d
    left join events e on e.tenant_id = d.tenant_id and e.id = d.event_id and e.created_at = d.at
  )`;

// Most claims need no more, and the parts of CLAIM_READY that write take as long as its look-ups, even if there is nothing to write.
const READ_READY = {
  name: 'read_ready',
  text: `${MINE},
    wanted as materialized (
      select m.*, s.active, null::timestamptz as discard_before, s.url, s.headers_sealed, s.secret_sealed, s.private_key_sealed,
        ${FORMER_SECRETS} as former_secrets
      from mine m
      join webhook_subscriptions s
        on ${byKey({ 's.tenant_id': 'm.tenant_id', 's.id': 'm.subscription_id' })} and s.active and s.rate_limit is null
      where not exists (
        select from webhook_sweeps w where w.tenant_id = m.tenant_id and w.subscription_id = m.subscription_id offset 0)
    ),
    ${DUE}
    select m.lane::int, null::uuid as id, null::int as attempts, null::uuid as event_id, null as event_type, null::timestamptz as at,
      null::json as data, url, headers_sealed, secret_sealed, former_secrets, private_key_sealed, false as paced, 0 as behind,
      w.lane is null or m.lane in (select lane from due where not is_to_send) as "isSpecial"
    from mine m left join wanted w on w.lane = m.lane
    union all
    select lane::int, id, attempts, event_id, event_type, at, data, null, null, null, null, null, null, null, null
    from due where is_to_send`,
};

const CLAIM_READY = {
  name: 'claim_ready',
  text: `${MINE},
    -- A deletion locks the row until it has ended: such a lane waits alone, as one without room in its rate limit.
    paced as materialized (
      select p.tenant_id, p.subscription_id,
        floor(least(1, extract(epoch from $1 - p.free_at)) * s.rate_limit)::int as allowed, s.rate_limit, p.free_at
      from mine m
      join webhook_subscriptions s
        on ${byKey({ 's.tenant_id': 'm.tenant_id', 's.id': 'm.subscription_id' })} and s.rate_limit is not null
      join webhook_pace p on ${byKey({ 'p.tenant_id': 'm.tenant_id', 'p.subscription_id': 'm.subscription_id' })}
      for update of p skip locked
    ),
    wanted as materialized (
      select m.lane, m.tenant_id, m.subscription_id, s.active, w.discard_before, s.url, s.headers_sealed, s.secret_sealed, s.private_key_sealed,
        ${FORMER_SECRETS} as former_secrets,
        least(m.size, case when s.rate_limit is null then m.size else greatest(0, coalesce(p.allowed, 0)) end) as size,
        s.rate_limit is not null and coalesce(p.allowed, 0) < m.size as paced, m.fresh, m.retries
      from mine m
      left join webhook_subscriptions s on s.tenant_id = m.tenant_id and s.id = m.subscription_id
      left join webhook_sweeps w on w.tenant_id = m.tenant_id and w.subscription_id = m.subscription_id
      left join paced p on p.tenant_id = m.tenant_id and p.subscription_id = m.subscription_id
    ),
    ${DUE},
    -- Skips those that another transaction has locked: a tenant that changes many of its own holds up no other. The state is compared
    -- behind the look-up: an index of that state alone would be read for each of them, as far as the tenant has deliveries.
    locked as materialized (
      select d.tenant_id, d.id, d.state, due.active, due.is_behind
      from due join webhook_queue d on ${byKey({ 'd.tenant_id': 'due.tenant_id', 'd.id': 'due.id' })}
      where not due.is_to_send
      for update of d skip locked
    ),
    stale as materialized (select * from locked where state = 'ready'),
    held as (
      update webhook_queue d set state = 'held' from stale
      where not stale.active and ${OF_STALE}
    ),
    behind as (
      update webhook_queue d set state = 'waiting', next_at = 'infinity' from stale
      where stale.active and stale.is_behind and ${OF_STALE}
    ),
    orphaned as (
      delete from webhook_queue d using stale
      -- The subscription was deleted; or the delivery was held for so long that its event was deleted.
      where (stale.active is null or stale.active and not stale.is_behind) and ${OF_STALE}
      returning d.*
    ),
    cancelled as (
      insert into webhook_deliveries
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
      select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $1
      from orphaned
    ),
    paid as (
      update webhook_pace p set free_at = greatest(p.free_at, $1 - interval '1 second') + taken.n * interval '1 second' / paced.rate_limit
      from paced join (
        select tenant_id, subscription_id, count(*) as n from due where is_to_send group by 1, 2
      ) taken on taken.tenant_id = paced.tenant_id and taken.subscription_id = paced.subscription_id
      where ${byKey({ 'p.tenant_id': 'paced.tenant_id', 'p.subscription_id': 'paced.subscription_id' })}
    )
    select wanted.lane::int, null::uuid as id, null::int as attempts, null::uuid as event_id, null as event_type, null::timestamptz as at,
      null::json as data, url, headers_sealed, secret_sealed, former_secrets, private_key_sealed, paced,
      coalesce(b.n, 0)::int as behind
    from wanted left join (
      select lane, count(*) as n from due where active and is_behind group by lane) b on b.lane = wanted.lane
    union all
    select lane::int, id, attempts, event_id, event_type, at, data, null, null, null, null, null, null, null
    from due where is_to_send`,
};
