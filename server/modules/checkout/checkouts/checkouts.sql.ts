import type { Tx } from '#kernel/db/db.ts';
import { list, namesOf, texts } from '#kernel/db/list.ts';
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
  /** The total that was shown last; from the freeze on, that of the order. */
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
/** Statement: one checkout for each of the ids of $1, each through an index: LIMIT keeps the planner from reading all of a tenant. */
const eachOf = (condition: string, lock = '') => `
  select c.* from unnest($1::uuid[]) as asked (id) cross join lateral (${CHECKOUTS} ${condition} limit 1 ${lock}) c`;

/** Returns false when the cart has an open checkout already. */
export const insertCheckout = gathering(async (tx, rows: CheckoutRow[]): Promise<boolean[]> => {
  const { rows: inserted } = await tx.query<{ id: string }>(INSERT_CHECKOUTS, columnsOf(rows));
  return areAmong(rows, inserted);
});

/** Updates a row that this transaction has locked; false: it has ended by now. */
export const updateCheckout = gathering(async (tx, rows: CheckoutRow[]): Promise<boolean[]> => {
  const { rows: updated } = await tx.query<{ id: string }>(UPDATE_CHECKOUTS, columnsOf(rows));
  return areAmong(rows, updated);
});

function areAmong(rows: CheckoutRow[], done: { id: string }[]): boolean[] {
  const ids = new Set(done.map(({ id }) => id));
  return rows.map(({ id }) => ids.has(id));
}

const FIXED = 'id, cart_id, order_id, currency, hold_until, created_at';
const CHANGEABLE = `freeze_id, state, customer_id, email, phone, shipping_address, billing_address, shipping_option_id,
  payment_id, held, total, credit, to_pay, frozen, order_number, expires_at, version, updated_at, completed_at`;

const columnsOf = (rows: CheckoutRow[]): string[] => [
  list(rows, (row) => row.id),
  list(rows, (row) => row.cart_id),
  list(rows, (row) => row.order_id),
  list(rows, (row) => row.currency),
  list(rows, (row) => row.hold_until.toISOString()),
  list(rows, (row) => row.created_at.toISOString()),
  list(rows, (row) => row.freeze_id),
  list(rows, (row) => row.state),
  list(rows, (row) => row.customer_id),
  texts(rows, (row) => row.email),
  texts(rows, (row) => row.phone),
  texts(rows, (row) => row.shipping_address),
  texts(rows, (row) => row.billing_address),
  list(rows, (row) => row.shipping_option_id),
  texts(rows, (row) => row.payment_id),
  texts(rows, (row) => row.held),
  list(rows, ({ total }) => (total === null ? null : String(listable(total)))),
  list(rows, (row) => String(row.credit)),
  list(rows, (row) => row.to_pay?.toString() ?? null),
  texts(rows, (row) => row.frozen),
  texts(rows, (row) => row.order_number),
  list(rows, (row) => row.expires_at.toISOString()),
  list(rows, (row) => row.version),
  list(rows, (row) => row.updated_at.toISOString()),
  list(rows, (row) => row.completed_at?.toISOString() ?? null),
];

const INSERT = `
  insert into checkouts as c (tenant_id, ${FIXED}, ${CHANGEABLE})
  select current_tenant(), ${FIXED}, ${CHANGEABLE}
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::uuid[], $8::text[],
    $9::uuid[], $10::text[], $11::text[], $12::json[], $13::json[], $14::uuid[], $15::text[], $16::json[], $17::bigint[],
    $18::bigint[], $19::bigint[], $20::json[], $21::text[], $22::timestamptz[], $23::int[], $24::timestamptz[],
    $25::timestamptz[]) as n (${FIXED}, ${CHANGEABLE})`;

const INSERT_CHECKOUTS = {
  name: 'insert_checkouts',
  text: `${INSERT} on conflict (tenant_id, cart_id) where state in ('open', 'paying') do nothing returning c.id`,
};

// The rows are there and locked, and are found by their key: a join could read all checkouts of the tenant before there are
// statistics.
const UPDATE_CHECKOUTS = {
  name: 'update_checkouts',
  text: `
    ${INSERT} on conflict (tenant_id, id) do update set (${CHANGEABLE}) = row (${namesOf('excluded', CHANGEABLE)})
    where c.state in ('open', 'paying') returning c.id`,
};

export async function findCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const { rows } = await tx.query<CheckoutRow>({ name: 'find_checkout', text: `${CHECKOUTS} and id = $1` }, [
    id,
  ]);
  return rows[0];
}

/** The cart is locked; in a shared transaction, a checkout that the sweep has locked is not waited for. */
export const lockCheckout = gathering(async (tx, ids: string[]): Promise<(CheckoutRow | undefined)[]> => {
  const { rows } = await tx.query<CheckoutRow>(isShared(tx) ? LOCK_FREE : LOCK, [ids.toSorted()]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const lock = (wait: string) => eachOf('and id = asked.id', `for no key update ${wait}`);
const LOCK = { name: 'lock_checkouts', text: lock('') };
const LOCK_FREE = { name: 'lock_free_checkouts', text: lock('skip locked') };

const OPEN = "and cart_id = asked.id and state in ('open', 'paying')";

export const findOpenCheckout = gathering(
  async (tx, cartIds: string[]): Promise<(CheckoutRow | undefined)[]> => {
    const { rows } = await tx.query<CheckoutRow>({ name: 'find_open_checkouts', text: eachOf(OPEN) }, [
      cartIds,
    ]);
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
    { name: 'lock_open_checkout', text: eachOf(OPEN, 'for no key update') },
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

/**
 * The open checkout of a cart, else the one that began last. Its id does not tell: ids have the time of the machine that made them,
 * and another machine's may be behind.
 */
export const findLatestCheckout = gathering(
  async (tx, cartIds: string[]): Promise<(CheckoutRow | undefined)[]> => {
    const { rows } = await tx.query<CheckoutRow>(FIND_LATEST, [cartIds]);
    const found = new Map(rows.map((row) => [row.cart_id, row]));
    return cartIds.map((id) => found.get(id));
  },
);

export const FIND_LATEST = {
  name: 'find_latest_checkouts',
  // The order of the second part is that of the index of carts, which it leads the planner to.
  text: `
    select c.* from unnest($1::uuid[]) as asked (id) cross join lateral (
      select ${COLUMNS} from (
        select 1 as place, o.* from (${CHECKOUTS} ${OPEN} limit 1) o
        union all
        select 2, l.* from (${CHECKOUTS} and cart_id = asked.id order by cart_id, created_at desc, id desc limit 1) l) either
      order by place limit 1) c`,
};

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
