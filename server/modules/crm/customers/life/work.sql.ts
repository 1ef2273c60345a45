import type { Queryable, Tx } from '#kernel/db/db.ts';
import { type Backlog, COUNTED_TO, type ReadBacklog } from '#kernel/work/backlog.ts';
import { type Failure, postponed } from '#kernel/work/parking.ts';
import { dueIf } from '#kernel/work/poller.ts';
import { survivorOf } from '../customers.sql.ts';

/** The remaining work of a merge or an erasure. */
export type Work = {
  id: string;
  kind: 'merge' | 'erase';
  customer_id: string;
  into_id: string | null;
  phase: 'people' | 'orders' | 'answers';
  /** JSON. */
  author: string;
  orders_total: number;
  orders_done: number;
  reached_at: Date | null;
  reached_id: string | null;
  reached_digest: Buffer | null;
  created_at: Date;
};

const COLUMNS = `w.id, w.kind, w.customer_id, w.into_id, w.phase, w.author, w.orders_total, w.orders_done, w.reached_at,
  w.reached_id, w.reached_digest, w.created_at`;

export async function insertWork(tx: Tx, work: Work): Promise<void> {
  await tx.query(
    `insert into customer_work (tenant_id, id, kind, customer_id, into_id, phase, author, orders_total, orders_done, reached_at,
       reached_id, reached_digest, created_at, next_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      work.id,
      work.kind,
      work.customer_id,
      work.into_id,
      work.phase,
      work.author,
      work.orders_total,
      work.orders_done,
      work.reached_at,
      work.reached_id,
      work.reached_digest,
      work.created_at,
    ],
  );
}

/**
 * Locks a tenant's due work until commit; undefined when another process has locked it, or when it is finished. The lock is the
 * claim: PostgreSQL releases it when a connection is lost or idle for half a minute.
 */
export async function holdWork(tx: Tx, id: string): Promise<Work | undefined> {
  const { rows } = await tx.query<Work>(
    `select ${COLUMNS} from customer_work w where tenant_id = current_tenant() and id = $1 for update skip locked`,
    [id],
  );
  return rows[0];
}

/** Saves the progress of work that this transaction has locked, and clears earlier failures. */
export async function updateWork(tx: Tx, now: Date, work: Work): Promise<void> {
  await tx.query(
    `update customer_work set phase = $2, orders_done = $3, reached_at = $4, reached_id = $5, reached_digest = $6,
       next_at = $7, attempts = 0, last_error = null
     where tenant_id = current_tenant() and id = $1`,
    [work.id, work.phase, work.orders_done, work.reached_at, work.reached_id, work.reached_digest, now],
  );
}

export type Failed = { kind: Work['kind']; customer_id: string; into_id: string | null; attempts: number };

/** Undefined: another process has finished it. */
export async function postponeWork(
  tx: Tx,
  now: Date,
  id: string,
  failure: Failure,
): Promise<(Failed & { parked: boolean }) | undefined> {
  const { rows } = await tx.query<Failed & { parked: boolean }>(
    `update customer_work set ${postponed('$2', '$3', '$4')}
     where tenant_id = current_tenant() and id = $1 and next_at < 'infinity'
     returning kind, customer_id, into_id, attempts, next_at = 'infinity' as parked`,
    [id, now, failure.counts ? 1 : 0, failure.message],
  );
  return rows[0];
}

/** Makes the tenant's parked work due again; returns how much was parked. */
export async function unparkWork(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update customer_work set attempts = 0, next_at = $1 where tenant_id = current_tenant() and next_at = 'infinity'`,
    [now],
  );
  return rowCount;
}

export async function deleteWork(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from customer_work where tenant_id = current_tenant() and id = $1', [id]);
}

export const WORK_DUE = dueIf('from customer_work where next_at <= $1');

/**
 * The first due work of each tenant. Failed work waits, and so does later work on the same customers; other work is not delayed.
 */
