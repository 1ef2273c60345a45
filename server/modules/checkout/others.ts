/** The functions of other modules that carts and checkouts use; `server/modules.ts` passes them in. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';

/** A variant as it is sold. */
export type ForSale = {
  id: string;
  sku: string;
  product_id: string;
  title: string;
  option_values: string[];
  image: string | null;
  category_ids: string[];
  tax_code: string | null;
  weight_grams: number | null;
  requires_shipping: boolean;
  is_sold: boolean;
};

export type Basket = {
  tenantId: string;
  orderId: string;
  lines: { sku: string; quantity: number }[];
  expiresAt: Date | null;
};

/** The body of an order, as it is frozen and placed. */
export type OrderBody = {
  customerId: string;
  currency: string;
  channel: 'storefront';
  propertyId?: string;
  items: {
    sku: string;
    name: string;
    quantity: number;
    unitPrice: number;
    taxAmount: number;
    productId: string;
    variantId: string;
  }[];
  shippingTotal: number;
  discountTotal: number;
  taxTotal: number;
  shippingAddress?: Record<string, string | null>;
  billingAddress?: Record<string, string | null>;
  customerNote?: string;
};

/** An order as the CRM shows it; a shopper sees a part of it. */
export type PlacedOrder = {
  id: string;
  customerId: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  currency: string;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
  total: number;
  items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[];
  shippingAddress: Record<string, string | null> | null;
  billingAddress: Record<string, string | null> | null;
  customerNote: string | null;
  createdAt: string;
};

export type Others = {
  /** The address of an asset. */
  imageUrl(tenantId: string, assetId: string): string;
  findForSale(tx: Tx, ids: string[], propertyId: string | null): Promise<ForSale[]>;
  findForSaleBySku(tx: Tx, skus: string[], propertyId: string | null): Promise<ForSale[]>;
  priceLines(
    tx: Tx,
    context: { currency: string; customerTags: string[]; propertyId: string | null; now: Date },
    lines: { variantId: string; quantity: number }[],
  ): Promise<({ amount: number } | null)[]>;
  stock: {
    reserve(tx: Tx, now: Date, basket: Basket): Promise<void>;
    held(tx: Tx, orderId: string): Promise<Map<string, number>>;
    postpone(tx: Tx, orderId: string, until: Date | null): Promise<Map<string, number>>;
    confirm(tx: Tx, orderId: string): Promise<Map<string, number>>;
    releaseHolds(tx: Tx, orderIds: string[]): Promise<void>;
    available(tx: Tx, skus: string[]): Promise<Map<string, number | null>>;
  };
  /** Baskets that arrive together are reserved together, outside any transaction of the caller. */
  reserveTogether(basket: Basket): Promise<void>;
  customerForOrder(
    tx: Tx,
    now: Date,
    knownId: string | null,
    contact: { email: string; name: string },
  ): Promise<string>;
  /** The first half of `customerForOrder`; in a shared transaction, a customer who is not free must be waited for alone. */
  findBuyer(
    tx: Tx,
    knownId: string | null,
    contact: { email: string; name: string },
  ): Promise<{ id: string | undefined; isFree: boolean }>;
  /** The ids of customers whose names or other contacts have words that begin so. */
  searchCustomers(tx: Tx, q: string, most: number): Promise<string[]>;
  createBuyer(tx: Tx, now: Date, contact: { email: string; name: string }): Promise<string>;
  tagsOfCustomer(tx: Tx, id: string): Promise<string[]>;
  placeOrder(
    tx: Tx,
    by: Pick<Author, 'type' | 'id' | 'name'> & { tenant: { id: string } },
    now: Date,
    body: OrderBody,
    metadata: Record<string, unknown>,
    id: string,
  ): Promise<PlacedOrder>;
  showOrder(tx: Tx, id: string): Promise<PlacedOrder | undefined>;
  /** One page, newest first, and one row more. */
  ordersOfCustomer(
    tx: Tx,
    customerId: string,
    limit: number,
    after: Position | null,
  ): Promise<
    {
      id: string;
      order_number: string;
      status: string;
      payment_status: string;
      currency: string;
      total: bigint;
      created_at: Date;
    }[]
  >;
};
