/** Edits an order's texts and metadata, and comments on it. Pure. The history records which fields changed, never their values. */

import type { FoundOrder } from '../orders.sql.ts';
import type { OrderRow } from '../record.ts';
import type { Comment, OrderEdit } from './fields.ts';
import type { Outcome } from './life.ts';

const COLUMNS = {
  customerNote: 'customer_note',
  internalNote: 'internal_note',
  shippingAddress: 'shipping_address',
  billingAddress: 'billing_address',
  metadata: 'metadata',
} as const satisfies Record<keyof OrderEdit, keyof OrderRow>;

export function edit({ order }: FoundOrder, wish: OrderEdit): Outcome {
  const wanted: Record<keyof OrderEdit, string | null | undefined> = {
    customerNote: wish.customerNote,
    internalNote: wish.internalNote,
    shippingAddress: wish.shippingAddress && JSON.stringify(wish.shippingAddress),
    billingAddress: wish.billingAddress && JSON.stringify(wish.billingAddress),
    metadata: wish.metadata === null ? null : wish.metadata?.text,
  };
  const changed: Partial<OrderRow> = {};
  const fields: string[] = [];
  for (const field of Object.keys(COLUMNS) as (keyof OrderEdit)[]) {
    const value = wanted[field];
    if (value === undefined || value === order[COLUMNS[field]]) continue;
    changed[COLUMNS[field]] = value;
    fields.push(field);
  }
  if (fields.length === 0) return null;
  return { order: changed, entry: { action: 'edited', details: { fields } }, events: [] };
}

/** A comment changes nothing of the order but its timeline. */
export const comment = ({ text }: Comment): Outcome => ({
  entry: { action: 'commented', details: { comment: text } },
  events: [],
});
