import type { Tx } from '#kernel/db/db.ts';

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

export async function findForSale(tx: Tx, ids: string[], propertyId: string | null): Promise<ForSale[]> {
  const { rows } = await tx.query<ForSale>(
    { name: 'find_for_sale', text: `${FOR_SALE} and v.id = any ($1::uuid[])` },
    [ids, propertyId],
  );
  return rows;
}

export async function findForSaleBySku(
  tx: Tx,
  skus: string[],
  propertyId: string | null,
): Promise<ForSale[]> {
  const { rows } = await tx.query<ForSale>(
    { name: 'find_for_sale_by_sku', text: `${FOR_SALE} and v.sku = any ($1::text[])` },
    [skus, propertyId],
  );
  return rows;
}
