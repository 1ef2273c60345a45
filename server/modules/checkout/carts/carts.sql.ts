import type { Tx } from '#kernel/db/db.ts';
import { list, namesOf, texts } from '#kernel/db/list.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { gathering, isShared } from '#kernel/db/sharing.ts';
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
/** Statement: the carts of the ids of $1, each through its key: LIMIT keeps the planner from reading all of a tenant. */
const cartsOf = (lock: string) => `
  select c.* from unnest($1::uuid[]) as asked (id) cross join lateral (${CARTS} and id = asked.id limit 1 ${lock}) c`;

export type Saved = { row: CartRow; times: CartTimes };

/**
 * Inserts a new cart, or updates one that this transaction has locked. The key decides which (ON CONFLICT): a join could read all
 * carts of the tenant before there are statistics.
 */
export const saveRow = gathering(async (tx, carts: Saved[]) => {
  await tx.query(SAVE_CARTS, [
    list(carts, ({ row }) => row.id),
    list(carts, ({ row }) => row.property_id),
    list(carts, ({ row }) => row.created_at.toISOString()),
    list(carts, ({ row }) => row.currency),
    texts(carts, ({ row }) => row.locale),
    list(carts, ({ row }) => row.customer_id),
    texts(carts, ({ row }) => row.email),
    texts(carts, ({ row }) => row.note),
    texts(carts, ({ row }) => row.attributes),
    texts(carts, ({ row }) => list(row.discount_ids, (id) => id)),
    list(carts, ({ row }) => row.state),
    list(carts, ({ row }) => row.generation),
    list(carts, ({ row }) => String(listable(row.shown_subtotal))),
    list(carts, ({ row }) => row.abandoned_at?.toISOString() ?? null),
    list(carts, ({ row }) => row.spells),
    list(carts, ({ row }) => row.version),
    list(carts, ({ row }) => row.updated_at.toISOString()),
    list(carts, ({ times }) => times.idleAt?.toISOString() ?? 'infinity'),
    list(carts, ({ times }) => times.keptUntil.toISOString()),
  ]);
  return carts.map(() => undefined);
});

const CHANGEABLE = `currency, locale, customer_id, email, note, attributes, discount_ids, state, generation, shown_subtotal,
  abandoned_at, spells, version, updated_at, idle_at, kept_until`;

// `unnest` has no lists of lists, so the ids of discounts are text in it.
const SAVE_CARTS = {
  name: 'save_carts',
  text: `
    insert into carts as c (tenant_id, id, property_id, created_at, ${CHANGEABLE})
    select current_tenant(), id, property_id, created_at, ${CHANGEABLE.replace('discount_ids', 'discount_ids::uuid[]')}
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[],
      $9::json[], $10::text[], $11::text[], $12::int[], $13::bigint[], $14::timestamptz[], $15::int[], $16::int[],
      $17::timestamptz[], $18::timestamptz[], $19::timestamptz[]) as n (id, property_id, created_at, ${CHANGEABLE})
    on conflict (tenant_id, id) do update set (${CHANGEABLE}) = row (${namesOf('excluded', CHANGEABLE)})`,
};

export const findCart = gathering(async (tx, ids: string[]): Promise<(CartRow | undefined)[]> => {
  const { rows } = await tx.query<CartRow>({ name: 'find_carts', text: cartsOf('') }, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

/**
 * Locked until commit. A cart is locked before its checkout. In a shared transaction, a call does not wait for a lock, nor work on
 * the cart of another call: it runs again, alone.
 */
export const lockCart = gathering(async (tx, ids: string[]): Promise<(CartRow | undefined)[]> => {
  const { rows } = await tx.query<CartRow>(isShared(tx) ? LOCK_FREE_CARTS : LOCK_CARTS, [ids.toSorted()]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const LOCK_CARTS = { name: 'lock_carts', text: cartsOf('for no key update') };
const LOCK_FREE_CARTS = { name: 'lock_free_carts', text: cartsOf('for no key update skip locked') };

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
export type CartFilter = {
  state?: CartRow['state'];
  customerId?: string;
  contactable?: 'true';
  found?: Found;
};
/** The carts of a search: all of them if they are not many, else the condition that they meet. */
export type Found = { ids: string[] } | Sought;
export type Sought = { email: string; customerIds: string[]; id: string | null };

/** So many are gathered; more are found along the list. */
const MAX_GATHERED = 1_000;
/** Sorts after every text with the same beginning. */
const PAST_ANY = '\u{10ffff}';

export async function findSought(tx: Tx, sought: Sought): Promise<Found> {
  const { email, customerIds, id } = sought;
  const { rows } = await tx.query<{ id: string }>(
    `select id from (
       select id from carts where tenant_id = current_tenant() and id = $4::uuid
       union all (
         select c.id from unnest($3::uuid[]) as k (id) cross join lateral (
           select id from carts where tenant_id = (select current_tenant()) and customer_id = any (array[k.id]) offset 0) c)
       union all (
         select id from carts where tenant_id = current_tenant() and email >= $1 and email < $2)) found
     limit ${MAX_GATHERED + 1}`,
    [email, email + PAST_ANY, customerIds, id],
  );
  return rows.length > MAX_GATHERED ? sought : { ids: rows.map((row) => row.id) };
}

/** Spelled as in the index of these carts. */
const CONTACTABLE = 'and (email is not null or customer_id is not null)';

export const listCarts = (
  tx: Tx,
  { state, customerId, contactable, found }: CartFilter,
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
       ${contactable === undefined ? '' : CONTACTABLE}
       and ($3::uuid[] is null or id = any ($3))
       and ($4::text is null or email >= $4 and email < $5 or customer_id = any ($6::uuid[]))`,
    [
      state ?? null,
      customerId ?? null,
      ...(found === undefined
        ? [null, null, null, null]
        : 'ids' in found
          ? [found.ids, null, null, null]
          : [null, found.email, found.email + PAST_ANY, found.customerIds]),
    ],
    limit,
    after,
  );
