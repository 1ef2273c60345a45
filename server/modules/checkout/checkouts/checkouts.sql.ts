import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { listable } from '../reckoning.ts';

export const CHECKOUT_STATES = ['open', 'paying', 'completed', 'expired', 'cancelled'] as const;

export type CheckoutRow = {
  id: string;
  cart_id: string;
  order_id: string;
  freeze_id: string | null;
  state: (typeof CHECKOUT_STATES)[number];
  currency: string;
  customer_id: string | null;
  email: string | null;
  phone: string | null;
  /** JSON, as the addresses, the held units and the frozen order. */
  shipping_address: string | null;
  billing_address: string | null;
  shipping_option_id: string | null;
  payment_id: string | null;
  held: string;
  /** As it was shown last; from the freeze on, that of the order. */
  total: bigint | null;
  credit: bigint;
  to_pay: bigint | null;
  frozen: string | null;
  order_number: string | null;
  expires_at: Date;
  hold_until: Date;
  version: number;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
};

const COLUMNS = `id, cart_id, order_id, freeze_id, state, currency, customer_id, email, phone, shipping_address, billing_address,
  shipping_option_id, payment_id, held, total, credit, to_pay, frozen, order_number, expires_at, hold_until, version, created_at,
  updated_at, completed_at`;
const CHECKOUTS = `select ${COLUMNS} from checkouts where tenant_id = current_tenant()`;

/** Returns false when the cart has an open checkout already. */
export async function insertCheckout(tx: Tx, row: CheckoutRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    {
      name: 'insert_checkout',
      text: `
        insert into checkouts (tenant_id, id, cart_id, order_id, state, currency, customer_id, email, held, total, expires_at,
          hold_until, version, created_at, updated_at)
        values (current_tenant(), $1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
        on conflict (tenant_id, cart_id) where state in ('open', 'paying') do nothing`,
    },
    [
      ...[
        row.id,
        row.cart_id,
        row.order_id,
        row.currency,
        row.customer_id,
        row.email,
        row.held,
        row.total && listable(row.total),
      ],
      ...[row.expires_at, row.hold_until, row.version, row.created_at],
    ],
  );
  return rowCount > 0;
}

/** Updates a row that this transaction has locked; false: it has another state than `from` by now. */
export async function updateCheckout(tx: Tx, row: CheckoutRow, from: CheckoutRow['state']): Promise<boolean> {
  const { rowCount } = await tx.query(
    {
      name: 'update_checkout',
      text: `
        update checkouts set freeze_id = $3, state = $4, customer_id = $5, email = $6, phone = $7, shipping_address = $8,
          billing_address = $9, shipping_option_id = $10, payment_id = $11, held = $12, total = $13, credit = $14, to_pay = $15,
          frozen = $16, order_number = $17, expires_at = $18, version = $19, updated_at = $20, completed_at = $21
        where tenant_id = current_tenant() and id = $1 and state = $2`,
    },
    [
      ...[
        row.id,
        from,
        row.freeze_id,
        row.state,
        row.customer_id,
        row.email,
        row.phone,
        row.shipping_address,
      ],
      ...[
        row.billing_address,
        row.shipping_option_id,
        row.payment_id,
        row.held,
        row.total && listable(row.total),
        row.credit,
        row.to_pay,
      ],
      ...[row.frozen, row.order_number, row.expires_at, row.version, row.updated_at, row.completed_at],
    ],
  );
  return rowCount > 0;
}

export async function findCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>({ name: 'find_checkout', text: `${CHECKOUTS} and id = $1` }, [
    id,
  ]);
  return rows[0];
}

export async function lockCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>(
    { name: 'lock_checkout', text: `${CHECKOUTS} and id = $1 for no key update` },
    [id],
  );
  return rows[0];
}

export async function findOpenCheckout(tx: Tx, cartId: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>(
    { name: 'find_open_checkout', text: `${CHECKOUTS} and cart_id = $1 and state in ('open', 'paying')` },
    [cartId],
  );
  return rows[0];
}

/** The same, locked until commit: if the sweep is ending it, this waits, and finds none. */
export async function lockOpenCheckout(tx: Tx, cartId: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>(
    {
      name: 'lock_open_checkout',
      text: `${CHECKOUTS} and cart_id = $1 and state in ('open', 'paying') for no key update`,
    },
    [cartId],
  );
  return rows[0];
}

export async function hasCheckoutOf(tx: Tx, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from checkouts where tenant_id = current_tenant() and order_id = $1',
    [orderId],
  );
  return rowCount > 0;
}

/** The checkout of a cart that began last. Ids grow with time. */
export async function findLatestCheckout(tx: Tx, cartId: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>(
    { name: 'find_latest_checkout', text: `${CHECKOUTS} and cart_id = $1 order by id desc limit 1` },
    [cartId],
  );
  return rows[0];
}

/** The time of the freeze is in the frozen order; null before. */
export type ListedCheckout = CheckoutRow & { frozen_at: string | null };
export type CheckoutFilter = { state?: CheckoutRow['state']; cartId?: string };

export const listCheckouts = (
  tx: Tx,
  { state, cartId }: CheckoutFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<ListedCheckout>(
    tx,
    `select ${COLUMNS}, frozen -> 'shown' ->> 'frozenAt' as frozen_at from checkouts
     where tenant_id = current_tenant() and ($1::text is null or state = $1) and ($2::uuid is null or cart_id = $2)`,
    [state ?? null, cartId ?? null],
    limit,
    after,
  );

const MOST_PAYING = 100;

/** Checkouts that were frozen before this time and wait for their orders: their number, and the one that waits longest. */
export async function countPaying(
  tx: Tx,
  before: Date,
): Promise<{ count: number; isMore: boolean; oldest: { cartId: string; since: Date } | null }> {
  const { rows } = await tx.query<{ cart_id: string; updated_at: Date }>(
    `select cart_id, updated_at from checkouts
     where tenant_id = current_tenant() and state = 'paying' and updated_at <= $1 order by updated_at limit $2`,
    [before, MOST_PAYING + 1],
  );
  const [first] = rows;
  return {
    ...{ count: Math.min(rows.length, MOST_PAYING), isMore: rows.length > MOST_PAYING },
    oldest: first === undefined ? null : { cartId: first.cart_id, since: first.updated_at },
  };
}
