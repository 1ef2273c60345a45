import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { insertFormerSkus } from './former-skus.sql.ts';

export async function isInventoryOn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ active: boolean }>(
    `select active from tenant_modules where tenant_id = current_tenant() and module = 'inventory'`,
  );
  return rows[0]?.active ?? false;
}

/** In two steps, so that SKUs can change places. Names of the first step cannot be sent by a client. */
export async function renameSkus(tx: Tx, now: Date, renamed: { from: string; to: string }[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; sku: string }>(
    `with held as materialized (
       select id, sku from inventory_items
       where tenant_id = current_tenant() and sku = any ($1::text[]) order by sku for update)
     update inventory_items i set sku = chr(1) || i.id::text from held h
     where i.tenant_id = current_tenant() and i.id = h.id
     returning i.id, h.sku`,
    [renamed.map(({ from }) => from)],
  );
  await insertFormerSkus(tx, now, rows);
  const next = new Map(renamed.map(({ from, to }) => [from, to]));
  await tx.query(
    `update inventory_items i set sku = n.sku, version = version + 1, updated_at = $3
     from unnest($1::uuid[], $2::text[]) as n (id, sku)
     where i.tenant_id = current_tenant() and i.id = n.id`,
    [list(rows, (row) => row.id), rows.map((row) => next.get(row.sku)), now],
  );
}

/** Deletes the items that never had a level. Locked first: a level that is added meanwhile is seen by the second statement. */
export async function deleteEmptyItems(tx: Tx, skus: string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from inventory_items
     where tenant_id = current_tenant() and sku = any ($1::text[]) order by sku for update`,
    [texts(skus, (sku) => sku)],
  );
  if (rows.length === 0) return;
  await tx.query(
    `with empty as materialized (
       select i.id from inventory_items i
       where i.tenant_id = current_tenant() and i.id = any ($1::uuid[]) and not exists (
         select from stock_levels l where l.tenant_id = i.tenant_id and l.item_id = i.id)
     ),
     noted as (
       delete from stock_items_changed c using empty e where c.tenant_id = current_tenant() and c.item_id = e.id
     )
     delete from inventory_items i using empty e where i.tenant_id = current_tenant() and i.id = e.id`,
    [list(rows, ({ id }) => id)],
  );
}

/** Those of the SKUs that have units or reservations. */
export async function findStocked(tx: Tx, skus: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ sku: string }>(
    `select i.sku from inventory_items i
     where i.tenant_id = current_tenant() and i.sku = any ($1::text[]) and exists (
       select from stock_levels l
       where l.tenant_id = i.tenant_id and l.item_id = i.id and (l.on_hand <> 0 or l.reserved <> 0))
     order by i.sku`,
    [skus],
  );
  return rows.map(({ sku }) => sku);
}
