/** Compares what shoppers were told with what is stored: checkouts and orders, events, stock, and uses of codes. */
import type pg from 'pg';
import { checkDoctor } from './doctor.ts';
import type { Shop } from './shop.ts';
import type { Purchase } from './shopper.ts';
import { within } from './stage.ts';

const DRAIN_SECONDS = 60;

/**
 * The promises that hold after every fault. A worker must be running. Holds of checkouts that were never stored are expired at
 * once, instead of after a quarter of an hour.
 */
export async function checkShop(shop: Shop, purchases: Purchase[]): Promise<void> {
  const { installation, tenant } = shop;
  const { stage } = installation;
  await installation.asOwner(async (owner) => {
    await expireOrphans(owner);
    await checkSettled(shop, owner);
    const { rows } = await owner.query<Record<string, number>>(WRONG, [tenant.id]);
    for (const [what, count] of Object.entries(rows[0]!)) stage.check(`${what}: ${count}`, count === 0);
    const acknowledged = purchases.flatMap(({ orderIds }) => orderIds);
    const { rows: stored } = await owner.query<{ id: string }>(
      `select id from orders where tenant_id = $1 and channel = 'storefront'`,
      [tenant.id],
    );
    const ids = new Set(stored.map(({ id }) => id));
    const lost = acknowledged.filter((id) => !ids.has(id));
    stage.check(`acknowledged orders that are not there: ${lost.length}`, lost.length === 0);
    const several = purchases.filter(({ orderIds }) => new Set(orderIds).size > 1);
    stage.check(`carts that were told of two orders: ${several.length}`, several.length === 0);
    stage.note({ orders: stored.length, acknowledged: new Set(acknowledged).size });
  });
  const odd = purchases
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status === 500 || (status > 500 && status !== 503));
  stage.check(`answers with an error of the server: ${odd.map(({ status }) => status)}`, odd.length === 0);
  await checkDoctor(installation);
}

/** Holds under the id of an order that has no checkout: its process died between the reservation and the checkout. */
export async function expireOrphans(owner: pg.Client): Promise<number> {
  const { rowCount } = await owner.query(
    `update stock_reservations r set expires_at = now() - interval '1 second'
     where expires_at is not null and expires_at <> 'infinity' and not exists (
       select from checkouts c where c.tenant_id = r.tenant_id and c.order_id = r.order_id)`,
  );
  return rowCount ?? 0;
}

/** Checks that the queues empty, that no checkout stays between freeze and order, and that expired holds are released. */
async function checkSettled({ installation: { stage }, tenant }: Shop, owner: pg.Client): Promise<void> {
  let left: Record<string, number> = {};
  const isSettled = async () => {
    const { rows } = await owner.query<Record<string, number>>(UNSETTLED, [tenant.id]);
    left = rows[0]!;
    return Object.values(left).every((count) => count === 0);
  };
  const settled = await within(DRAIN_SECONDS, isSettled);
  stage.check(`everything settles by itself; left: ${JSON.stringify(left)}`, settled);
}

const UNSETTLED = `
  select (select count(*)::int from event_queue where tenant_id = $1) as events,
    (select count(*)::int from stock_orders_due where tenant_id = $1) as "orders without stock",
    (select count(*)::int from checkouts where tenant_id = $1 and state = 'paying') as paying,
    (select count(*)::int from checkouts where tenant_id = $1 and state = 'open' and expires_at < now()) as overdue,
    (select count(*)::int from stock_reservations where tenant_id = $1 and expires_at < now()) as holds,
    (select count(*)::int from discount_uses where tenant_id = $1 and not counted) as uses`;

/** Each figure must be 0. Lines of an order may be more than those of its cart, so units are compared by SKU. */
const WRONG = `
  with ended as (select * from checkouts where tenant_id = $1 and state = 'completed'),
    placed as (select * from orders where tenant_id = $1 and channel = 'storefront'),
    published as (
      select type, data::json ->> case type when 'order.placed' then 'id' else 'orderId' end as order_id, count(*) as times
      from events where tenant_id = $1 and type in ('order.placed', 'checkout.completed') group by 1, 2),
    wanted as (
      select l.order_id, l.sku, sum(l.quantity) as units from order_lines l
      join placed p on p.id = l.order_id where l.tenant_id = $1 and p.status <> 'cancelled' group by 1, 2),
    confirmed as (
      select r.order_id, i.sku, sum(r.quantity) as units from stock_reservations r
      join inventory_items i on i.tenant_id = $1 and i.id = r.item_id
      where r.tenant_id = $1 and r.expires_at is null group by 1, 2)
  select
    (select count(*)::int from ended e where not exists (select from placed p where p.id = e.order_id))
      as "completed checkouts without an order",
    (select count(*)::int from placed p where not exists (select from ended e where e.order_id = p.id))
      as "orders without a completed checkout",
    (select count(*)::int from placed p where p.total <> (select e.total from ended e where e.order_id = p.id))
      as "orders with another total than their checkout",
    (select count(*)::int from ended e join carts c on c.tenant_id = $1 and c.id = e.cart_id where c.state <> 'completed')
      as "open carts of completed checkouts",
    (select count(*)::int from carts c where tenant_id = $1 and state = 'completed' and not exists (
      select from ended e where e.cart_id = c.id)) as "completed carts without an order",
    (select count(*)::int from placed p where 1 is distinct from (
      select times from published where type = 'order.placed' and order_id = p.id::text)) as "orders without one order.placed",
    (select count(*)::int from placed p where 1 is distinct from (
      select times from published where type = 'checkout.completed' and order_id = p.id::text))
      as "orders without one checkout.completed",
    (select count(*)::int from published where not exists (
      select from orders o where o.tenant_id = $1 and o.id::text = order_id))
      as "events of no order",
    (select count(*)::int from wanted w full join confirmed c using (order_id, sku) where w.units is distinct from c.units)
      as "orders whose stock differs from their lines",
    (select count(*)::int from stock_levels where tenant_id = $1 and (reserved > on_hand or short > 0)) as "oversold levels",
    (select count(*)::int from stock_levels l where tenant_id = $1 and reserved <> (
      select coalesce(sum(quantity - shipped), 0) from stock_reservations r
      where r.tenant_id = $1 and r.item_id = l.item_id and r.location_id = l.location_id)) as "levels that differ from their rows",
    (select count(*)::int from discount_uses u where tenant_id = $1 and not exists (
      select from ended e where e.id = u.checkout_id)) as "uses of codes without an order",
    (select count(*)::int from placed p where discount_total > 0 and not exists (
      select from discount_uses u join ended e on e.id = u.checkout_id where u.tenant_id = $1 and e.order_id = p.id))
      as "discounted orders without a use",
    (select count(*)::int from discounts d where tenant_id = $1 and used <> (
      select count(*) from discount_uses u where u.tenant_id = $1 and u.discount_id = d.id)) as "codes with another number of uses"`;
