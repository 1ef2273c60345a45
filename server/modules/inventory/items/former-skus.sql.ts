import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';

/** Stores the SKUs that items give up. */
export async function insertFormerSkus(
  tx: Tx,
  now: Date,
  given: { id: string; sku: string }[],
): Promise<void> {
  await tx.query(
    `insert into item_former_skus (tenant_id, sku, renamed_at, item_id)
     select current_tenant(), g.sku, $3, g.id from unnest($1::uuid[], $2::text[]) as g (id, sku)
     on conflict do nothing`,
    [list(given, ({ id }) => id), texts(given, ({ sku }) => sku), now],
  );
}

/** Locks the items that have or had these SKUs until commit, so that none is renamed meanwhile. */
export async function lockNames(tx: Tx, skus: string[]): Promise<void> {
  await tx.query(
    {
      name: 'lock_names_of_items',
      text: `
        select from inventory_items
        where tenant_id = current_tenant() and id = any (array(
          select id from inventory_items where tenant_id = current_tenant() and sku = any ($1::text[])
          union all
          select item_id from item_former_skus where tenant_id = current_tenant() and sku = any ($1::text[])))
        order by sku for key share`,
    },
    [texts(skus, (sku) => sku)],
  );
}

export type NamedSku = { sku: string; placedAt: Date };

/**
 * The present SKUs of the items that had these SKUs when the orders were placed; the order of `named`. Null: no item. A SKU that no
 * item gave up since is the present item's, or else the last one's that had it.
 */
export async function findPresentSkus(tx: Tx, named: NamedSku[]): Promise<(string | null)[]> {
  const { rows } = await tx.query<{ sku: string | null }>(PRESENT_SKUS, [
    texts(named, ({ sku }) => sku),
    list(named, ({ placedAt }) => placedAt.toISOString()),
  ]);
  return rows.map(({ sku }) => sku);
}

const PRESENT_SKUS = {
  name: 'find_present_skus',
  text: `
    select i.sku from unnest($1::text[], $2::timestamptz[]) with ordinality as n (sku, placed_at, position)
    left join inventory_items i on i.tenant_id = current_tenant() and i.id = coalesce(
      (select f.item_id from item_former_skus f
       where f.tenant_id = current_tenant() and f.sku = n.sku and f.renamed_at > n.placed_at
       order by f.renamed_at, f.item_id limit 1),
      (select p.id from inventory_items p where p.tenant_id = current_tenant() and p.sku = n.sku),
      (select f.item_id from item_former_skus f
       where f.tenant_id = current_tenant() and f.sku = n.sku
       order by f.renamed_at desc, f.item_id desc limit 1))
    order by n.position`,
};
