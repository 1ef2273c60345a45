/** The availability of a SKU, for pages that shoppers see: a word, never a number. */

/** SQL: the availability of a SKU; both arguments are SQL. A SKU without an item, such as that of a download, is always in stock. */
export const availabilityOf = (tenant: string, sku: string) => `
  coalesce((
    select case
      when not i.tracked or l.free > coalesce(i.low_at, 0) then 'in_stock'
      when l.free > 0 then 'low'
      when i.backorder_limit is null or l.free > -i.backorder_limit then 'backorder'
      else 'sold_out' end
    from inventory_items i cross join lateral (
      select coalesce(sum(available), 0) as free from stock_levels
      where tenant_id = ${tenant} and item_id = any (array[i.id])) l
    where i.tenant_id = ${tenant} and i.sku = any (array[${sku}]) limit 1), 'in_stock')`;
