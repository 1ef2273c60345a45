import type { Tx } from '#kernel/db/db.ts';

/** The carts by the customer's ids ($1) and e-mail addresses ($2). */
const CARTS_OF_PERSON = `
  select id from carts where tenant_id = current_tenant() and customer_id = any ($1::uuid[])
  union select id from carts where tenant_id = current_tenant() and email = any ($2::text[])
  union select cart_id from checkouts where tenant_id = current_tenant() and customer_id = any ($1::uuid[])
  union select cart_id from checkouts where tenant_id = current_tenant() and email = any ($2::text[])`;

/**
 * Locks the carts of a person, then their checkouts, each in the order of ids: as a completion does, which then locks the customer. A
 * cart that becomes the person's from here on is locked later; should its completion wait for the customer by then, PostgreSQL ends one.
 */
export async function lockPerson(tx: Tx, ids: string[], emails: string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from carts where tenant_id = current_tenant() and id = any (array(${CARTS_OF_PERSON}))
     order by id for no key update`,
    [ids, emails],
  );
  if (rows.length === 0) return;
  await tx.query(
    `select from checkouts where tenant_id = current_tenant() and cart_id = any ($1::uuid[])
     order by id for no key update`,
    [rows.map(({ id }) => id)],
  );
}

/** Carts and checkouts of a merged customer belong to the survivor. */
export async function moveCustomer(tx: Tx, from: string, into: string): Promise<void> {
  await tx.query(
    'update carts set customer_id = $2 where tenant_id = current_tenant() and customer_id = $1',
    [from, into],
  );
  await tx.query(
    'update checkouts set customer_id = $2 where tenant_id = current_tenant() and customer_id = $1',
    [from, into],
  );
}

/**
 * Removes a person from carts and checkouts, by id and by e-mail address. An order that is frozen keeps its contact until it is
 * placed, which is a matter of seconds.
 */
export async function erasePerson(tx: Tx, ids: string[], emails: string[]): Promise<void> {
  await tx.query(
    `with person as materialized (${CARTS_OF_PERSON}),
     texts as (
       update cart_lines l set attributes = null from person p
       where l.tenant_id = current_tenant() and l.cart_id = p.id and l.attributes is not null
     ),
     contacts as (
       update checkouts k set customer_id = null, email = null, phone = null, shipping_address = null, billing_address = null
       from person p where k.tenant_id = current_tenant() and k.cart_id = p.id
     )
     update carts c set customer_id = null, email = null, note = null, attributes = null
     from person p where c.tenant_id = current_tenant() and c.id = p.id`,
    [ids, emails],
  );
}
