import type { Tx } from '#kernel/db/db.ts';
import { byKey, planByIndex } from '#kernel/db/plans.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

export const EXPIRED_AT_ONCE = 2000;
export const PAYING_AT_ONCE = 100;

export type Ended = { id: string; cart_id: string; order_id: string; currency: string; total: bigint | null };

/** Ends the open checkouts whose time is over, those first that ended first. A locked one is being changed: it comes later. */
export async function expireDue(tx: Tx, now: Date): Promise<(Ended & { expires_at: Date })[]> {
  planByIndex(tx);
  const { rows } = await tx.query<Ended & { expires_at: Date }>(EXPIRE_DUE, [now, EXPIRED_AT_ONCE]);
  return rows;
}

const EXPIRE_DUE = {
  name: 'expire_due_checkouts',
  text: `
    with due as materialized (
      select id from checkouts where tenant_id = current_tenant() and state = 'open' and expires_at <= $1
      order by expires_at limit $2 for no key update skip locked
    )
    update checkouts c set state = 'expired', version = c.version + 1, updated_at = $1 from due d
    where c.tenant_id = current_tenant() and ${byKey({ 'c.id': 'd.id' })}
    returning c.id, c.cart_id, c.order_id, c.currency, c.total, c.expires_at`,
};

/** The carts of checkouts that are paying and due, oldest first. */
export async function findDuePaying(tx: Tx, now: Date): Promise<{ cart_id: string; updated_at: Date }[]> {
  const { rows } = await tx.query<{ cart_id: string; updated_at: Date }>(
    `select cart_id, updated_at from checkouts where tenant_id = current_tenant() and state = 'paying' and expires_at <= $1
     order by expires_at limit $2`,
    [now, PAYING_AT_ONCE],
  );
  return rows;
}

/** The worker looks at the checkout again then. */
export async function postponePaying(tx: Tx, cartId: string, until: Date): Promise<void> {
  await tx.query(
    `update checkouts set expires_at = $2 where tenant_id = current_tenant() and cart_id = $1 and state = 'paying'`,
    [cartId, until],
  );
}

export const FIND_TENANTS_WITH_DUE_CHECKOUTS = tenantsWith({
  name: 'find_tenants_with_due_checkouts',
  table: 'checkouts',
  waiting: "q.state = 'open'",
  due: "q.state = 'open' and q.expires_at <= $1",
});

export const FIND_TENANTS_WITH_PAYING = tenantsWith({
  name: 'find_tenants_with_paying_checkouts',
  table: 'checkouts',
  waiting: "q.state = 'paying'",
  due: "q.state = 'paying' and q.expires_at <= $1",
});
