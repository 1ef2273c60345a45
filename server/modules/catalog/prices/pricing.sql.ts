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
  list_id: string;
  min_quantity: number;
  amount: string;
  compare_at: string | null;
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
  const { rows } = await tx.query<Row>(PRICES, [
    list(lines, ({ variantId }) => variantId),
    context.currency,
    context.customerTags,
    context.propertyId,
    context.now,
    list(lines, ({ quantity }) => quantity),
  ]);
  const priced: (PricedLine | null)[] = lines.map(() => null);
  for (const { place, list_id, min_quantity, amount, compare_at } of rows) {
    priced[place - 1] = {
      amount: Number(amount),
      compareAt: compare_at === null ? null : Number(compare_at),
      priceListId: list_id === OWN_PRICES ? null : list_id,
      minQuantity: min_quantity,
    };
  }
  return priced;
}

// Each line tries the lists in their order and ends with the first that has it: mostly one look-up in the primary key.
const PRICES = {
  name: 'price_lines',
  text: `
    with fits as materialized (
      select array_append(array_agg(id order by priority desc, id), '${OWN_PRICES}'::uuid) as ids
      from price_lists
      where tenant_id = (select current_tenant()) and status = 'active' and currency = $2
        and (starts_at is null or starts_at <= $5) and (ends_at is null or ends_at > $5)
        and (customer_tags = '{}' or customer_tags && $3::text[])
        and (property_ids = '{}' or $4::uuid = any (property_ids))
    )
    select v.place::int, b.* from fits, unnest($1::uuid[], $6::int[]) with ordinality as v (id, quantity, place)
    cross join lateral (
      select p.* from unnest(fits.ids) with ordinality as f (id, rank) cross join lateral (
        select p.list_id, p.min_quantity, p.amount::text, p.compare_at::text from prices p
        where p.tenant_id = (select current_tenant()) and p.variant_id = v.id and p.currency = $2 and p.list_id = f.id
          and p.min_quantity <= v.quantity
        order by p.min_quantity desc limit 1) p
      limit 1) b`,
};
