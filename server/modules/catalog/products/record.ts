/** Products and variants as they are stored, and as the API shows them. */
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import type { Kind, ProductStatus, VariantStatus } from './fields.ts';

export type Option = { name: string; values: string[] };
export type Price = { currency: string; amount: number; compareAt: number | null };
export type PriceRange = { currency: string; from: number; to: number };
export type Seo = { title: string | null; description: string | null };
export type Translation = { title?: string; description?: string; handle?: string };
export type Dimensions = { lengthMm: number; widthMm: number; heightMm: number };

export type Product = {
  id: string;
  title: string;
  handle: string;
  status: ProductStatus;
  kind: Kind;
  description: string | null;
  vendor: string | null;
  product_type: string | null;
  tags: string[];
  options: Option[];
  media: string[];
  category_ids: string[];
  /** Empty: all sites. */
  property_ids: string[];
  tax_code: string | null;
  seo: Seo | null;
  translations: Record<string, Translation>;
  content_entry_id: string | null;
  /** JSON, as the client wrote it. */
  metadata: string;
  variant_count: number;
  price_ranges: PriceRange[];
  rating_count: number;
  rating_average: number | null;
  version: number;
  variants_version: number;
  created_at: Date;
  updated_at: Date;
};

export type Variant = {
  id: string;
  product_id: string;
  sku: string;
  barcode: string | null;
  option_values: string[];
  /** By currency. */
  prices: Price[];
  weight_grams: number | null;
  dimensions: Dimensions | null;
  requires_shipping: boolean;
  tax_code: string | null;
  position: number;
  status: VariantStatus;
  /** JSON, as the client wrote it. */
  metadata: string;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** The fields of a product that a change names, by their name in the API. */
export const PRODUCT_FIELDS = {
  title: 'title',
  handle: 'handle',
  status: 'status',
  kind: 'kind',
  description: 'description',
  vendor: 'vendor',
  productType: 'product_type',
  tags: 'tags',
  options: 'options',
  media: 'media',
  categoryIds: 'category_ids',
  propertyIds: 'property_ids',
  taxCode: 'tax_code',
  seo: 'seo',
  translations: 'translations',
  contentEntryId: 'content_entry_id',
  metadata: 'metadata',
} as const satisfies Record<string, keyof Product>;

export const VARIANT_FIELDS = {
  sku: 'sku',
  barcode: 'barcode',
  optionValues: 'option_values',
  prices: 'prices',
  weightGrams: 'weight_grams',
  dimensions: 'dimensions',
  requiresShipping: 'requires_shipping',
  taxCode: 'tax_code',
  position: 'position',
  status: 'status',
  metadata: 'metadata',
} as const satisfies Record<string, keyof Variant>;

export const presentProduct = (row: Product) => ({
  id: row.id,
  title: row.title,
  handle: row.handle,
  status: row.status,
  kind: row.kind,
  description: row.description,
  vendor: row.vendor,
  productType: row.product_type,
  tags: row.tags,
  options: row.options,
  media: row.media,
  categoryIds: row.category_ids,
  propertyIds: row.property_ids,
  taxCode: row.tax_code,
  seo: row.seo,
  translations: row.translations,
  contentEntryId: row.content_entry_id,
  metadata: new Verbatim(row.metadata),
  variantCount: row.variant_count,
  priceRanges: row.price_ranges,
  rating: { count: row.rating_count, average: row.rating_average },
  version: row.version,
  variantsVersion: row.variants_version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentVariant = (row: Variant) => ({
  id: row.id,
  productId: row.product_id,
  sku: row.sku,
  barcode: row.barcode,
  optionValues: row.option_values,
  prices: row.prices,
  weightGrams: row.weight_grams,
  dimensions: row.dimensions,
  requiresShipping: row.requires_shipping,
  taxCode: row.tax_code,
  position: row.position,
  status: row.status,
  metadata: new Verbatim(row.metadata),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
