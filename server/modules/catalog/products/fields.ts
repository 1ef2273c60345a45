/** The fields of products and variants, as they are sent and shown. */

import { type Static, Type } from 'typebox';
import { ByName, Decimal, Metadata, Note, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';

export const STATUSES = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof STATUSES)[number];
export const KINDS = ['physical', 'digital', 'service', 'gift_card'] as const;
export type Kind = (typeof KINDS)[number];
export const VARIANT_STATUSES = ['active', 'archived'] as const;
export type VariantStatus = (typeof VARIANT_STATUSES)[number];

export const MAX_VARIANTS = 2_000;
/** A unit price is below this, so that a JSON number has all of its six decimals. */
export const MAX_AMOUNT = 1_000_000_000;

export const HANDLE =
  'The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.';
export const Handle = () => Text(200, HANDLE);
export const Currency = () => Type.String({ format: 'currency', description: 'ISO 4217.' });
export const Amount = (description = 'In currency units, with at most 6 decimals.') =>
  Decimal({ minimum: 0, exclusiveMaximum: MAX_AMOUNT, description });

/** Inside a SKU, blanks are allowed: those around it would make two SKUs that look alike. */
const Sku = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern:
      '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?$',
    description: 'Unique in the tenant. Without control characters, and without blanks around it.',
  });
const Title = () => Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' });

const Option = NamedObject('ProductOption', {
  name: Text(100),
  values: Type.Array(Text(100), { minItems: 1, maxItems: 200 }),
});
const Seo = NamedObject('ProductSeo', {
  title: Nullable(Note(300)),
  description: Nullable(Note(1000)),
});
const SeoInput = NamedObject('ProductSeoChange', {
  title: Type.Optional(Nullable(Note(300))),
  description: Type.Optional(Nullable(Note(1000))),
});
const Translation = NamedObject('ProductTranslation', {
  title: Type.Optional(Title()),
  description: Type.Optional(Note(50_000)),
  handle: Type.Optional(Handle()),
});
const Translations = ByName(35, Translation, {
  maxProperties: 50,
  description: 'By language tag.',
});

export const Price = NamedObject('NewPrice', {
  currency: Currency(),
  amount: Amount(),
  compareAt: Type.Optional(Nullable(Amount('The former price, shown beside it.'))),
});
const Dimensions = NamedObject('Dimensions', {
  lengthMm: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  widthMm: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  heightMm: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
});

const ofVariant = {
  sku: Sku(),
  barcode: Nullable(Text(100)),
  optionValues: Type.Array(Text(100), {
    maxItems: 4,
    description: 'One value of each option of the product, in their order.',
  }),
  prices: Type.Array(Price, { maxItems: 50, description: 'One per currency.' }),
  weightGrams: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  dimensions: Nullable(Dimensions),
  requiresShipping: Type.Boolean(),
  taxCode: Nullable(Text(100)),
  status: OneOf(VARIANT_STATUSES),
  metadata: Metadata(),
};
const { sku, ...optionalOfVariant } = ofVariant;

/** A variant in a grid or with a new product: fields that it leaves out stay as they are. */
export const GridVariant = NamedObject('VariantInGrid', {
  id: Type.Optional(Uuid('The variant to change; without it, the one with this SKU, or a new one.')),
  sku,
  ...Type.Partial(Type.Object(optionalOfVariant)).properties,
});
export type GridVariant = Static<typeof GridVariant>;

export const NewVariant = NamedObject('NewVariant', {
  productId: Uuid(),
  sku,
  ...Type.Partial(Type.Object(optionalOfVariant)).properties,
});
export type NewVariant = Static<typeof NewVariant>;

export const VariantChange = named(
  'VariantChange',
  Type.Partial(
    Type.Object({ ...ofVariant, position: Type.Integer({ minimum: 0, maximum: MAX_VARIANTS - 1 }) }),
  ),
);
export type VariantChange = Static<typeof VariantChange>;

export const Variant = NamedObject('Variant', {
  id: Type.String(),
  productId: Type.String(),
  ...ofVariant,
  prices: Type.Array(
    Type.Object({ currency: Type.String(), amount: Decimal(), compareAt: Nullable(Decimal()) }),
  ),
  position: Type.Integer(),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export const Rating = NamedObject('Rating', { count: Type.Integer(), average: Nullable(Decimal()) });

const ofProduct = {
  title: Title(),
  handle: Handle(),
  kind: OneOf(KINDS),
  description: Nullable(Note(50_000)),
  vendor: Nullable(Text(200)),
  productType: Nullable(Text(200)),
  tags: Type.Array(Text(100), { maxItems: 50 }),
  options: Type.Array(Option, { maxItems: 4 }),
  media: Type.Array(Uuid(), { maxItems: 100, description: 'Ids of assets, the main picture first.' }),
  categoryIds: Type.Array(Uuid(), { maxItems: 50 }),
  propertyIds: Type.Array(Uuid(), { maxItems: 50, description: 'The sites that sell it; empty: all.' }),
  taxCode: Nullable(Text(100)),
  seo: Nullable(SeoInput),
  translations: Translations,
  contentEntryId: Nullable(Uuid('An entry that tells more about it.')),
  metadata: Metadata(),
};
const { title, ...optionalOfProduct } = ofProduct;

export const ProductChange = named('ProductChange', Type.Partial(Type.Object(ofProduct)));
export type ProductChange = Static<typeof ProductChange>;

export const NewProduct = NamedObject('NewProduct', {
  title,
  ...Type.Partial(Type.Object(optionalOfProduct)).properties,
  status: Type.Optional(OneOf(['draft', 'active'] as const)),
  variants: Type.Optional(Type.Array(GridVariant, { maxItems: MAX_VARIANTS })),
});
export type NewProduct = Static<typeof NewProduct>;

export const Grid = NamedObject('VariantGrid', {
  options: Type.Optional(ofProduct.options),
  variants: Type.Array(GridVariant, {
    maxItems: MAX_VARIANTS,
    description: 'All variants, in order; others of the product are deleted.',
  }),
});
export type Grid = Static<typeof Grid>;

export const Product = NamedObject('Product', {
  id: Type.String(),
  ...ofProduct,
  status: OneOf(STATUSES),
  seo: Nullable(Seo),
  variantCount: Type.Integer(),
  priceRanges: Type.Array(Type.Object({ currency: Type.String(), from: Decimal(), to: Decimal() }), {
    description: 'The lowest and the highest price of its active variants.',
  }),
  rating: Rating,
  version: Type.Integer(),
  variantsVersion: Type.Integer({ description: 'Rises with every change of its variants.' }),
  createdAt: Time(),
  updatedAt: Time(),
});
