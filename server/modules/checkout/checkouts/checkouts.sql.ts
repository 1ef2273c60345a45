import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { gathering, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
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
export const insertCheckout = gathering(async (tx, rows: CheckoutRow[]): Promise<boolean[]> => {
  const inserted = await tx.query<{ id: string }>(INSERT_CHECKOUTS, [
    list(rows, (row) => row.id),
    list(rows, (row) => row.cart_id),
    list(rows, (row) => row.order_id),
    list(rows, (row) => row.currency),
    list(rows, (row) => row.customer_id),
    texts(rows, (row) => row.email),
    texts(rows, (row) => row.held),
    list(rows, ({ total }) => (total === null ? null : String(listable(total)))),
    list(rows, (row) => row.expires_at.toISOString()),
    list(rows, (row) => row.hold_until.toISOString()),
    list(rows, (row) => row.version),
    list(rows, (row) => row.created_at.toISOString()),
  ]);
  const ids = new Set(inserted.rows.map(({ id }) => id));
  return rows.map(({ id }) => ids.has(id));
});

const INSERT_CHECKOUTS = {
  name: 'insert_checkouts',
  text: `
    insert into checkouts (tenant_id, id, cart_id, order_id, state, currency, customer_id, email, held, total, expires_at,
      hold_until, version, created_at, updated_at)
    select current_tenant(), id, cart_id, order_id, 'open', currency, customer_id, email, held, total, expires_at, hold_until,
      version, created_at, created_at
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::json[], $8::bigint[],
      $9::timestamptz[], $10::timestamptz[], $11::int[], $12::timestamptz[])
      as n (id, cart_id, order_id, currency, customer_id, email, held, total, expires_at, hold_until, version, created_at)
    on conflict (tenant_id, cart_id) where state in ('open', 'paying') do nothing
    returning id`,
};

export type Changed = { row: CheckoutRow; from: CheckoutRow['state'] };

/** Updates a row that this transaction has locked; false: it has another state than `from` by now. */
export const updateCheckout = gathering(async (tx, changed: Changed[]): Promise<boolean[]> => {
  const updated = await tx.query<{ id: string }>(UPDATE_CHECKOUTS, [
    list(changed, ({ row }) => row.id),
    list(changed, ({ from }) => from),
    list(changed, ({ row }) => row.freeze_id),
    list(changed, ({ row }) => row.state),
    list(changed, ({ row }) => row.customer_id),
    texts(changed, ({ row }) => row.email),
    texts(changed, ({ row }) => row.phone),
    texts(changed, ({ row }) => row.shipping_address),
    texts(changed, ({ row }) => row.billing_address),
    list(changed, ({ row }) => row.shipping_option_id),
    texts(changed, ({ row }) => row.payment_id),
    texts(changed, ({ row }) => row.held),
    list(changed, ({ row: { total } }) => (total === null ? null : String(listable(total)))),
    list(changed, ({ row }) => String(row.credit)),
    list(changed, ({ row }) => row.to_pay?.toString() ?? null),
    texts(changed, ({ row }) => row.frozen),
    texts(changed, ({ row }) => row.order_number),
    list(changed, ({ row }) => row.expires_at.toISOString()),
    list(changed, ({ row }) => row.version),
    list(changed, ({ row }) => row.updated_at.toISOString()),
    list(changed, ({ row }) => row.completed_at?.toISOString() ?? null),
  ]);
  const ids = new Set(updated.rows.map(({ id }) => id));
  return changed.map(({ row }) => ids.has(row.id));
});

const CHANGEABLE = `freeze_id, state, customer_id, email, phone, shipping_address, billing_address, shipping_option_id,
  payment_id, held, total, credit, to_pay, frozen, order_number, expires_at, version, updated_at, completed_at`;
const NEW = CHANGEABLE.replaceAll(/\b(?=[a-z])/g, 'n.');

const UPDATE_CHECKOUTS = {
  name: 'update_checkouts',
  text: `
    update checkouts c set (${CHANGEABLE}) = row (${NEW})
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::json[], $9::json[],
      $10::uuid[], $11::text[], $12::json[], $13::bigint[], $14::bigint[], $15::bigint[], $16::json[], $17::text[],
      $18::timestamptz[], $19::int[], $20::timestamptz[], $21::timestamptz[]) as n (id, state_before, ${CHANGEABLE})
    where c.tenant_id = current_tenant() and c.id = any ($1::uuid[]) and c.id = n.id and c.state = n.state_before
    returning c.id`,
};

export async function findCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>({ name: 'find_checkout', text: `${CHECKOUTS} and id = $1` }, [
    id,
  ]);
  return rows[0];
}

/** The cart is locked; in a shared transaction, a checkout that the sweep has locked is not waited for. */
export const lockCheckout = gathering(async (tx, ids: string[]): Promise<(CheckoutRow | undefined)[]> => {
  const { rows } = await tx.query<CheckoutRow>(isShared(tx) ? LOCK_FREE : LOCK, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const lock = (wait: string) => `${CHECKOUTS} and id = any ($1::uuid[]) order by id for no key update ${wait}`;
const LOCK = { name: 'lock_checkouts', text: lock('') };
const LOCK_FREE = { name: 'lock_free_checkouts', text: lock('skip locked') };

const OPEN = `${CHECKOUTS} and cart_id = any ($1::uuid[]) and state in ('open', 'paying')`;

export const findOpenCheckout = gathering(
  async (tx, cartIds: string[]): Promise<(CheckoutRow | undefined)[]> => {
    const { rows } = await tx.query<CheckoutRow>({ name: 'find_open_checkouts', text: OPEN }, [cartIds]);
    const found = new Map(rows.map((row) => [row.cart_id, row]));
    return cartIds.map((id) => found.get(id));
  },
);

/** The same, locked until commit: if the sweep is ending it, this waits, and finds none. */
export async function lockOpenCheckout(tx: Tx, cartId: string): Promise<CheckoutRow | undefined> {
  if (isShared(tx)) {
    // The checkout of a locked cart is ended by the sweep alone, which nobody else waits for here.
    if ((await findOpenCheckout(tx, cartId)) !== undefined) throw RUN_ALONE;
    return undefined;
  }
  const { rows } = await tx.query<CheckoutRow>(
    { name: 'lock_open_checkout', text: `${OPEN} for no key update` },
    [[cartId]],
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
export const findLatestCheckout = gathering(
  async (tx, cartIds: string[]): Promise<(CheckoutRow | undefined)[]> => {
    const { rows } = await tx.query<CheckoutRow>(FIND_LATEST, [cartIds]);
    const found = new Map(rows.map((row) => [row.cart_id, row]));
    return cartIds.map((id) => found.get(id));
  },
);

const FIND_LATEST = {
  name: 'find_latest_checkouts',
  text: `
    select c.* from unnest($1::uuid[]) as asked (cart_id) cross join lateral (
      ${CHECKOUTS} and cart_id = asked.cart_id order by id desc limit 1) c`,
};

export type CheckoutFilter = { state?: CheckoutRow['state']; cartId?: string };

export const listCheckouts = (
  tx: Tx,
  { state, cartId }: CheckoutFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<CheckoutRow>(
    tx,
    `${CHECKOUTS} and ($1::text is null or state = $1) and ($2::uuid is null or cart_id = $2)`,
    [state ?? null, cartId ?? null],
    limit,
    after,
  );
