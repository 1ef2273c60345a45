/** The query of product lists, and the fields of a product in them. */

import { type Static, Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { Nullable, OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { MAX_KEY } from '../keys.ts';
import { Amount, Currency, KINDS, Product, STATUSES } from './fields.ts';
import { MOST_VARIANTS, ProductStock, STOCK_STATES } from './stock.ts';

export const SORTS = ['new', 'title', 'price', 'updatedAt'] as const;

export const ProductFilter = {
  status: Type.Optional(OneOf(STATUSES)),
  kind: Type.Optional(OneOf(KINDS)),
  categoryId: Type.Optional(Uuid('In this category, or in one below it.')),
  tag: Type.Optional(Text(100)),
  vendor: Type.Optional(Text(200)),
  type: Type.Optional(Text(200, 'The productType.')),
  propertyId: Type.Optional(Uuid('Sold on this site.')),
  currency: Type.Optional(Currency()),
  priceFrom: Type.Optional(Amount('The lowest price of the product is at least this.')),
  priceTo: Type.Optional(Amount('The lowest price of the product is at most this.')),
  q: Type.Optional(
    Text(
      200,
      'Words of the title, vendor, type or handle, or beginnings of them; beginnings of SKUs; barcodes.',
    ),
  ),
  sku: Type.Optional(
    Text(20_000, 'Up to 100 SKUs, separated by commas: the products that have one of them.'),
  ),
  stock: Type.Optional({
    ...OneOf(STOCK_STATES),
    description:
      'With a variant that is low or depleted, as last announced by an event. Needs read:inventory.',
  }),
};

export const ProductQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(SortedCursor(MAX_KEY, 'The nextCursor of the page before.')),
  ...ProductFilter,
  sort: Type.Optional({
    ...OneOf(SORTS),
    description: 'By price: products without a price in this currency are left out.',
  }),
  order: Type.Optional(OneOf(['asc', 'desc'] as const)),
  expand: Type.Optional({
    ...OneOf(['stock'] as const),
    description: `Adds stock to each product, up to ${MOST_VARIANTS} variants of a page. Needs read:inventory.`,
  }),
});
export type ProductQuery = Static<typeof ProductQuery>;

export const ListedProduct = NamedObject('ProductSummary', {
  ...Type.Omit(Product, [
    'description',
    'options',
    'taxCode',
    'seo',
    'translations',
    'contentEntryId',
    'metadata',
  ]).properties,
  stock: Type.Optional({
    ...Nullable(ProductStock),
    description: 'Only with expand=stock. Null: no variant keeps stock.',
  }),
});
