/** Matches the columns of a file with the fields of an order. */
export const FIELD_GROUPS = [
  {
    group: 'Line',
    items: [
      { value: 'sku', label: 'SKU' },
      { value: 'name', label: 'Product name' },
      { value: 'quantity', label: 'Quantity' },
      { value: 'unitPrice', label: 'Unit price' },
      { value: 'taxAmount', label: 'Tax of the line' },
      { value: 'description', label: 'Description' },
      { value: 'productId', label: 'Product id' },
      { value: 'variantId', label: 'Variant id' },
    ],
  },
  {
    group: 'Customer',
    items: [
      { value: 'customerEmail', label: 'Customer e-mail' },
      { value: 'customerName', label: 'Customer name' },
      { value: 'customerId', label: 'Customer id' },
    ],
  },
  {
    group: 'Order',
    items: [
      { value: 'orderNumber', label: 'Order number' },
      { value: 'placedAt', label: 'Order date' },
      { value: 'orderRef', label: 'Rows of one order share this' },
      { value: 'currency', label: 'Currency' },
      { value: 'channel', label: 'Channel' },
      { value: 'propertyId', label: 'Site' },
      { value: 'shippingTotal', label: 'Shipping' },
      { value: 'discountTotal', label: 'Discount' },
      { value: 'taxTotal', label: 'Tax of the order' },
      { value: 'customerNote', label: 'Note of the customer' },
      { value: 'internalNote', label: 'Internal note' },
      { value: 'metadata', label: 'Metadata (JSON)' },
    ],
  },
  {
    group: 'Address',
    items: ['shippingAddress', 'billingAddress'].flatMap((which) =>
      ['name', 'company', 'line1', 'line2', 'postalCode', 'city', 'region', 'country', '*'].map((part) => ({
        value: `${which}.${part}`,
        label: `${which === 'shippingAddress' ? 'Shipping' : 'Billing'}: ${part === '*' ? 'other parts (JSON)' : part}`,
      })),
    ),
  },
];

const FIELDS = FIELD_GROUPS.flatMap(({ items }) => items.map(({ value }) => value));

/** Names that other programs use for the same fields. */
const ALSO: Record<string, string> = {
  email: 'customerEmail',
  customer: 'customerName',
  order: 'orderNumber',
  number: 'orderNumber',
  qty: 'quantity',
  price: 'unitPrice',
  product: 'name',
  productname: 'name',
  itemname: 'name',
  item: 'name',
  title: 'name',
  shipping: 'shippingTotal',
  discount: 'discountTotal',
  tax: 'taxTotal',
  note: 'customerNote',
  date: 'placedAt',
  orderdate: 'placedAt',
  createdat: 'placedAt',
  datum: 'placedAt',
};

/** `Order Number`, `order_number` and `orderNumber` count as the same name. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
const BY_NAME = new Map([...FIELDS.map((field) => [bare(field), field] as const), ...Object.entries(ALSO)]);

/** Column → field, matched by name. Only the first column that matches a field fills it. */
export type Matching = Record<string, string | null>;

export function match(columns: string[]): Matching {
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const field = BY_NAME.get(bare(column));
      if (field === undefined || taken.has(field)) return [column, null];
      taken.add(field);
      return [column, field];
    }),
  );
}

/** Names the required fields that no column fills. */
export function missing(matching: Matching): string[] {
  const filled = new Set(Object.values(matching));
  const needed: [string, string[]][] = [
    ['an SKU', ['sku']],
    ['a product name', ['name']],
    ['a customer e-mail or id', ['customerEmail', 'customerId']],
  ];
  return needed.flatMap(([words, fields]) => (fields.some((field) => filled.has(field)) ? [] : [words]));
}

/** The mapping in the API's format: field → column. */
export const mappingOf = (matching: Matching): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(matching).flatMap(([column, field]) => (field === null ? [] : [[field, column]])),
    ),
  );
