import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { gathering } from '#kernel/db/sharing.ts';
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
export const priceLines = (tx: Tx, context: PriceContext, lines: Line[]) => priceAll(tx, { context, lines });

type Line = { variantId: string; quantity: number };
type Asked = { context: PriceContext; lines: Line[] };

/** Several carts in the same circumstances are priced together. */
const priceAll = gathering(
  async (tx, asked: Asked[]): Promise<(PricedLine | null)[][]> => {
    const all = asked.flatMap(({ lines }) => lines);
    const priced = await priceEach(tx, asked[0]!.context, all);
    return asked.map(({ lines }) => priced.splice(0, lines.length));
  },
  ({ context }) => JSON.stringify(context),
);

async function priceEach(tx: Tx, context: PriceContext, lines: Line[]): Promise<(PricedLine | null)[]> {
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

type Names<Name extends string> = Record<Name, string>;

/** Statement: `ids` of the price lists that fit, the best first, behind them that of own prices. The arguments are SQL. */
export const fittingLists = (of: Names<'tenant' | 'currency' | 'tags' | 'propertyId' | 'now'>) => `
  select array_append(array_agg(id order by priority desc, id), '${OWN_PRICES}'::uuid) as ids
  from price_lists
  where tenant_id = ${of.tenant} and status = 'active' and currency = ${of.currency}
    and (starts_at is null or starts_at <= ${of.now}) and (ends_at is null or ends_at > ${of.now})
    and (customer_tags = '{}' or customer_tags && ${of.tags})
    and (property_ids = '{}' or ${of.propertyId} = any (property_ids))`;

/** Statement: the price of one line. It tries the lists in their order and ends with the first: mostly one look-up in the primary key. */
export const priceOfLine = (of: Names<'tenant' | 'variantId' | 'quantity' | 'currency' | 'lists'>) => `
  select p.* from unnest(${of.lists}) with ordinality as f (id, rank) cross join lateral (
    select p.list_id, p.min_quantity, p.amount, p.compare_at from prices p
    where p.tenant_id = ${of.tenant} and p.variant_id = ${of.variantId} and p.currency = ${of.currency} and p.list_id = f.id
      and p.min_quantity <= ${of.quantity}
    order by p.min_quantity desc limit 1) p
  limit 1`;

const TENANT = '(select current_tenant())';
const PRICES = {
  name: 'price_lines',
  text: `
    with fits as materialized (${fittingLists({
      ...{ tenant: TENANT, currency: '$2', tags: '$3::text[]', propertyId: '$4::uuid', now: '$5' },
    })})
    select v.place::int, b.list_id, b.min_quantity, b.amount::text, b.compare_at::text
    from fits, unnest($1::uuid[], $6::int[]) with ordinality as v (id, quantity, place)
    cross join lateral (${priceOfLine({
      ...{ tenant: TENANT, variantId: 'v.id', quantity: 'v.quantity', currency: '$2', lists: 'fits.ids' },
    })}) b`,
};
