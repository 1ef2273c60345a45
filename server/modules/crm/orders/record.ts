/** An order and its lines as they are stored. */

import type { PaymentStatus, Status } from '#shared/order-statuses.ts';
import type { PlaceOrder } from './fields.ts';

export type OrderRow = {
  id: string;
  order_number: string;
  status: Status;
  payment_status: PaymentStatus;
  customer_id: string;
  channel: NonNullable<PlaceOrder['channel']> | null;
  property_id: string | null;
  currency: string;
  subtotal: bigint;
  shipping_total: bigint;
  discount_total: bigint;
  tax_total: bigint;
  total: bigint;
  shipping_address: string | null;
  billing_address: string | null;
  customer_note: string | null;
  internal_note: string | null;
  metadata: string | null;
  created_at: Date;
  paid_total: bigint;
  refunded_total: bigint;
  last_payment_failed: boolean;
  cancelled_at: Date | null;
  version: number;
  /** Null: the order is unchanged since it was placed. */
  updated_at: Date | null;
};

export type LineRow = {
  line: number;
  sku: string;
  name: string;
  quantity: bigint;
  unit_price: string;
  amount: bigint;
  tax_amount: bigint | null;
  product_id: string | null;
  variant_id: string | null;
  description: string | null;
  fulfilled_quantity: number;
  delivered_quantity: number;
};
