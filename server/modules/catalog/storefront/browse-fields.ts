/** Queries and answers of shoppers: never costs, drafts, metadata or numbers of units. */

import { type Static, Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { Decimal, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { MAX_KEY } from '../keys.ts';
import { Amount, Currency, KINDS, Rating } from '../products/fields.ts';

export const AVAILABILITIES = ['in_stock', 'low', 'backorder', 'sold_out'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export const SORTS = ['new', 'title', 'price'] as const;

export const View = {
  locale: Type.Optional(Text(35, 'A language tag. Texts without a translation are shown as they are.')),
  currency: Type.Optional({
    ...Currency(),
    description: 'The currency of the prices; without it that of the business.',
  }),
};

export const BrowseQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 24 }),
    cursor: Type.Optional(SortedCursor(MAX_KEY, 'The nextCursor of the page before.')),
    ...View,
    category: Type.Optional(
      Text(200, 'The handle of a category: its products, and those of the ones below it.'),
    ),
    tag: Type.Optional(Text(100)),
    vendor: Type.Optional(Text(200)),
    type: Type.Optional(Text(200, 'The productType.')),
    priceFrom: Type.Optional(
      Amount('The lowest price of the product is at least this, without price lists.'),
    ),
    priceTo: Type.Optional(Amount('The lowest price of the product is at most this, without price lists.')),
    available: Type.Optional(OneOf(['true'] as const)),
    q: Type.Optional(Text(200, 'Words of the title, vendor, type or handle, or beginnings of them; SKUs.')),
    sort: Type.Optional(OneOf(SORTS)),
    order: Type.Optional(OneOf(['asc', 'desc'] as const)),
  },
  {
    patternProperties: { '^option\\.': Text(100) },
    description:
      'option.<name>=<value>: a variant has this value; with available, the same one can be bought.',
  },
);
export type BrowseQuery = Static<typeof BrowseQuery>;

const Media = Type.Array(
  Type.Object({
    id: Type.String(),
    url: Type.String({ description: 'The original; 404 if it is private.' }),
  }),
);
const Available = Type.Enum([...AVAILABILITIES]);
const Price = Type.Object({ amount: Decimal(), compareAt: Nullable(Decimal()) });

const listed = {
  id: Type.String(),
  handle: Type.String({ description: 'In the language that was asked for, if it has one there.' }),
  title: Type.String(),
  kind: OneOf(KINDS),
  vendor: Nullable(Type.String()),
  productType: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  media: Media,
  categoryIds: Type.Array(Type.String()),
  rating: Rating,
  currency: Type.String(),
  price: Nullable(
    Type.Object({
      from: Decimal(),
      to: Decimal(),
      compareAt: Nullable(Decimal({ description: 'The former price of the cheapest variant.' })),
    }),
  ),
  availability: Available,
};

const Options = Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) }), {
  description: 'The choices between its variants, for filters by option.',
});

export const BrowsedProduct = NamedObject('StorefrontProductSummary', { ...listed, options: Options });

export const ShownProduct = NamedObject('StorefrontProduct', {
  ...listed,
  description: Nullable(Type.String()),
  options: Options,
  seo: Nullable(Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) })),
  variants: Type.Array(
    Type.Object({
      id: Type.String(),
      sku: Type.String(),
      optionValues: Type.Array(Type.String()),
      price: Nullable(Price),
      availability: Available,
    }),
  ),
  updatedAt: Time(),
});

export const CategoryQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 500 }),
  cursor: PageQuery.properties.cursor,
  locale: View.locale,
});

export const BrowsedCategory = NamedObject('StorefrontCategory', {
  id: Type.String(),
  name: Type.String(),
  handle: Type.String(),
  parentId: Nullable(Type.String()),
  position: Type.Integer(),
});
