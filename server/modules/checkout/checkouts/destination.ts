import type { Destination } from '../pricing.ts';
import type { CheckoutRow } from './checkouts.sql.ts';

/** The parts of a checkout that matter for prices. */
export const destinationOf = (row: CheckoutRow): Destination => ({
  address: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
  billing: row.billing_address === null ? null : JSON.parse(row.billing_address),
  optionId: row.shipping_option_id,
  held: JSON.parse(row.held),
});
