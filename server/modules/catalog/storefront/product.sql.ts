import { list, texts } from '#kernel/db/list.ts';
import { fittingLists, priceOfLine } from '../prices/pricing.sql.ts';
import type { Product } from '../products/record.ts';
import type { AvailabilityOf } from './browse.sql.ts';
import type { Availability } from './browse-fields.ts';

export type Wanted = {
  tenantId: string;
  propertyId: string;
  handle: string;
  /** Empty: none. */
  locale: string;
  language: string;
  currency: string;
  keepsStock: boolean;
  now: Date;
};

export type FoundVariant = {
  id: string;
  sku: string;
  optionValues: string[];
  amount: number | null;
  compareAt: number | null;
  availability: Availability;
};

/** Columns of type json are their texts. */
export type FoundProduct = Omit<Product, 'options' | 'seo' | 'translations'> & {
  nth: number;
  options: string;
  seo: string | null;
  translations: string;
  variants: string;
};

export const columnsOf = (wanted: Wanted[]): unknown[] => [
  list(wanted, (one) => one.tenantId),
  list(wanted, (one) => one.propertyId),
  texts(wanted, (one) => one.handle),
  texts(wanted, (one) => one.locale),
  texts(wanted, (one) => one.language),
  list(wanted, (one) => one.currency),
  list(wanted, (one) => one.keepsStock),
  texts(wanted, (one) => one.now.toISOString()),
];

const TENANT = 'w.tenant_id';

/**
 * Finds active products of sites by handle: in this locale rather than in its language or in none. Each part is looked up by index
 * for each wanted product; `limit 1` prevents any other plan.
 */
export const findByHandle = (availabilityOf: AvailabilityOf) => ({
  name: 'find_product_by_handle',
  text: `
    select w.nth::int, p.*, v.variants
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::timestamptz[])
      with ordinality as w (tenant_id, property_id, handle, locale, language, currency, keeps_stock, now, nth)
    cross join lateral (
      select h.product_id from catalog_handles h
      where h.tenant_id = w.tenant_id and h.locale in ('', w.locale, w.language) and h.handle = w.handle and exists (
        select from products p
        where p.tenant_id = w.tenant_id and p.id = h.product_id and p.status = 'active'
          and (p.property_ids = '{}' or w.property_id = any (p.property_ids)) offset 0)
      order by length(h.locale) desc limit 1) h
    cross join lateral (
      select p.id, p.title, p.handle, p.kind, p.description, p.vendor, p.product_type, p.tags, p.options, p.media, p.category_ids,
        p.seo, p.translations, p.rating_count, p.rating_average::float8 as rating_average, p.updated_at
      from products p
      where p.tenant_id = w.tenant_id and p.id = h.product_id and p.status = 'active'
        and (p.property_ids = '{}' or w.property_id = any (p.property_ids)) limit 1) p
    cross join lateral (${fittingLists({
      ...{
        tenant: TENANT,
        currency: 'w.currency',
        tags: `'{}'::text[]`,
        propertyId: 'w.property_id',
        now: 'w.now',
      },
    })} limit 1) fits
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'optionValues', v.option_values, 'amount', b.amount,
        'compareAt', b.compare_at, 'availability', case when w.keeps_stock then ${availabilityOf(TENANT, 'v.sku')} else 'in_stock' end)
        order by v.position, v.id), '[]') as variants
      from (select v.id, v.sku, v.option_values, v.position from variants v
        where v.tenant_id = w.tenant_id and v.product_id = p.id and v.status = 'active' offset 0) v
      left join lateral (${priceOfLine({
        ...{ tenant: TENANT, variantId: 'v.id', quantity: '1', currency: 'w.currency', lists: 'fits.ids' },
      })}) b on true) v`,
});
