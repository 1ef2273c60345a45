import type { Tx } from '#kernel/db/db.ts';
import { readingOnce } from '#kernel/db/sharing.ts';

/** A way to pay that needs no outside service: an invoice, cash, a transfer. */
export type PaymentMethod = { id: string; name: string; instructions: string | null };

export type CheckoutSettings = {
  hold_minutes: number;
  hold_most_minutes: number;
  abandoned_after_minutes: number;
  guest_cart_days: number;
  customer_cart_days: number;
  prices_include_tax: boolean;
  shipping_taxed: boolean;
  payment_methods: PaymentMethod[];
  /** The address of the shop's page that restores a cart, with {token} in it. */
  recovery_url: string | null;
  version: number;
};

type Row = Omit<CheckoutSettings, 'payment_methods'> & { payment_methods: string };

const DEFAULT: CheckoutSettings = {
  hold_minutes: 15,
  hold_most_minutes: 60,
  abandoned_after_minutes: 60,
  guest_cart_days: 30,
  customer_cart_days: 90,
  prices_include_tax: false,
  shipping_taxed: false,
  payment_methods: [{ id: 'manual', name: 'On invoice', instructions: null }],
  recovery_url: null,
  version: 1,
};

const COLUMNS = `hold_minutes, hold_most_minutes, abandoned_after_minutes, guest_cart_days, customer_cart_days,
  prices_include_tax, shipping_taxed, payment_methods, recovery_url`;
const SELECT = `select ${COLUMNS}, version from checkout_settings where tenant_id = current_tenant()`;

const read = (row: Row | undefined): CheckoutSettings =>
  row === undefined ? DEFAULT : { ...row, payment_methods: JSON.parse(row.payment_methods) };

const readOnce = readingOnce(async (tx: Tx, _: 'settings') => {
  const { rows } = await tx.query<Row>({ name: 'find_checkout_settings', text: SELECT });
  return read(rows[0]);
});
export const findSettings = (tx: Tx): Promise<CheckoutSettings> => readOnce(tx, 'settings');

/** Creates the row, if there is none, and locks it until commit. */
export async function lockSettings(tx: Tx, now: Date): Promise<CheckoutSettings> {
  await tx.query(
    `insert into checkout_settings (tenant_id, ${COLUMNS}, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (tenant_id) do nothing`,
    [...valuesOf(DEFAULT), now],
  );
  const { rows } = await tx.query<Row>(`${SELECT} for update`);
  return read(rows[0]);
}

export async function updateSettings(tx: Tx, now: Date, row: CheckoutSettings): Promise<void> {
  await tx.query(
    `update checkout_settings set (${COLUMNS}, version, updated_at) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     where tenant_id = current_tenant()`,
    [...valuesOf(row), row.version, now],
  );
}

const valuesOf = (row: CheckoutSettings): unknown[] => [
  row.hold_minutes,
  row.hold_most_minutes,
  row.abandoned_after_minutes,
  row.guest_cart_days,
  row.customer_cart_days,
  row.prices_include_tax,
  row.shipping_taxed,
  JSON.stringify(row.payment_methods),
  row.recovery_url,
];
