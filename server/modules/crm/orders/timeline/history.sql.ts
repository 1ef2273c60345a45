import type { Tx } from '#kernel/db/db.ts';
import type { PaymentStatus, Status } from '#shared/order-statuses.ts';
import { isBeingErased } from '../../customers/life/work.sql.ts';
import type { HistoryEntry } from '../life/life.sql.ts';

export type HistoryRow = {
  /** The version that the order had after it. */
  id: string;
  action: 'placed' | HistoryEntry['action'] | 'merged' | 'erased';
  actor_type: string | null;
  actor_id: string | null;
  actor_name: string | null;
  status: Status;
  payment_status: PaymentStatus;
  details: string;
  created_at: Date;
};

/** Newest first, down to the placing, which is read from the order's own row. */
export async function listHistory(
  tx: Tx,
  orderId: string,
  limit: number,
  before: string | null,
): Promise<HistoryRow[]> {
  const { rows } = await tx.query<HistoryRow>(
    `select version::text as id, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at
     from (
       select version, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at
       from order_history where tenant_id = current_tenant() and order_id = $1
       union all
       select 1, 'placed', placed_by ->> 'type', (placed_by ->> 'id')::uuid, placed_by ->> 'name', 'placed', 'unpaid',
         '{}', created_at
       from orders where tenant_id = current_tenant() and id = $1
     ) entry
     where $2::bigint is null or version < $2
     order by version desc limit $3`,
    [orderId, before, limit + 1],
  );
  return rows;
}

/** Returns true if the order's texts must be hidden because of an erasure; undefined if there is no such order. */
export async function isOrderBeingErased(tx: Tx, id: string): Promise<boolean | undefined> {
  const { rows } = await tx.query<{ erased: boolean }>(
    `select ${isBeingErased('orders')} as erased from orders where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0]?.erased;
}
