import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { fittingLists, priceOfLine } from '../prices/pricing.sql.ts';
import { AVAILABILITIES, type Availability } from './browse-fields.ts';

/** SQL: the availability of a SKU; both arguments are SQL. The inventory provides it. */
export type AvailabilityOf = (tenant: string, sku: string) => string;

const TENANT = '(select current_tenant())';

export type Offer = {
  product_id: string;
  from: number | null;
  to: number | null;
  compare_at: number | null;
  availability: Availability;
};

/** The prices and the availability of the active variants of any number of products, in one statement. */
export async function findOffers(
  tx: Tx,
  of: { productIds: string[]; currency: string; propertyId: string; now: Date },
  availabilityOf: AvailabilityOf | null,
): Promise<Map<string, Offer>> {
  if (of.productIds.length === 0) return new Map();
  const values = [list(of.productIds, (id) => id), of.currency, of.propertyId, of.now];
  const statement = availabilityOf === null ? OFFERS : offersStatement('stocked_offers', availabilityOf);
  const { rows } = await tx.query<Omit<Offer, 'availability'> & { rank: number | null }>(statement, values);
  return new Map(
    rows.map(({ rank, ...row }) => [row.product_id, { ...row, availability: AVAILABILITIES[rank ?? 3]! }]),
  );
}

function offersStatement(name: string, availabilityOf: AvailabilityOf) {
  const availability = availabilityOf(TENANT, 'v.sku');
  return {
    name,
    text: `
      with fits as materialized (${fittingLists({
        ...{
          tenant: TENANT,
          currency: '$2',
          tags: `'{}'::text[]`,
          propertyId: '$3::uuid',
          now: '$4::timestamptz',
        },
      })})
      select w.product_id, o.lowest::float8 as from, o.highest::float8 as to, o.compare_at::float8, o.rank::int
      from fits, unnest($1::uuid[]) as w (product_id)
      cross join lateral (
        select min(b.amount) as lowest, max(b.amount) as highest, (array_agg(b.compare_at order by b.amount))[1] as compare_at,
          min(array_position('{${AVAILABILITIES.join(',')}}'::text[], ${availability}) - 1) as rank
        from variants v
        left join lateral (${priceOfLine({
          ...{ tenant: TENANT, variantId: 'v.id', quantity: '1', currency: '$2', lists: 'fits.ids' },
        })}) b on true
        where v.tenant_id = ${TENANT} and v.product_id = any (array[w.product_id]) and v.status = 'active') o`,
  };
}

const OFFERS = offersStatement('offers', () => `'in_stock'`);

export type BrowsedCategoryRow = {
  id: string;
  parent_id: string | null;
  name: string;
  handle: string;
  position: number;
  /** JSON. */
  translations: string;
  path: string;
};

/** In the order of the tree: each behind the one that it is under. */
export async function listTree(tx: Tx, limit: number, after: string | null): Promise<BrowsedCategoryRow[]> {
  const { rows } = await tx.query<BrowsedCategoryRow>(
    `select id, parent_id, name, handle, position, translations, path from categories
     where tenant_id = ${TENANT} and ($1::text is null or path > $1) order by path limit $2`,
    [after, limit + 1],
  );
  return rows;
}
