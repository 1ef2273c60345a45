/** Labels and colours of order states. */
import type { Tone } from '../../ui/status-badge.tsx';
import type { Order } from './order.ts';

export const STATUSES: Record<Order['status'], Tone> = {
  placed: 'busy',
  partially_fulfilled: 'busy',
  fulfilled: 'good',
  delivered: 'good',
  cancelled: 'quiet',
  refunded: 'quiet',
};

export const PAYMENT_STATUSES: Record<Order['paymentStatus'], Tone> = {
  unpaid: 'warn',
  partially_paid: 'warn',
  paid: 'good',
  partially_refunded: 'quiet',
  refunded: 'quiet',
  failed: 'bad',
  voided: 'quiet',
};

export const CHANNELS: Record<NonNullable<Order['channel']>, string> = {
  storefront: 'Storefront',
  b2b_portal: 'B2B portal',
  admin: 'By hand',
  import: 'Import',
  mcp: 'AI assistant',
};

export const toneOf = (status: string): Tone => STATUSES[status as Order['status']] ?? 'quiet';
export const paymentToneOf = (status: string): Tone =>
  PAYMENT_STATUSES[status as Order['paymentStatus']] ?? 'quiet';
