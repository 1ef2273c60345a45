import type { Tx } from '#kernel/db/db.ts';
import { gathering } from '#kernel/db/sharing.ts';

/** A variant as a cart needs it. */
export type ForSale = {
  id: string;
  sku: string;
  product_id: string;
  title: string;
  option_values: string[];
  /** The first picture of the product. */
  image: string | null;
  category_ids: string[];
  tax_code: string | null;
  weight_grams: number | null;
  requires_shipping: boolean;
  /** Variant and product are active, and the product is sold at the property. */
  is_sold: boolean;
};

const FOR_SALE = `
  select v.id, v.sku, v.product_id, p.title, v.option_values, p.media[1] as image, p.category_ids,
    coalesce(v.tax_code, p.tax_code) as tax_code, v.weight_grams, v.requires_shipping,
    v.status = 'active' and p.status = 'active' and p.kind <> 'gift_card'
      and (p.property_ids = '{}' or coalesce($2::uuid = any (p.property_ids), false)) as is_sold
  from variants v join products p on p.tenant_id = v.tenant_id and p.id = v.product_id
  where v.tenant_id = (select current_tenant())`;

/** Variants by a column, for several carts at once if they are of one site. */
const findBy = (column: 'id' | 'sku', type: string) => {
  const statement = {
    name: `find_for_sale_by_${column}`,
    text: `${FOR_SALE} and v.${column} = any ($1::${type}[])`,
  };
  const find = gathering(
    async (tx, asked: { values: string[]; propertyId: string | null }[]): Promise<ForSale[][]> => {
      const all = [...new Set(asked.flatMap(({ values }) => values))];
      const { rows } = await tx.query<ForSale>(statement, [all, asked[0]!.propertyId]);
      if (asked.length === 1) return [rows];
      const found = new Map(rows.map((row) => [row[column], row]));
      return asked.map(({ values }) => [...new Set(values)].flatMap((value) => found.get(value) ?? []));
    },
    ({ propertyId }) => String(propertyId),
  );
  return (tx: Tx, values: string[], propertyId: string | null) => find(tx, { values, propertyId });
};

export const findForSale = findBy('id', 'uuid');
export const findForSaleBySku = findBy('sku', 'text');
