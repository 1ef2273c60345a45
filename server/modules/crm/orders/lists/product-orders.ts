/** The orders of a product, for the catalog, which does not read orders itself. */
import type { Tx } from '#kernel/db/db.ts';
import { findSold, type SoldLine, type SoldProduct } from './product-orders.sql.ts';

/** One order more than `limit` shows that there is a next page. */
export async function ordersOfProduct(tx: Tx, product: SoldProduct, limit: number, after: string | null) {
  const lines = await findSold(tx, product, limit, after);
  return [...Map.groupBy(lines, ({ id }) => id).values()].map(presentSold);
}

const presentSold = (lines: SoldLine[]) => {
  const [order] = lines as [SoldLine];
  return {
    id: order.id,
    orderNumber: order.order_number,
    status: order.status,
    currency: order.currency,
    createdAt: order.created_at.toISOString(),
    lines: lines.map((line) => ({
      variantId: line.variant_id,
      sku: line.sku,
      name: line.name,
      quantity: Number(line.quantity),
      unitPrice: Number(line.unit_price),
    })),
  };
};