export async function findDue(worker: Queryable, now: Date): Promise<{ tenant_id: string; id: string }[]> {
  const { rows } = await worker.query<{ tenant_id: string; id: string }>(
    {
      name: 'find_due_customer_work',
      text: `
        select distinct on (w.tenant_id) w.tenant_id, w.id from customer_work w
        where w.next_at <= $1 and not exists (
          select from customer_work earlier
          where earlier.tenant_id = w.tenant_id and earlier.attempts > 0 and earlier.next_at > $1 and earlier.place < w.place
            and (earlier.customer_id in (w.customer_id, w.into_id) or earlier.into_id in (w.customer_id, w.into_id)))
        order by w.tenant_id, w.place limit 1000`,
    },
    [now],
  );
  return rows;
}

/** SQL subquery: the ids under which orders or people of a customer are stored: its own, and those of unfinished merges. */
export const storedUnder = (survivor: string): string => `(
  select ${survivor} as id
  union all
  select m.id from customers m
  where m.tenant_id = (select current_tenant()) and m.merged_into = ${survivor} and exists (
    select from customer_work w where w.tenant_id = (select current_tenant()) and w.customer_id = m.id))`;

/** SQL condition: an order `o` still has personal data that an erasure will remove. */
export const isBeingErased = (o: string): string => `(
  exists (
    select from customer_work w
    where w.tenant_id = (select current_tenant()) and w.kind = 'erase' and w.customer_id = ${survivorOf(`${o}.customer_id`)})
  and not exists (
    select from order_history h
    where h.tenant_id = (select current_tenant()) and h.order_id = ${o}.id and h.action = 'erased'))`;

/** The ids of merged customers whose orders have not all been moved to this customer. */
export async function findArriving(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from ${storedUnder('$1::uuid')} stored where id <> $1`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** The unfinished merges into a customer, and its unfinished erasure. */
export async function findWorkOf(tx: Tx, id: string): Promise<Work[]> {
  const { rows } = await tx.query<Work>(
    `select ${COLUMNS} from customer_work w join customers c on c.tenant_id = w.tenant_id and c.id = w.customer_id
     where w.tenant_id = current_tenant() and (c.merged_into = $1 or c.id = $1) order by w.place`,
    [id],
  );
  return rows;
}

/** The unfinished work on an order: the chain of merges from its stored customer, and the survivor's erasure. */
export async function findWorkOnOrder(tx: Tx, orderId: string): Promise<Work[]> {
  const { rows } = await tx.query<Work>(
    `with recursive stored as (
       select customer_id from orders where tenant_id = current_tenant() and id = $1
     ),
     way (id) as (
       select customer_id from stored
       union all
       select w.into_id from way join customer_work w
         on w.tenant_id = current_tenant() and w.kind = 'merge' and w.customer_id = way.id
     )
     select ${COLUMNS} from customer_work w
     where w.tenant_id = current_tenant() and (
       w.kind = 'merge' and w.customer_id in (select id from way)
       or w.kind = 'erase' and w.customer_id = (select ${survivorOf('stored.customer_id')} from stored))
     order by w.place`,
    [orderId],
  );
  return rows;
}

/** Returns true if this tenant has unfinished merges or erasures. */
export async function isWorkLeft(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ left: boolean }>({
    name: 'is_customer_work_left',
    text: 'select exists (select from customer_work where tenant_id = (select current_tenant())) as left',
  });
  return rows[0]!.left;
}

export const readWorkBacklog: ReadBacklog = async (worker, now) => {
  const { rows } = await worker.query<Backlog>(WORK_BACKLOG, [now]);
  return rows[0]!;
};

const WORK_BACKLOG = `
  select 'merges' as queue, count(*) filter (where next_at <= $1)::int as waiting,
    coalesce(extract(epoch from $1 - min(next_at) filter (where next_at <= $1)), 0)::float8 as "oldestSeconds",
    count(*) filter (where next_at = 'infinity')::int as parked
  from (select next_at from customer_work limit ${COUNTED_TO}) w`;
