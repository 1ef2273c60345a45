import type { Tx } from '#kernel/db/db.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

type Use = { discountId: string; checkoutId: string; customerId: string; now: Date };

/**
 * Takes one use, or returns false: the limit is reached. The row of a limited code is locked until commit by the increment; a
 * code without a limit has no hot row, a worker counts its uses. Its row is locked against a new limit alone (`lockForLimit`). A
 * repeated use of one checkout is one use.
 */
export async function takeUse(tx: Tx, { discountId, checkoutId, customerId, now }: Use): Promise<boolean> {
  const take = async () => {
    const values = [discountId, checkoutId, customerId, now];
    const { rows } = await tx.query<{ taken: boolean }>(TAKE_USE, values);
    return rows[0]?.taken ?? false;
  };
  // A code that got its limit while the first statement waited is decided by the second one.
  return (await take()) || take();
}

const TAKE_USE = {
  name: 'take_discount_use',
  text: `
    with own as materialized (
      select from discount_uses where tenant_id = current_tenant() and discount_id = $1 and checkout_id = $2
    ),
    counted as (
      update discounts set used = used + 1
      where tenant_id = current_tenant() and id = $1 and used < max_uses and not exists (select from own)
      returning id
    ),
    unlimited as materialized (
      select id from discounts
      where tenant_id = current_tenant() and id = $1 and max_uses is null and not exists (select from own)
      for key share
    ),
    granted as (
      select id, true as is_limited from counted union all select id, false from unlimited
    ),
    kept as (
      insert into discount_uses (tenant_id, discount_id, checkout_id, customer_id, at, counted)
      select current_tenant(), id, $2, $3, $4, is_limited from granted returning discount_id
    )
    select exists (select from own) or exists (select from kept) as taken`,
};

/** Locks a code with a limit per customer, so that two checkouts of one customer are counted one after the other. */
export async function countUsesBy(tx: Tx, discountId: string, customerId: string): Promise<number> {
  await tx.query('select from discounts where tenant_id = current_tenant() and id = $1 for no key update', [
    discountId,
  ]);
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from discount_uses
     where tenant_id = current_tenant() and discount_id = $1 and customer_id = $2`,
    [discountId, customerId],
  );
  return rows[0]!.count;
}

/** Gives back the uses of checkouts that ended without an order. */
export async function freeUses(tx: Tx, checkoutIds: string[]): Promise<void> {
  await tx.query(FREE_USES, [checkoutIds]);
}

const FREE_USES = {
  name: 'free_discount_uses',
  text: `
    with freed as (
      delete from discount_uses where tenant_id = current_tenant() and checkout_id = any ($1::uuid[])
      returning discount_id, counted
    ),
    given as materialized (
      select discount_id, count(*)::int as uses from freed where counted group by 1
    ),
    locked as materialized (
      select id from discounts where tenant_id = current_tenant() and id in (select discount_id from given)
      order by id for no key update
    )
    update discounts d set used = d.used - g.uses from given g join locked l on l.id = g.discount_id
    where d.tenant_id = current_tenant() and d.id = g.discount_id`,
};

/** Adds the uses of codes without a limit to their counters; returns how many there were. */
export async function countUses(tx: Tx, most: number, discountId: string | null = null): Promise<number> {
  const { rows } = await tx.query<{ uses: number }>(COUNT_USES, [most, discountId]);
  return rows[0]!.uses;
}

// The codes are locked first, by id, as all transactions lock them, so a transaction that sets a limit finds no use half counted. A
// use beyond a limit is counted as the limit, because a violated CHECK would stop the counting of all codes.
const COUNT_USES = {
  name: 'count_discount_uses',
  text: `
    with waiting as materialized (
      select discount_id, checkout_id from discount_uses
      where tenant_id = current_tenant() and not counted and ($2::uuid is null or discount_id = $2)
      order by at limit $1
    ),
    locked as materialized (
      select id from discounts where tenant_id = current_tenant() and id in (select discount_id from waiting)
      order by id for no key update
    ),
    due as materialized (
      select u.discount_id, u.checkout_id from discount_uses u
      join waiting w on w.discount_id = u.discount_id and w.checkout_id = u.checkout_id
      where u.tenant_id = current_tenant() and not u.counted and u.discount_id in (select id from locked)
      for update of u skip locked
    ),
    marked as (
      update discount_uses u set counted = true from due d
      where u.tenant_id = current_tenant() and u.discount_id = d.discount_id and u.checkout_id = d.checkout_id
      returning u.discount_id
    ),
    added as (
      update discounts d set used = least(d.used + m.uses, d.max_uses)
      from (select discount_id, count(*)::int as uses from marked group by 1) m
      where d.tenant_id = current_tenant() and d.id = m.discount_id
    )
    select count(*)::int as uses from marked`,
};

export const FIND_TENANTS_WITH_USES = tenantsWith({
  name: 'find_tenants_with_discount_uses',
  table: 'discount_uses',
  waiting: 'not q.counted',
  due: 'not q.counted and q.at <= $1',
});

/** The uses of a merged customer count for its survivor. */
export async function moveUses(tx: Tx, from: string, into: string): Promise<void> {
  await tx.query(
    'update discount_uses set customer_id = $2 where tenant_id = current_tenant() and customer_id = $1',
    [from, into],
  );
}
