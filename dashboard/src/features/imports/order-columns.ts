/** The fields of an order that a column may fill. */
import type { FieldGroup } from './columns.ts';

export const ORDER_FIELDS: FieldGroup[] = [
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

/** Names that other programs use for the same fields. */
export const ORDER_ALSO: Record<string, string> = {
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

export const ORDER_NEEDS: [words: string, fields: string[]][] = [
  ['an SKU', ['sku']],
  ['a product name', ['name']],
  ['a customer e-mail or id', ['customerEmail', 'customerId']],
];
