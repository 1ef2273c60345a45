import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type PriceListRow = {
  id: string;
  name: string;
  currency: string;
  starts_at: Date | null;
  ends_at: Date | null;
  priority: number;
  customer_tags: string[];
  property_ids: string[];
  status: 'active' | 'archived';
  version: number;
  created_at: Date;
  updated_at: Date;
};

const PRICE_LISTS = `
  select id, name, currency, starts_at, ends_at, priority, customer_tags, property_ids, status, version, created_at, updated_at
  from price_lists where tenant_id = current_tenant()`;

export async function insertPriceList(tx: Tx, row: PriceListRow): Promise<void> {
  await tx.query(
    `insert into price_lists (tenant_id, id, name, currency, starts_at, ends_at, priority, customer_tags, property_ids, status,
       version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      row.id,
      row.name,
      row.currency,
      row.starts_at,
      row.ends_at,
      row.priority,
      row.customer_tags,
      row.property_ids,
      row.status,
      row.version,
      row.created_at,
    ],
  );
}

export async function findPriceList(tx: Tx, id: string): Promise<PriceListRow | undefined> {
  const { rows } = await tx.query<PriceListRow>(`${PRICE_LISTS} and id = $1`, [id]);
  return rows[0];
}

/** Locked until commit. */
export async function lockPriceList(tx: Tx, id: string): Promise<PriceListRow | undefined> {
  const { rows } = await tx.query<PriceListRow>(`${PRICE_LISTS} and id = $1 for update`, [id]);
  return rows[0];
}

export const listPriceLists = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<PriceListRow>(tx, PRICE_LISTS, [], limit, after);

export async function updatePriceList(tx: Tx, row: PriceListRow): Promise<void> {
  await tx.query(
    `update price_lists set name = $2, starts_at = $3, ends_at = $4, priority = $5, customer_tags = $6, property_ids = $7,
       status = $8, version = $9, updated_at = $10
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.name,
      row.starts_at,
      row.ends_at,
      row.priority,
      row.customer_tags,
      row.property_ids,
      row.status,
      row.version,
      row.updated_at,
    ],
  );
}

/** With its entries. */
export async function deletePriceList(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from price_lists where tenant_id = current_tenant() and id = $1', [id]);
}

/** The number of price lists of a property, and the names of the first. */
export async function countPriceListsOf(
  tx: Tx,
  propertyId: string,
): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] | null }>(
    `select count(*)::int as count, (array_agg(name order by created_at, id))[:10] as first
     from price_lists where tenant_id = current_tenant() and $1 = any (property_ids)`,
    [propertyId],
  );
  return { count: rows[0]!.count, first: rows[0]!.first ?? [] };
}

export type EntryRow = {
  variant_id: string;
  product_id: string;
  title: string;
  option_values: string[];
  sku: string;
  min_quantity: number;
  amount: string;
};
export type EntryPosition = { variantId: string; minQuantity: number };

export async function listPrices(
  tx: Tx,
  listId: string,
  limit: number,
  after: EntryPosition | null,
): Promise<EntryRow[]> {
  const { rows } = await tx.query<EntryRow>(
    `select p.variant_id, v.product_id, o.title, v.option_values, v.sku, p.min_quantity, p.amount::text
     from prices p
     join variants v on v.tenant_id = p.tenant_id and v.id = p.variant_id
     join products o on o.tenant_id = v.tenant_id and o.id = v.product_id
     where p.tenant_id = current_tenant() and p.price_list_id = $1
       and ($2::uuid is null or (p.variant_id, p.min_quantity) > ($2, $3::int))
     order by p.variant_id, p.min_quantity limit $4`,
    [listId, after?.variantId ?? null, after?.minQuantity ?? null, limit + 1],
  );
  return rows;
}

/** Those of the ids that are variants; they stay until the transaction ends. */
export async function holdVariants(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from variants where tenant_id = current_tenant() and id = any ($1) order by id for key share',
    [ids],
  );
  return rows.map(({ id }) => id);
}

export type Entry = { variantId: string; minQuantity: number; amount: number | null };

/** Stores entries with an amount and deletes those without; returns the number of rows that differ from before. */
export async function storeEntries(
  tx: Tx,
  { id, currency }: Pick<PriceListRow, 'id' | 'currency'>,
  entries: Entry[],
): Promise<{ stored: number; deleted: number }> {
  const { rows } = await tx.query<{ stored: number; deleted: number }>(
    `with given as materialized (
       select * from unnest($3::uuid[], $4::int[], $5::numeric[]) as g (variant_id, min_quantity, amount)),
     gone as (
       delete from prices p using given g
       where p.tenant_id = current_tenant() and p.variant_id = g.variant_id and p.currency = $2 and p.list_id = $1
         and p.min_quantity = g.min_quantity and g.amount is null returning 1),
     kept as (
       insert into prices as p (tenant_id, variant_id, currency, list_id, min_quantity, amount)
       select current_tenant(), variant_id, $2, $1, min_quantity, amount from given where amount is not null
       on conflict (tenant_id, variant_id, currency, list_id, min_quantity)
         do update set amount = excluded.amount where p.amount <> excluded.amount returning 1)
     select (select count(*) from kept)::int as stored, (select count(*) from gone)::int as deleted`,
    [
      id,
      currency,
      list(entries, ({ variantId }) => variantId),
      list(entries, ({ minQuantity }) => minQuantity),
      list(entries, ({ amount }) => amount),
    ],
  );
  return rows[0]!;
}
