/** Random lives of carts, checkouts and their orders, compared with a plain model of stock and orders. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { sweepCheckouts } from '../modules/checkout/checkouts/ending.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { holdOrders } from '../modules/crm/orders/units.sql.ts';
import { findDifferences } from '../modules/inventory/differences.sql.ts';
import { settleStock } from '../modules/inventory/testing/work.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();
const { modules, checkoutModule } = createModules(test.kernel);
const settle = () => settleStock(test, shop.tenant.id, { modules, holdOrders });

const which = fc.nat(3);
const units = fc.integer({ min: 1, max: 4 });
const someStep = fc.oneof(
  fc.record({ do: fc.constant('fill' as const), which, units }),
  fc.record({ do: fc.constant('set' as const), which, units: fc.nat(4) }),
  fc.record({ do: fc.constant('start' as const), which }),
  fc.record({ do: fc.constant('complete' as const), which }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('ship' as const), which }),
  fc.record({ do: fc.constant('void' as const), which }),
);

type Shopper = Awaited<ReturnType<typeof shop.cart>>;
type Modelled = { cart: Shopper; units: number; held: number | null };
type Ordered = { id: string; units: number; state: 'placed' | 'shipped' | 'void' };

it('carts, checkouts, expiries, cancellations and shipments do what a plain model does, and no counter differs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 6, maxLength: 24 }), async (steps) => {
      const STOCK = 8;
      const sku = await shop.sold(STOCK);
      const carts: Modelled[] = [];
      const orders: Ordered[] = [];
      const onHand = () =>
        STOCK - orders.reduce((left, { units, state }) => left + (state === 'shipped' ? units : 0), 0);
      const reserved = () =>
        carts.reduce((sum, { held }) => sum + (held ?? 0), 0) +
        orders.reduce((sum, { units, state }) => sum + (state === 'placed' ? units : 0), 0);
      const free = (own: number) => onHand() - reserved() + own;
      for (const step of steps) {
        const modelled = 'which' in step ? carts[step.which] : undefined;
        const context = JSON.stringify(step);
        if (step.do === 'fill' && modelled === undefined) {
          carts.push({
            cart: await shop.cart([{ sku, quantity: step.units }]),
            units: step.units,
            held: null,
          });
        } else if (step.do === 'fill') {
          await modelled!.cart.add(sku, step.units);
          modelled!.units += step.units;
        } else if (step.do === 'set' && modelled !== undefined) {
          if (modelled.units === 0) continue;
          await modelled.cart.cart('PUT', `/lines/${modelled.cart.key}`, { quantity: step.units });
          modelled.units = step.units;
        } else if (step.do === 'start' && modelled !== undefined) {
          const { status } = await modelled.cart.start();
          // An open checkout of an emptied cart holds nothing more.
          const isPossible =
            (modelled.units > 0 || modelled.held !== null) && modelled.units <= free(modelled.held ?? 0);
          assert.equal(status, isPossible ? 201 : 409, context);
          if (isPossible) modelled.held = modelled.units;
        } else if (step.do === 'complete' && modelled !== undefined) {
          if (modelled.held === null) continue;
          const change = {
            contact: { email: 'ada@model.example' },
            shippingAddress: { line1: '1 Agora', city: 'Berlin', country: 'DE' },
            shippingOptionId: optionId,
          };
          const fits = modelled.units <= free(modelled.held);
          const patched = await modelled.cart.checkout('PATCH', change);
          assert.equal(patched.status, fits ? 200 : 409, context);
          if (!fits) continue;
          modelled.held = modelled.units;
          const done = await modelled.cart.complete((modelled.units * 450 + 490) / 100);
          assert.equal(done.status, modelled.units > 0 ? 200 : 409, done.text);
          if (modelled.units === 0) continue;
          orders.push({ id: done.body.data.order.id, units: modelled.units, state: 'placed' });
          carts.splice(carts.indexOf(modelled), 1);
        } else if (step.do === 'cancel' && modelled !== undefined) {
          if (modelled.held === null) continue;
          await modelled.cart.checkout('DELETE');
          modelled.held = null;
        } else if (step.do === 'expire') {
          test.advance(61 * 60_000);
          const deps = { others: checkoutModule.others, now: test.now() };
          await test.db.inTenant(shop.tenant.id, (tx) => sweepCheckouts(tx, deps));
          for (const one of carts) one.held = null;
        } else if (step.do === 'ship' || step.do === 'void') {
          const order = orders[step.which];
          if (order?.state !== 'placed') continue;
          await settle();
          const action = step.do === 'ship' ? 'fulfill' : 'cancel';
          await shop.ask('POST', `/v1/crm/orders/${order.id}/${action}`, {});
          order.state = step.do === 'ship' ? 'shipped' : 'void';
        }
        assert.deepEqual(await shop.figures(sku), [onHand(), reserved()], context);
      }
      await settle();
      assert.deepEqual(await shop.figures(sku), [onHand(), reserved()], 'after all events');
    }),
    { numRuns: cases(60) },
  );
  assert.deepEqual(await findDifferences(test.db, test.now()), []);
});
