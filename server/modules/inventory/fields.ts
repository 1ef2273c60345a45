/** The resources of the inventory as they are sent and as they are answered. */

import { type Static, Type } from 'typebox';
import { Author, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';

export const MAX_LINES = 500;
/** The most units of one SKU at one location: sums stay exact in JavaScript. */
export const MAX_UNITS = 1_000_000_000_000;

export const STATES = ['low', 'depleted', 'short'] as const;
export type State = (typeof STATES)[number];
export const KINDS = ['received', 'adjusted', 'counted', 'moved', 'shipped', 'returned'] as const;
export type Kind = (typeof KINDS)[number];

const Units = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_UNITS, ...(description && { description }) });
const Nonzero = Type.Integer({
  minimum: -MAX_UNITS,
  maximum: MAX_UNITS,
  description: 'Units that came (positive) or went (negative). Not together with count.',
});

export const Sku = Text(200, 'Stock-keeping unit, as order lines name it.');
/** The SKU of a new item. Control characters are for names that the service gives for a moment. */
export const NewSku = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern:
    '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?$',
  description:
    'Stock-keeping unit, as order lines name it. Without control characters, and without blanks at its ends.',
});
export const BackorderLimit = Nullable(
  Units('Units that may be reserved beyond the stock: 0 none, null without limit.'),
);
export const LowAt = Nullable(
  Units('inventory.low is published when the stock falls to this number or below; null: never.'),
);
const Tracked = Type.Boolean({ description: 'false: orders of this SKU reserve nothing.' });

export const NewItem = NamedObject('NewItem', {
  sku: NewSku,
  tracked: Type.Optional(Tracked),
  backorderLimit: Type.Optional(BackorderLimit),
  lowAt: Type.Optional(LowAt),
});
export type NewItem = Static<typeof NewItem>;
export const ItemChange = named('ItemChange', Type.Partial(Type.Omit(NewItem, ['sku'])));
export type ItemChange = Static<typeof ItemChange>;

const Figures = {
  onHand: Type.Integer({ description: 'Units that are there.' }),
  reserved: Type.Integer({ description: 'Units that open orders and checkouts hold.' }),
  available: Type.Integer({ description: 'onHand − reserved.' }),
  short: Type.Integer({ description: 'Units that are reserved and neither there nor on backorder.' }),
};

export const Level = NamedObject('StockLevel', { sku: Type.String(), locationId: Type.String(), ...Figures });
export const Item = NamedObject('Item', {
  sku: Type.String(),
  product: Nullable(
    Type.Object(
      {
        id: Type.String(),
        title: Type.String(),
        variantId: Type.String(),
        optionValues: Type.Array(Type.String()),
      },
      { description: 'The product that has this SKU, for callers that may read the catalog.' },
    ),
  ),
  tracked: Tracked,
  backorderLimit: BackorderLimit,
  lowAt: LowAt,
  ...Figures,
  levels: Type.Array(Level, { description: 'By location, in the order in which stock is taken.' }),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});
export type Item = Static<typeof Item>;

export const Adjustment = NamedObject('NewAdjustment', {
  reason: Text(500),
  kind: Type.Unsafe<'received' | 'adjusted'>({
    ...OneOf(['received', 'adjusted'] as const),
    default: 'adjusted',
    description: 'The kind of the lines with a change.',
  }),
  lines: Type.Array(
    Type.Object({
      sku: Sku,
      locationId: Uuid(),
      change: Type.Optional(Nonzero),
      count: Type.Optional(Units('Units that were counted.')),
      seen: Type.Optional(
        Type.Integer({
          minimum: -MAX_UNITS,
          maximum: MAX_UNITS,
          description: 'onHand as it was read before the count: 409 if it has changed since.',
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
});
export type Adjustment = Static<typeof Adjustment>;

export const Transfer = NamedObject('NewTransfer', {
  from: Uuid('The location that the units leave.'),
  to: Uuid('The location where they arrive.'),
  reason: Type.Optional(Text(500)),
  lines: Type.Array(Type.Object({ sku: Sku, quantity: Type.Integer({ minimum: 1, maximum: MAX_UNITS }) }), {
    minItems: 1,
    maxItems: MAX_LINES,
  }),
});
export type Transfer = Static<typeof Transfer>;

export const Movement = NamedObject('Movement', {
  id: Type.String(),
  sku: Type.String(),
  locationId: Type.String(),
  seq: Type.Integer({ description: 'The number of the movement in the ledger of its SKU and location.' }),
  kind: OneOf(KINDS),
  change: Type.Integer(),
  before: Type.Integer(),
  after: Type.Integer(),
  reason: Nullable(Type.String()),
  orderId: Nullable(Type.String()),
  returnId: Nullable(Type.String()),
  by: Author,
  at: Time(),
});
export const Moved = NamedObject('Movements', { movements: Type.Array(Movement) });

export const Reservation = NamedObject('Reservation', {
  orderId: Type.String(),
  sku: Type.String(),
  locationId: Type.String(),
  quantity: Type.Integer(),
  shipped: Type.Integer(),
  expiresAt: Nullable({ ...Time(), description: 'null: it does not expire.' }),
  holder: OneOf(['checkout', 'order'] as const),
});

const Address = Type.Unsafe<Record<string, string | null> | null>({
  type: ['object', 'null'],
  description: 'Texts only, for example line1, city and country.',
  additionalProperties: { type: ['string', 'null'], maxLength: 500 },
  propertyNames: { maxLength: 100 },
  maxProperties: 30,
});

export const NewLocation = NamedObject('NewLocation', {
  name: Text(200),
  code: Text(50, 'A short name, unique in the tenant.'),
  address: Type.Optional(Address),
  priority: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Stock is taken from the location with the smallest priority first. 0 if none is given.',
    }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Stock is taken from active locations only.' })),
  propertyIds: Type.Optional(
    Type.Array(Uuid(), { maxItems: 100, description: 'The sites that the location serves; none: all.' }),
  ),
});
export type NewLocation = Static<typeof NewLocation>;
export const LocationChange = named('LocationChange', Type.Partial(NewLocation));
export type LocationChange = Static<typeof LocationChange>;

export const Location = NamedObject('Location', {
  id: Type.String(),
  name: Type.String(),
  code: Type.String(),
  address: Address,
  priority: Type.Integer(),
  active: Type.Boolean(),
  propertyIds: Type.Array(Type.String()),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export const StockSettings = NamedObject('InventorySettings', {
  importsTakeStock: Type.Boolean({
    description: 'true: orders of the channel import reserve stock as others do. They are history otherwise.',
  }),
  version: Type.Integer(),
});
export const SettingsChange = NamedObject('InventorySettingsChange', {
  importsTakeStock: Type.Optional(Type.Boolean()),
});

export const ReservationMove = NamedObject('ReservationMove', {
  sku: Sku,
  from: Uuid('The location that has the reservation.'),
  to: Uuid('The location that is to have it.'),
});
export type ReservationMove = Static<typeof ReservationMove>;
