import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey, planByIndex } from '#kernel/db/plans.ts';
import { newId } from '#kernel/id.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';
import { currencyExponents } from '#shared/money.ts';

export const IDLE_AT_ONCE = 2000;

/**
 * Abandons idle carts and publishes their events, in one statement: no cart is abandoned twice in one spell, whatever workers do.
 * A cart with an open checkout waits for its end.
 */
export async function abandonIdle(tx: Tx, now: Date): Promise<number> {
  planByIndex(tx);
  const ids = Array.from({ length: IDLE_AT_ONCE }, newId);
  const { rows } = await tx.query<{ carts: number }>(ABANDON, [
    now,
    IDLE_AT_ONCE,
    list(ids, (id) => id),
    EXPONENTS,
  ]);
  const { carts } = rows[0]!;
  if (carts > 0) tx.wakeDispatcher('others');
  return carts;
}

/** The decimals of currencies that have another number than two. */
const EXPONENTS = JSON.stringify(
  Object.fromEntries(currencyExponents().filter(([, decimals]) => decimals !== 2)),
);

const ABANDON = {
  name: 'abandon_idle_carts',
  text: `
    with due as materialized (
      select id from carts c
      where tenant_id = current_tenant() and state = 'active' and idle_at <= $1
        and not exists (
          select from checkouts k
          where k.tenant_id = current_tenant() and k.cart_id = c.id and k.state in ('open', 'paying') offset 0)
      order by idle_at limit $2 for no key update skip locked
    ),
    abandoned as (
      update carts c set state = 'abandoned', abandoned_at = $1, spells = c.spells + 1, version = c.version + 1 from due d
      where c.tenant_id = current_tenant() and ${byKey({ 'c.id': 'd.id' })}
      returning c.id, c.property_id, c.currency, c.shown_subtotal, c.customer_id, c.version, c.spells, c.updated_at,
        c.email is not null or c.customer_id is not null as contactable
    ),
    told as materialized (
      select ($3::uuid[])[row_number() over (order by a.id)] as event_id, json_build_object(
        'id', a.id, 'propertyId', a.property_id, 'currency', a.currency, 'lineCount', l.line_count, 'quantity', l.quantity,
        'subtotal', trim_scale(a.shown_subtotal / power(10::numeric, e.exponent)), 'customerId', a.customer_id,
        'version', a.version, 'at', to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'contactable', a.contactable, 'times', a.spells,
        'lastChangedAt', to_char(a.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data
      from abandoned a
      cross join lateral (
        select count(*)::int as line_count, coalesce(sum(quantity), 0)::int as quantity from cart_lines l
        where l.tenant_id = current_tenant() and l.cart_id = a.id) l
      cross join lateral (select coalesce(($4::json ->> a.currency)::int, 2) as exponent) e
    ),
    published as (
      insert into events (tenant_id, id, type, data, created_at)
      select current_tenant(), event_id, 'cart.abandoned', data, $1 from told
    ),
    queued as (
      insert into event_queue (tenant_id, id, at, type, next_at)
      select current_tenant(), event_id, $1, 'cart.abandoned', $1 from told
    )
    select count(*)::int as carts from told`,
};

/** Deletes carts that nobody has changed for long, with their lines and ended checkouts; never one that is being paid. */
export async function deleteForgotten(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    {
      name: 'delete_forgotten_carts',
      text: `
        delete from carts where tenant_id = current_tenant() and id in (
          select id from carts c where tenant_id = current_tenant() and kept_until <= $1 and not exists (
            select from checkouts k
            where k.tenant_id = current_tenant() and k.cart_id = c.id and k.state in ('open', 'paying') offset 0)
          order by kept_until limit $2 for update skip locked)`,
    },
    [now, IDLE_AT_ONCE],
  );
  return rowCount;
}

export const FIND_TENANTS_WITH_IDLE_CARTS = tenantsWith({
  name: 'find_tenants_with_idle_carts',
  table: 'carts',
  waiting: "q.state = 'active'",
  due: "q.state = 'active' and q.idle_at <= $1",
});

export const FIND_TENANTS_WITH_FORGOTTEN_CARTS = tenantsWith({
  name: 'find_tenants_with_forgotten_carts',
  table: 'carts',
  waiting: 'true',
  due: 'q.kept_until <= $1',
});
