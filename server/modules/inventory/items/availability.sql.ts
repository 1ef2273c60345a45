import { gathering } from '#kernel/db/sharing.ts';

/** The units of each tracked SKU that could be reserved now; null: any number. SKUs without stock to keep are left out. */
export const findAvailable = gathering(
  async (tx, asked: string[][]): Promise<Map<string, number | null>[]> => {
    const skus = [...new Set(asked.flat())];
    const { rows } = await tx.query<{ sku: string; units: bigint | null }>(
      {
        name: 'find_available_stock',
        text: `
        select i.sku, case when i.backorder_limit is not null then greatest(0, l.units + i.backorder_limit) end as units
        from inventory_items i
        cross join lateral (
          select coalesce(sum(l.available), 0)::bigint as units from stock_levels l
          join stock_locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
          where l.tenant_id = i.tenant_id and l.item_id = i.id and o.active) l
        where i.tenant_id = (select current_tenant()) and i.tracked and i.sku = any ($1::text[])`,
      },
      [skus],
    );
    const found = new Map(rows.map(({ sku, units }) => [sku, units === null ? null : Number(units)]));
    if (asked.length === 1) return [found];
    return asked.map(
      (own) => new Map(own.flatMap((sku) => (found.has(sku) ? [[sku, found.get(sku)!]] : []))),
    );
  },
);

/** SQL: the availability of a SKU; both arguments are SQL. A SKU without an item, such as that of a download, is always in stock. */
export const availabilityOf = (tenant: string, sku: string) => `
  coalesce((
    select case
      when not i.tracked or l.free > coalesce(i.low_at, 0) then 'in_stock'
      when l.free > 0 then 'low'
      when i.backorder_limit is null or l.free > -i.backorder_limit then 'backorder'
      else 'sold_out' end
    from inventory_items i cross join lateral (
      select coalesce(sum(l.available), 0) as free from stock_levels l
      join stock_locations o on o.tenant_id = l.tenant_id and o.id = any (array[l.location_id])
      where l.tenant_id = ${tenant} and l.item_id = any (array[i.id]) and o.active) l
    where i.tenant_id = ${tenant} and i.sku = any (array[${sku}]) limit 1), 'in_stock')`;
