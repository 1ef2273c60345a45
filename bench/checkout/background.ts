/** `npm run bench -- checkout idle [carts]`: carts abandoned and checkouts expired, beside one bare statement for the same rows. */
import { abandonIdle } from '../../server/modules/checkout/carts/idle.sql.ts';
import { sweepCheckouts } from '../../server/modules/checkout/checkouts/ending.ts';
import { createModules } from '../../server/modules.ts';
import { median, verdict } from '../report.ts';
import { type CheckoutStage, openStage } from './stage.ts';

const ROUNDS = 3;
const DUE = 10_000;
const SKUS = 100;

export async function runBackground(sizes: number[]): Promise<void> {
  const stage = await openStage();
  const seconds = new Map<string, number[]>();
  const note = (what: string, took: number) => seconds.set(what, [...(seconds.get(what) ?? []), took]);
  let carts = 0;
  for (const size of sizes) {
    await addCarts(stage, carts, size - carts, 'infinity');
    carts = size;
    for (let round = 0; round < ROUNDS; round++) {
      await addCarts(stage, -1, DUE, '1 hour ago');
      note(`one statement, ${size} carts`, await timed(() => bareAbandon(stage)));
      await addCarts(stage, -1, DUE, '1 hour ago');
      note(`ours, ${size} carts`, await timed(() => abandon(stage)));
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    await addCheckouts(stage);
    note('bare delete and update of checkouts', await timed(() => bareExpire(stage)));
    await addCheckouts(stage);
    note('ours, checkouts', await timed(() => expire(stage)));
  }
  const of = (what: string) => median(seconds.get(what)!);
  console.log(`\n${DUE} at a time, median of ${ROUNDS} rounds`);
  console.table([...seconds].map(([work, all]) => ({ work, seconds: median(all).toFixed(3) })));
  const [first, last] = [sizes[0]!, sizes.at(-1)!];
  verdict(
    'carts abandoned ÷ one statement',
    of(`one statement, ${first} carts`) / of(`ours, ${first} carts`),
    0.8,
  );
  verdict(`seconds for ${DUE} carts`, of(`ours, ${first} carts`), 1, true);
  if (last !== first) {
    verdict(
      `time among ${last} carts ÷ among ${first}`,
      of(`ours, ${last} carts`) / of(`ours, ${first} carts`),
      1.3,
      true,
    );
  }
  verdict(
    'checkouts expired ÷ bare statements',
    of('bare delete and update of checkouts') / of('ours, checkouts'),
    0.6,
  );
  await stage.close();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Carts with a line each, by rows; `from` −1: of their own series. */
async function addCarts({ owner, tenantId }: CheckoutStage, from: number, count: number, idle: string) {
  if (count <= 0) return;
  const idleAt = idle === 'infinity' ? `'infinity'` : `now() - interval '1 hour' + n * interval '1 ms'`;
  const id = from < 0 ? 'gen_random_uuid()' : `md5('cart' || (n + ${from}))::uuid`;
  await owner.query(
    `with made as (
       insert into carts (tenant_id, id, currency, state, shown_subtotal, idle_at, kept_until, created_at, updated_at)
       select $1, ${id}, 'EUR', 'active', 999, ${idleAt}, now() + interval '30 days', now() - n * interval '1 ms', now()
       from generate_series(1, $2::int) n returning tenant_id, id)
     insert into cart_lines (tenant_id, cart_id, key, variant_id, quantity, added_at, place)
     select m.tenant_id, m.id, v.id::text, v.id, 1, now(), 1 from made m, (select id from variants where sku = 'SKU-1') v`,
    [tenantId, count],
  );
  await owner.query('vacuum analyze carts');
}

/** The same rows in one statement: the limit of any way to do it. */
const bareAbandon = ({ owner, tenantId }: CheckoutStage) =>
  owner.query(
    `with due as (
       update carts set state = 'abandoned', abandoned_at = now(), spells = spells + 1, version = version + 1
       where tenant_id = $1 and state = 'active' and idle_at <= now() returning id, gen_random_uuid() as event_id),
     told as (
       insert into events (tenant_id, id, type, data, created_at)
       select $1, event_id, 'cart.abandoned', json_build_object('id', id, 'currency', 'EUR', 'lineCount', 1, 'quantity', 1,
         'subtotal', 9.99, 'customerId', null, 'version', 2, 'contactable', false, 'times', 1), now() from due)
     insert into event_queue (tenant_id, id, at, type, next_at)
     select $1, event_id, now(), 'cart.abandoned', now() from due`,
    [tenantId],
  );

async function abandon({ kernel, tenantId }: CheckoutStage): Promise<void> {
  while ((await kernel.db.inTenant(tenantId, (tx) => abandonIdle(tx, kernel.clock()))) > 0);
}

/** Open checkouts whose time is over, with a hold on one of the SKUs each. */
async function addCheckouts({ owner, tenantId }: CheckoutStage): Promise<void> {
  await owner.query(
    `with place as (select id from stock_locations where tenant_id = $1 limit 1),
     item as (
       insert into inventory_items (tenant_id, id, sku, created_at, updated_at)
       select $1, md5('item' || n)::uuid, 'EXPIRING-' || n, now(), now() from generate_series(1, $2::int) n
       on conflict do nothing returning id)
     insert into stock_levels (tenant_id, item_id, location_id) select $1, item.id, place.id from item, place`,
    [tenantId, SKUS],
  );
  await owner.query(
    `with cart as (
       insert into carts (tenant_id, id, currency, state, shown_subtotal, idle_at, kept_until, created_at, updated_at)
       select $1, gen_random_uuid(), 'EUR', 'active', 999, 'infinity', now() + interval '30 days', now(), now()
       from generate_series(1, $2::int) returning id),
     made as (
       insert into checkouts (tenant_id, id, cart_id, order_id, state, currency, held, total, expires_at, hold_until, created_at,
         updated_at)
       select $1, gen_random_uuid(), id, gen_random_uuid(), 'open', 'EUR', '{"EXPIRING": 1}', 999, now() - interval '1 minute',
         now(), now(), now() from cart returning order_id),
     held as (
       insert into stock_reservations (tenant_id, order_id, item_id, location_id, quantity, expires_at)
       select $1, m.order_id, md5('item' || (1 + m.n % $3::int))::uuid, l.id, 1, now() + interval '1 hour'
       from (select order_id, row_number() over () as n from made) m,
         (select id from stock_locations where tenant_id = $1 limit 1) l
       returning item_id)
     update stock_levels l set backorder_limit = null, reserved = l.reserved + h.units
     from (select item_id, count(*) as units from held group by 1) h where l.tenant_id = $1 and l.item_id = h.item_id`,
    [tenantId, DUE, SKUS],
  );
  await owner.query('vacuum analyze checkouts, stock_reservations, stock_levels');
}

const bareExpire = ({ owner, tenantId }: CheckoutStage) =>
  owner.query(
    `with due as (
       update checkouts set state = 'expired', version = version + 1, updated_at = now()
       where tenant_id = $1 and state = 'open' and expires_at <= now() returning id, order_id, gen_random_uuid() as event_id),
     freed as (
       delete from stock_reservations r using due where r.tenant_id = $1 and r.order_id = due.order_id
       returning r.item_id, r.location_id, r.quantity),
     lowered as (
       update stock_levels l set reserved = l.reserved - f.units
       from (select item_id, location_id, sum(quantity)::bigint as units from freed group by 1, 2) f
       where l.tenant_id = $1 and l.item_id = f.item_id and l.location_id = f.location_id),
     told as (
       insert into events (tenant_id, id, type, data, created_at)
       select $1, event_id, 'checkout.expired', json_build_object('id', id, 'currency', 'EUR', 'total', 9.99), now() from due)
     insert into event_queue (tenant_id, id, at, type, next_at)
     select $1, event_id, now(), 'checkout.expired', now() from due`,
    [tenantId],
  );

async function expire({ kernel, tenantId }: CheckoutStage): Promise<void> {
  const { others } = createModules(kernel).checkoutModule;
  const sweep = () =>
    kernel.db.inTenant(tenantId, (tx) => sweepCheckouts(tx, { others, now: kernel.clock() }));
  while ((await sweep()).length > 0);
}
