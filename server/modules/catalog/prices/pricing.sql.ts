import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { OWN_PRICES } from '../products/products.sql.ts';

/** The circumstances of a sale, which choose the price lists that fit. */
export type PriceContext = {
  currency: string;
  customerTags: string[];
  propertyId: string | null;
  now: Date;
};

export type PricedLine = {
  amount: number;
  compareAt: number | null;
  /** Null: the variant's own price. */
  priceListId: string | null;
  minQuantity: number;
};

type Row = {
  place: number;
  amount: string;
  compare_at: string | null;
  price_list_id: string | null;
  min_quantity: number;
};

/**
 * The unit price of each line, in one statement for any number of lines: of the lists that fit, the one with the highest priority
 * (of equal ones, the oldest) that has the variant for this quantity, and in it the highest quantity; otherwise the variant's own
 * price. Null: there is none in this currency.
 */
export async function priceLines(
  tx: Tx,
  context: PriceContext,
  lines: { variantId: string; quantity: number }[],
): Promise<(PricedLine | null)[]> {
  const { rows } = await tx.query<Row>(PRICE_LINES, [
    list(lines, ({ variantId }) => variantId),
    list(lines, ({ quantity }) => quantity),
    context.currency,
    context.customerTags,
    context.propertyId,
    context.now,
  ]);
  const priced: (PricedLine | null)[] = lines.map(() => null);
  for (const row of rows) {
    priced[row.place - 1] = {
      amount: Number(row.amount),
      compareAt: row.compare_at === null ? null : Number(row.compare_at),
      priceListId: row.price_list_id,
      minQuantity: row.min_quantity,
    };
  }
  return priced;
}

// Lists are few, so those that fit become one array in the order of their rank; own prices come last. Prices of a variant in one
// currency are next to each other in the primary key.
const PRICE_LINES = {
  name: 'price_lines',
  text: `
    with fitting as materialized (
      select array_agg(id order by priority desc, id) || '${OWN_PRICES}'::uuid as ids from price_lists
      where tenant_id = (select current_tenant()) and status = 'active' and currency = $3
        and (starts_at is null or starts_at <= $6) and (ends_at is null or ends_at > $6)
        and (customer_tags = '{}' or customer_tags && $4::text[])
        and (property_ids = '{}' or $5::uuid = any (property_ids)))
    select l.place::int, best.amount::text, best.compare_at::text, best.price_list_id, best.min_quantity
    from unnest($1::uuid[], $2::int[]) with ordinality as l (variant_id, quantity, place)
    cross join lateral (
      select p.amount, p.compare_at, p.price_list_id, p.min_quantity from prices p
      where p.tenant_id = (select current_tenant()) and p.variant_id = l.variant_id and p.currency = $3
        and p.min_quantity <= l.quantity and p.list_id = any ((select ids from fitting)::uuid[])
      order by array_position((select ids from fitting), p.list_id), p.min_quantity desc limit 1) best`,
};
