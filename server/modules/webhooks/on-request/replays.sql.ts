import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export const REPLAYED_STATUSES = ['any', 'delivered', 'failed', 'cancelled'] as const;
export type ReplayedStatus = (typeof REPLAYED_STATUSES)[number];

export type ReplayRow = {
  id: string;
  subscription_id: string;
  since: Date;
  until: Date;
  events: string[];
  status: ReplayedStatus;
  state: 'running' | 'done' | 'cancelled';
  matched: bigint;
  queued: bigint;
  reached_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
};

const COLUMNS = `
  id, subscription_id, since, until, events, status, state, matched, queued, reached_at, created_at, finished_at`;

/** Undefined when another replay of the subscription is running. */
export async function insertReplay(
  tx: Tx,
  now: Date,
  replay: {
    id: string;
    subscriptionId: string;
    since: Date;
    until: Date;
    events: string[];
    status: ReplayedStatus;
  },
): Promise<ReplayRow | undefined> {
  const { rows } = await tx.query<ReplayRow>(
    `insert into webhook_replays
       (tenant_id, id, subscription_id, since, until, events, status, state, next_at, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, 'running', $7, $7)
     on conflict (tenant_id, subscription_id) where state = 'running' do nothing
     returning ${COLUMNS}`,
    [replay.id, replay.subscriptionId, replay.since, replay.until, replay.events, replay.status, now],
  );
  return rows[0];
}

export function listReplays(
  tx: Tx,
  subscriptionId: string,
  limit: number,
  after: Position | null,
): Promise<ReplayRow[]> {
  return listNewestFirst<ReplayRow>(
    tx,
    `select ${COLUMNS} from webhook_replays
     where tenant_id = current_tenant() and subscription_id = $1`,
    [subscriptionId],
    limit,
    after,
  );
}

export async function findReplay(tx: Tx, id: string): Promise<ReplayRow | undefined> {
  const { rows } = await tx.query<ReplayRow>(
    `select ${COLUMNS} from webhook_replays where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

/** Undefined when the replay is not running. Waits for a step that is being queued. */
export async function cancelReplay(tx: Tx, id: string, now: Date): Promise<ReplayRow | undefined> {
  const { rows } = await tx.query<ReplayRow>(
    `update webhook_replays set state = 'cancelled', finished_at = $2
     where tenant_id = current_tenant() and id = $1 and state = 'running' returning ${COLUMNS}`,
    [id, now],
  );
  return rows[0];
}

/** Cancels the running replays of a deleted subscription. */
export async function cancelReplays(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    `update webhook_replays set state = 'cancelled', finished_at = $2
     where tenant_id = current_tenant() and subscription_id = $1 and state = 'running'`,
    [subscriptionId, now],
  );
}

/** Cancels the open deliveries of a replay. A delivery's id shows which replay made it. */
export async function cancelReplayedDeliveries(tx: Tx, replay: ReplayRow, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `with gone as (
       delete from webhook_queue
       where tenant_id = current_tenant() and subscription_id = $1 and cause = 'replay' and state in ('ready', 'waiting', 'held')
         and id = delivery_id(event_id, subscription_id, $2)
       returning *)
     insert into webhook_deliveries
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
     select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $3
     from gone`,
    [replay.subscription_id, replay.id, now],
  );
  return rowCount;
}
