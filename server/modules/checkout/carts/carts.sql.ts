import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { listable } from '../reckoning.ts';

export const CART_STATES = ['active', 'abandoned', 'completed'] as const;

export type CartRow = {
  id: string;
  property_id: string | null;
  currency: string;
  locale: string | null;
  customer_id: string | null;
  email: string | null;
  note: string | null;
  /** JSON. */
  attributes: string | null;
  discount_ids: string[];
  state: (typeof CART_STATES)[number];
  generation: number;
  shown_subtotal: bigint;
  abandoned_at: Date | null;
  spells: number;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** When it becomes abandoned, null: never; and when it is deleted. */
export type CartTimes = { idleAt: Date | null; keptUntil: Date };

const COLUMNS = `id, property_id, currency, locale, customer_id, email, note, attributes, discount_ids, state, generation,
  shown_subtotal, abandoned_at, spells, version, created_at, updated_at`;
const CARTS = `select ${COLUMNS} from carts where tenant_id = current_tenant()`;

export async function insertCart(tx: Tx, row: CartRow, { idleAt, keptUntil }: CartTimes): Promise<void> {
  await tx.query(
    {
      name: 'insert_cart',
      text: `
        insert into carts (tenant_id, ${COLUMNS}, idle_at, kept_until)
        values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
          coalesce($18, 'infinity'::timestamptz), $19)`,
    },
    [
      ...[
        row.id,
        row.property_id,
        row.currency,
        row.locale,
        row.customer_id,
        row.email,
        row.note,
        row.attributes,
      ],
      ...[
        row.discount_ids,
        row.state,
        row.generation,
        listable(row.shown_subtotal),
        row.abandoned_at,
        row.spells,
      ],
      ...[row.version, row.created_at, row.updated_at, idleAt, keptUntil],
    ],
  );
}

/** Updates a row that this transaction has locked. */
export async function updateCart(tx: Tx, row: CartRow, { idleAt, keptUntil }: CartTimes): Promise<void> {
  await tx.query(
    {
      name: 'update_cart',
      text: `
        update carts set currency = $2, locale = $3, customer_id = $4, email = $5, note = $6, attributes = $7,
          discount_ids = $8, state = $9, generation = $10, shown_subtotal = $11, abandoned_at = $12, spells = $13,
          version = $14, updated_at = $15, idle_at = coalesce($16, 'infinity'::timestamptz), kept_until = $17
        where tenant_id = current_tenant() and id = $1`,
    },
    [
      ...[
        row.id,
        row.currency,
        row.locale,
        row.customer_id,
        row.email,
        row.note,
        row.attributes,
        row.discount_ids,
      ],
      ...[
        row.state,
        row.generation,
        listable(row.shown_subtotal),
        row.abandoned_at,
        row.spells,
        row.version,
        row.updated_at,
      ],
      ...[idleAt, keptUntil],
    ],
  );
}

export async function findCart(tx: Tx, id: string): Promise<CartRow | undefined> {
  const { rows } = await tx.query<CartRow>({ name: 'find_cart', text: `${CARTS} and id = $1` }, [id]);
  return rows[0];
}

/** Locked until commit. A cart is locked before its checkout. */
export async function lockCart(tx: Tx, id: string): Promise<CartRow | undefined> {
  const { rows } = await tx.query<CartRow>(
    { name: 'lock_cart', text: `${CARTS} and id = $1 for no key update` },
    [id],
  );
  return rows[0];
}

/** The open cart of a customer that changed last, other than this one, locked until commit. */
export async function lockOtherCartOf(
  tx: Tx,
  customerId: string,
  propertyId: string | null,
  cartId: string,
): Promise<CartRow | undefined> {
  const { rows } = await tx.query<CartRow>(
    `${CARTS} and customer_id = $1 and property_id is not distinct from $2 and id <> $3 and state in ('active', 'abandoned')
     order by updated_at desc limit 1 for no key update`,
    [customerId, propertyId, cartId],
  );
  return rows[0];
}

export async function deleteCart(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from carts where tenant_id = current_tenant() and id = $1', [id]);
}

export type ListedCart = CartRow & { line_count: number; quantity: number };
export type CartFilter = { state?: CartRow['state']; customerId?: string; contactable?: 'true' };

/** Spelled as in the index of these carts. */
const CONTACTABLE = 'and (email is not null or customer_id is not null)';

export const listCarts = (
  tx: Tx,
  { state, customerId, contactable }: CartFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<ListedCart>(
    tx,
    `select ${COLUMNS}, l.line_count, l.quantity from carts c
     cross join lateral (
       select count(*)::int as line_count, coalesce(sum(quantity), 0)::int as quantity from cart_lines l
       where l.tenant_id = c.tenant_id and l.cart_id = c.id) l
     where tenant_id = current_tenant() and ($1::text is null or state = $1) and ($2::uuid is null or customer_id = $2)
       ${contactable === undefined ? '' : CONTACTABLE}`,
    [state ?? null, customerId ?? null],
    limit,
    after,
  );
