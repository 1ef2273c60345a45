/** Transactions that meet at one level, as peers of this product have met them: nothing is sold twice, and counters agree with rows. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { findDifferences } from '../differences.sql.ts';
import { stock as functions } from '../module.ts';
import { openStock } from '../testing/stock.ts';
import { sweep } from './releasing.ts';
import { createReserving } from './reserving.ts';

const test = await useApp();
const stock = await openStock(test);
const { tenant, stocked, figures, location } = stock;
const inTenant = <T>(work: Parameters<typeof test.db.inTenant<T>>[1]) => test.db.inTenant(tenant.id, work);
// Two of them stand for two processes: each has its own queue.
const reserving = [createReserving(test.db, test.now), createReserving(test.db, test.now)];
let turn = 0;

const take = (sku: string, quantity = 1, minutes: number | null = null, orderId = newId()) => {
  const expiresAt = minutes === null ? null : new Date(test.now().getTime() + minutes * 60_000);
  const reserve = reserving[++turn % 2]!;
  return reserve({ tenantId: tenant.id, orderId, expiresAt, lines: [{ sku, quantity }] }).then(
    () => orderId,
    (error: { code: string }) => {
      assert.equal(error.code, 'out_of_stock');
      return null;
    },
  );
};
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

afterEach(async () => assert.deepEqual(await findDifferences(test.db, test.now()), []));

describe('at once,', () => {
  it('many customers want the last units: they get them, and no more', async () => {
    const sku = await stocked(7);
    const granted = (await times(120, () => take(sku))).filter((id) => id !== null);
    assert.equal(granted.length, 7);
    assert.deepEqual(await figures(sku), [7, 7, 0]);
  });

  it('a checkout is confirmed and swept: it is one or the other', async () => {
    const sku = await stocked(50);
    const ids = (await times(50, () => take(sku, 1, 1))) as string[];
    test.advance(61_000);
    const [confirmed] = await Promise.all([
      times(50, (n) => inTenant((tx) => functions.confirm(tx, ids[n]!))),
      times(3, () => inTenant((tx) => sweep(tx, test.now()))),
    ]);
    await inTenant((tx) => sweep(tx, test.now()));
    const kept = confirmed.filter((rows) => rows.size > 0).length;
    assert.deepEqual(await figures(sku), [50, kept, 0]);
    assert.equal((await stock.reservations(`sku=${sku}&limit=100`)).length, kept);
  });

  it('units are reserved, released and counted: the sum is right and short says what is missing', async () => {
    const sku = await stocked(30);
    const ids = (await times(20, () => take(sku))) as string[];
    await Promise.all([
      times(10, (n) => inTenant((tx) => functions.release(tx, test.now(), ids[n]!))),
      times(20, () => take(sku)),
      stock.count(sku, 5),
      stock.adjust([{ sku, locationId: location, change: 3 }]),
    ]);
    const [onHand, reserved, short] = await figures(sku);
    assert.equal(short, Math.max(0, reserved - onHand));
  });

  it('units are transferred away and reserved: none is promised that has left', async () => {
    const sku = await stocked(10);
    const to = await stock.newLocation(3);
    const [granted] = await Promise.all([
      times(10, () => take(sku, 1)),
      test.call('POST', '/v1/inventory/transfers', {
        token: tenant.key,
        body: { from: location, to, lines: [{ sku, quantity: 6 }] },
      }),
    ]);
    assert.equal(granted.filter((id) => id !== null).length, 10);
    const { levels } = await stock.item(sku);
    for (const { available } of levels) assert.ok(available >= 0, JSON.stringify(levels));
  });

  it('an order is shipped and released: each unit goes one way', async () => {
    const sku = await stocked(40);
    const ids = (await times(20, () => take(sku, 2))) as string[];
    const by = { type: 'system', id: null, name: 'test' } as const;
    await Promise.all([
      times(20, (n) =>
        inTenant((tx) =>
          functions.ship(tx, test.now(), by, {
            orderId: ids[n]!,
            version: 2,
            fulfilled: new Map([[sku, 1]]),
          }),
        ),
      ),
      times(20, (n) => inTenant((tx) => functions.release(tx, test.now(), ids[n]!))),
    ]);
    const shipped = (await stock.movements(`sku=${sku}&limit=100`)).filter(
      ({ kind }: { kind: string }) => kind === 'shipped',
    ).length;
    assert.deepEqual(await figures(sku), [40 - shipped, 0, 0]);
  });

  it('one order is reserved by two processes: it has its units once', async () => {
    const sku = await stocked(40);
    for (let n = 0; n < 10; n++) {
      const orderId = newId();
      await Promise.all([take(sku, 2, 15, orderId), take(sku, 2, 15, orderId)]);
    }
    assert.deepEqual(await figures(sku), [40, 20, 0]);
  });

  it('the limit of backorders falls while baskets arrive: what is promised already is short', async () => {
    const sku = await stocked(0, { backorderLimit: 20 });
    await stock.count(sku, 1);
    await Promise.all([
      times(30, () => take(sku)),
      stock.ask('PATCH', `/items/${sku}`, 200, { backorderLimit: 0 }),
    ]);
    const [onHand, reserved, short] = await figures(sku);
    assert.equal(short, Math.max(0, reserved - onHand));
    assert.equal(await take(sku), null);
  });

  it('baskets name the same SKUs in another order: none waits for ever', async () => {
    const [a, b] = [await stocked(200), await stocked(200)];
    const second = await stock.newLocation(4);
    await stock.adjust([a, b].map((sku) => ({ sku, locationId: second, change: 50 })));
    const outcomes = await times(60, (n) => {
      const lines = (n % 2 === 0 ? [a, b] : [b, a]).map((sku) => ({ sku, quantity: 4 }));
      return reserving[n % 2]!({ tenantId: tenant.id, orderId: newId(), expiresAt: null, lines }).then(
        () => true,
        () => false,
      );
    });
    assert.equal(outcomes.filter(Boolean).length, 60);
  });
});
