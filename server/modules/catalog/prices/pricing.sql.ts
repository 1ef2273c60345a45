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
  /** Null: this row is a list that fits, and `min_quantity` is its rank. */
  variant_id: string | null;
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
  ]);
  const ranks = new Map([[OWN_PRICES, Number.POSITIVE_INFINITY]]);
  const prices = new Map<string, Row[]>();
  for (const row of rows) if (row.variant_id === null) ranks.set(row.list_id, row.min_quantity);
  for (const row of rows) {
    if (row.variant_id === null || !ranks.has(row.list_id)) continue;
    const own = prices.get(row.variant_id);
    if (own === undefined) prices.set(row.variant_id, [row]);
    else own.push(row);
  }
  return lines.map(({ variantId, quantity }) => bestOf(prices.get(variantId) ?? [], quantity, ranks));
}

function bestOf(rows: Row[], quantity: number, ranks: Map<string, number>): PricedLine | null {
  let best: Row | null = null;
  for (const row of rows) {
    if (row.min_quantity > quantity) continue;
    const ahead = best === null ? -1 : ranks.get(row.list_id)! - ranks.get(best.list_id)!;
    const isSameList = row.list_id === best?.list_id;
    if (isSameList ? row.min_quantity > best!.min_quantity : ahead < 0) best = row;
  }
  return (
    best && {
      amount: Number(best.amount),
      compareAt: best.compare_at === null ? null : Number(best.compare_at),
      priceListId: best.list_id === OWN_PRICES ? null : best.list_id,
      minQuantity: best.min_quantity,
    }
  );
}

// The lists that fit with their rank, and the prices of all variants by one scan of the primary key, in which those of a variant and
// a currency are next to each other. Ranking each price in SQL took several times as long as reading it.
const PRICES = {
  name: 'price_lines',
  text: `
    (select null::uuid as variant_id, id as list_id, row_number() over (order by priority desc, id)::int as min_quantity, null::text as amount, null::text as compare_at
     from price_lists
     where tenant_id = (select current_tenant()) and status = 'active' and currency = $2
       and (starts_at is null or starts_at <= $5) and (ends_at is null or ends_at > $5)
       and (customer_tags = '{}' or customer_tags && $3::text[])
       and (property_ids = '{}' or $4::uuid = any (property_ids)))
    union all
    select variant_id, list_id, min_quantity, amount::text, compare_at::text from prices
    where tenant_id = (select current_tenant()) and variant_id = any ($1::uuid[]) and currency = $2`,
};
