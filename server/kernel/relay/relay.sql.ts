import type { Queryable } from '#kernel/db/db.ts';
import type { Noted } from './resume.ts';

export type Lease = { holder: string; until: Date };

/** From now on dispatchers give positions. */
export async function ensureRelay(worker: Queryable): Promise<void> {
  await worker.query('insert into relay default values on conflict do nothing');
}

type NotedRow = { epoch: number; position: bigint; sequence: bigint };

/** Returns the noted event, or null if another process has the lease. */
export async function claimRelay(worker: Queryable, now: Date, lease: Lease): Promise<Noted | null> {
  const { rows } = await worker.query<NotedRow>(
    `update relay set holder = $1, lease_until = $2 where lease_until <= $3 or holder = $1
     returning epoch, position, sequence`,
    [lease.holder, lease.until, now],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, sequence: Number(row.sequence) };
}

/**
 * Notes the last acknowledged event and renews the lease. Returns false if the lease was lost, or if the database does not have
 * that event any more, because a standby without it was promoted.
 */
export async function noteRelayed(
  worker: Queryable,
  lease: Lease,
  { epoch, position, sequence, id }: Noted & { id: string | null },
  error: string | null,
): Promise<boolean> {
  const { rowCount } = await worker.query(NOTE_RELAYED, [
    lease.holder,
    lease.until,
    epoch,
    position,
    sequence,
    error,
    id,
  ]);
  return rowCount > 0;
}

const NOTE_RELAYED = {
  name: 'note_relayed',
  text: `
    update relay set lease_until = $2, epoch = $3, position = $4, sequence = $5, last_error = left($6, 500)
    where holder = $1 and (
      epoch <> $3 or position = $4 or exists (select from event_stream where position = $4 and id = $7))`,
};

export async function releaseRelay(worker: Queryable, holder: string): Promise<void> {
  await worker.query("update relay set holder = null, lease_until = '-infinity' where holder = $1", [holder]);
}

/** Deletes the row: dispatchers give no positions any more. Returns false if there was none. */
export async function removeRelay(worker: Queryable): Promise<boolean> {
  return (await worker.query('delete from relay')).rowCount > 0;
}
