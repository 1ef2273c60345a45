/** Random lives of a stock, compared with a plain model of the rules. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { newId } from '#kernel/id.ts';
import { cases } from '#kernel/testing/depth.ts';
import { useApp } from '../../testing.ts';
import { findDifferences } from './differences.sql.ts';
import { stock as functions } from './module.ts';
import { sweep } from './reservations/releasing.ts';
import { createReserving } from './reservations/reserving.ts';
import { openStock } from './testing/stock.ts';

const test = await useApp();
const stock = await openStock(test);
const second = await stock.newLocation(1);
const { tenant } = stock;
const reserve = createReserving(test.db, test.now);
const inTenant = <T>(work: Parameters<typeof test.db.inTenant<T>>[1]) => test.db.inTenant(tenant.id, work);
const by = { type: 'system', id: null, name: 'test' } as const;

const units = fc.integer({ min: 1, max: 6 });
const which = fc.nat(4);
const place = fc.nat(1);
const someStep = fc.oneof(
  fc.record({ do: fc.constant('reserve' as const), units, held: fc.boolean() }),
  fc.record({ do: fc.constant('confirm' as const), which }),
  fc.record({ do: fc.constant('release' as const), which }),
  fc.record({ do: fc.constant('ship' as const), which, units }),
  fc.record({ do: fc.constant('count' as const), place, units: fc.nat(12) }),
  fc.record({ do: fc.constant('transfer' as const), place, units }),
  fc.record({ do: fc.constant('expire' as const) }),
);

type Order = {
  id: string;
  held: boolean;
  shipped: number;
  at: [number, number];
  shippedAt: [number, number];
};

/** Two locations; a backorder is promised at the first. */
class Model {
  onHand: [number, number] = [0, 0];
  orders: Order[] = [];
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  reserved = (place: number) =>
    this.orders.reduce((sum, { at, shippedAt }) => sum + at[place]! - shippedAt[place]!, 0);
  available = (place: number) => this.onHand[place]! - this.reserved(place);

  allocate(need: number): [number, number] | null {
    const free = [0, 1].map((n) => this.available(n)) as [number, number];
    if (free[0] >= need) return [need, 0];
    if (free[1] >= need) return [0, need];
    const [a, b] = free.map((n) => Math.max(0, n)) as [number, number];
    const rest = need - a - b;
    if (rest <= 0) return [a, need - a];
    return rest <= Math.max(0, this.limit + Math.min(0, free[0])) ? [a + rest, b] : null;
  }
}

it('reserve, confirm, release, ship, count, transfer and expire do what a plain model does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3 }),
      fc.array(someStep, { minLength: 4, maxLength: 25 }),
      async (limit, steps) => {
        const sku = await stock.stocked(0, { backorderLimit: limit });
        const locations = [stock.location, second];
        await stock.adjust(locations.map((locationId) => ({ sku, locationId, count: 6 })));
        const model = new Model(limit);
        model.onHand = [6, 6];
        let version = 1;
        for (const step of steps) {
          if (step.do === 'reserve') {
            const [id, expected] = [newId(), model.allocate(step.units)];
            const expiresAt = step.held ? new Date(test.now().getTime() + 60_000) : null;
            const lines = [{ sku, quantity: step.units }];
            const isGranted = await reserve({ tenantId: tenant.id, orderId: id, expiresAt, lines }).then(
              () => true,
              () => false,
            );
            assert.equal(isGranted, expected !== null);
            if (expected === null) continue;
            model.orders.push({ id, held: step.held, shipped: 0, at: expected, shippedAt: [0, 0] });
          } else if (step.do === 'count') {
            await stock.adjust([{ sku, locationId: locations[step.place], count: step.units }]);
            model.onHand[step.place] = step.units;
          } else if (step.do === 'transfer') {
            const [from, to] = [step.place, 1 - step.place] as [0 | 1, 0 | 1];
            const isPossible = model.available(from) >= step.units;
            const answer = await test.call('POST', '/v1/inventory/transfers', {
              token: tenant.key,
              body: {
                from: locations[from],
                to: locations[to],
                lines: [{ sku, quantity: step.units }],
              },
            });
            assert.equal(answer.status, isPossible ? 201 : 409);
            if (!isPossible) continue;
            model.onHand[from] -= step.units;
            model.onHand[to] += step.units;
          } else if (step.do === 'expire') {
            test.advance(61_000);
            await inTenant((tx) => sweep(tx, test.now()));
            model.orders = model.orders.filter(({ held }) => !held);
          } else {
            const order = model.orders[step.which];
            if (order === undefined) continue;
            if (step.do === 'confirm') {
              await inTenant((tx) => functions.confirm(tx, order.id));
              order.held = false;
            } else if (step.do === 'release') {
              await inTenant((tx) => functions.release(tx, test.now(), order.id));
              order.at = [...order.shippedAt];
              if (order.shipped === 0) model.orders.splice(step.which, 1);
            } else {
              const all = order.at[0] + order.at[1];
              const target = order.held ? 0 : Math.min(all, order.shipped + step.units);
              const fulfilled = new Map([[sku, target]]);
              await inTenant((tx) =>
                functions.ship(tx, test.now(), by, { orderId: order.id, version: ++version, fulfilled }),
              );
              for (const place of [0, 1] as const) {
                const leaving = Math.min(target - order.shipped, order.at[place] - order.shippedAt[place]);
                order.shippedAt[place] += leaving;
                order.shipped += leaving;
                model.onHand[place] -= leaving;
              }
            }
          }
          const { levels } = await stock.item(sku);
          const shown = Object.fromEntries(
            levels.map((level: Record<string, unknown>) => [level.locationId, level]),
          );
          for (const place of [0, 1]) {
            const { onHand, reserved, short } = shown[locations[place]!];
            const missing = Math.max(0, model.reserved(place) - model.onHand[place]! - limit);
            assert.deepEqual(
              [onHand, reserved, short],
              [model.onHand[place], model.reserved(place), missing],
              JSON.stringify(step),
            );
          }
        }
      },
    ),
    { numRuns: cases(150) },
  );
  assert.deepEqual(await findDifferences(test.db, test.now()), []);
});
