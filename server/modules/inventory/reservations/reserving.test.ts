import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { stock as functions } from '../module.ts';
import { openStock, type Stock } from '../testing/stock.ts';
import { sweep } from './releasing.ts';
import { createReserving } from './reserving.ts';

const test = await useApp();
const reserveTogether = createReserving(test.db, test.now);
const stock = await openStock(test);
const { stocked, figures, count, location } = stock;

type Lines = Record<string, number>;
/** The order of the granted basket, or the details of the refusal. */
async function take(lines: Lines, minutes: number | null = 15, of: Stock = stock, orderId = newId()) {
  const expiresAt = minutes === null ? null : new Date(test.now().getTime() + minutes * 60_000);
  const basket = {
    ...{ tenantId: of.tenant.id, orderId, expiresAt },
    lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity })),
  };
  return reserveTogether(basket).then(
    () => orderId,
    (error: AppError) => {
      if (error.code !== 'out_of_stock') throw error;
      return error.details as { sku: string; wanted: number; available: number }[];
    },
  );
}
const inTenant = <T>(work: Parameters<typeof test.db.inTenant<T>>[1]) =>
  test.db.inTenant(stock.tenant.id, work);
const isGranted = (outcome: unknown) => typeof outcome === 'string';

describe('a basket', () => {
  it('is reserved whole or not at all, and its refusal names every SKU that lacks units', async () => {
    const [a, b, c] = [await stocked(5), await stocked(1), await stocked(0)];
    assert.ok(isGranted(await take({ [a]: 2, [b]: 1 })));
    assert.deepEqual(await take({ [a]: 1, [b]: 1, [c]: 3 }), [
      { sku: b, wanted: 1, available: 0 },
      { sku: c, wanted: 3, available: 0 },
    ]);
    assert.deepEqual(await figures(a), [5, 2, 0]);
  });

  it('of SKUs that nobody keeps stock of is granted and reserves nothing', async () => {
    const sku = await stocked(1, { tracked: false });
    const orderId = await take({ [sku]: 5, 'NO-ITEM': 5 });
    assert.ok(isGranted(orderId));
    assert.deepEqual(await stock.reservations(`orderId=${orderId}`), []);
  });

  it('may go into backorder as far as the item allows, and without end where it has no limit', async () => {
    const [some, all] = [await stocked(2, { backorderLimit: 3 }), await stocked(0, { backorderLimit: null })];
    assert.ok(isGranted(await take({ [some]: 5 })));
    assert.deepEqual(await take({ [some]: 1 }), [{ sku: some, wanted: 1, available: 0 }]);
    assert.ok(isGranted(await take({ [all]: 1_000 })));
    assert.deepEqual(await figures(all), [0, 1_000, 0]);
  });

  it('that is sent again reserves nothing twice', async () => {
    const sku = await stocked(5);
    const orderId = newId();
    assert.equal(await take({ [sku]: 3 }, 15, stock, orderId), orderId);
    assert.equal(await take({ [sku]: 3 }, 15, stock, orderId), orderId);
    assert.deepEqual(await figures(sku), [5, 3, 0]);
  });

  it('of a SKU in several lines counts them together', async () => {
    const sku = await stocked(5);
    const basket = { tenantId: stock.tenant.id, orderId: newId(), expiresAt: null };
    const lines = [2, 4].map((quantity) => ({ sku, quantity }));
    await assert.rejects(reserveTogether({ ...basket, lines }), { code: 'out_of_stock' });
    assert.deepEqual(await figures(sku), [5, 0, 0]);
  });
});

describe('several locations', () => {
  it('serve a line whole from the first that has all of it, else in parts', async () => {
    const second = await stock.newLocation(1);
    const sku = await stocked(3);
    await stock.adjust([{ sku, locationId: second, change: 5 }]);
    const placesOf = async (orderId: unknown) =>
      (await stock.reservations(`orderId=${orderId}`))
        .map(({ locationId, quantity }: { locationId: string; quantity: number }) => [locationId, quantity])
        .sort();
    assert.deepEqual(await placesOf(await take({ [sku]: 4 })), [[second, 4]]);
    const parts = await take({ [sku]: 4 });
    assert.deepEqual(
      await placesOf(parts),
      [
        [location, 3],
        [second, 1],
      ].sort(),
    );
    assert.deepEqual(await take({ [sku]: 1 }), [{ sku, wanted: 1, available: 0 }]);
  });

  it('share one backorder limit', async () => {
    const second = await stock.newLocation(2);
    const sku = await stocked(1, { backorderLimit: 2 });
    await stock.adjust([{ sku, locationId: second, change: 1 }]);
    assert.ok(isGranted(await take({ [sku]: 4 })));
    assert.deepEqual(await take({ [sku]: 1 }), [{ sku, wanted: 1, available: 0 }]);
    assert.deepEqual(await figures(sku), [2, 4, 0]);
  });
});

describe('a hold', () => {
  it('that is confirmed outlives its expiry; one that expired is released by the sweep', async () => {
    const sku = await stocked(10);
    const [kept, lost] = [await take({ [sku]: 2 }, 1), await take({ [sku]: 3 }, 1)];
    const confirmed = await inTenant((tx) => functions.confirm(tx, kept as string));
    assert.deepEqual(confirmed, new Map([[sku, 2]]));
    const [held] = await stock.reservations(`orderId=${lost}`);
    assert.deepEqual([held.holder, typeof held.expiresAt], ['checkout', 'string']);
    test.advance(61_000);
    const freed = await inTenant((tx) => sweep(tx, test.now()));
    assert.deepEqual(
      freed.map(({ units }) => units),
      [3n],
    );
    assert.deepEqual(await figures(sku), [10, 2, 0]);
    assert.deepEqual(
      (await stock.reservations(`sku=${sku}`)).map(
        ({ orderId, holder }: { orderId: string; holder: string }) => [orderId, holder],
      ),
      [[kept, 'order']],
    );
  });

  it('that expired and is not swept yet does not keep the next customer from buying', async () => {
    const sku = await stocked(1);
    assert.ok(isGranted(await take({ [sku]: 1 }, 1)));
    assert.ok(!isGranted(await take({ [sku]: 1 }, 1)));
    test.advance(61_000);
    assert.ok(isGranted(await take({ [sku]: 1 }, 1)));
    assert.deepEqual(await figures(sku), [1, 1, 0]);
  });

  it('is released by its order, once', async () => {
    const sku = await stocked(4);
    const orderId = (await take({ [sku]: 4 })) as string;
    for (let n = 0; n < 2; n++) await inTenant((tx) => functions.release(tx, test.now(), orderId));
    assert.deepEqual(await figures(sku), [4, 0, 0]);
  });

  it('is swept by a worker in the background, which measures how late it was', async (t) => {
    const sku = await stocked(3);
    await take({ [sku]: 3 }, 1);
    test.advance(3 * 3_600_000);
    const work = test.startWork();
    t.after(() => work.stop());
    await eventually('it is swept', async () => (await figures(sku))[1] === 0);
    let told = '';
    await eventually('it is counted', async () => {
      told = await test.kernel.metrics.registry.metrics();
      return /colonnade_inventory_orphans_total [1-9]/.test(told);
    });
    assert.match(told, /colonnade_inventory_sweep_lateness_seconds_count [1-9]/);
  });
});

describe('a count', () => {
  it('below what is reserved makes the difference short; releasing and arriving units lower it first', async () => {
    const sku = await stocked(5);
    const [first, second] = [await take({ [sku]: 3 }, null), await take({ [sku]: 2 }, null)];
    await count(sku, 3);
    assert.deepEqual(await figures(sku), [3, 5, 2]);
    const { body } = await stock.ask('GET', '/items?state=short', 200);
    assert.ok(body.data.some((item: { sku: string }) => item.sku === sku));
    await stock.adjust([{ sku, locationId: location, change: 1 }]);
    assert.deepEqual(await figures(sku), [4, 5, 1]);
    await inTenant((tx) => functions.release(tx, test.now(), second as string));
    assert.deepEqual(await figures(sku), [4, 3, 0]);
    assert.ok(isGranted(first));
  });
});

describe('shipping and restocking', () => {
  const by = { type: 'system', id: null, name: 'test' } as const;

  it('happen once, however often they are asked for', async () => {
    const sku = await stocked(10);
    const orderId = (await take({ [sku]: 6 }, null)) as string;
    const shipped = (units: number, version: number) =>
      inTenant((tx) =>
        functions.ship(tx, test.now(), by, { orderId, version, fulfilled: new Map([[sku, units]]) }),
      );
    await shipped(2, 2);
    await shipped(2, 2);
    assert.deepEqual(await figures(sku), [8, 4, 0]);
    await shipped(6, 3);
    assert.deepEqual(await figures(sku), [4, 0, 0]);
    const returned = { returnId: newId(), lines: [1, 2].map((line) => ({ line, sku, quantity: line })) };
    for (let n = 0; n < 2; n++) await inTenant((tx) => functions.restock(tx, test.now(), by, returned));
    assert.deepEqual(await figures(sku), [7, 0, 0]);
    assert.deepEqual(
      (await stock.movements(`orderId=${orderId}`)).map(
        ({ kind, change }: { kind: string; change: number }) => [kind, change],
      ),
      [
        ['shipped', -4],
        ['shipped', -2],
      ],
    );
  });
});

describe('baskets at once', () => {
  it('of several tenants and SKUs get exactly what is there', async () => {
    const other = await openStock(test);
    const [mine, theirs, second] = [await stocked(40), await other.stocked(30), await stocked(500)];
    const outcomes = await Promise.all([
      ...Array.from({ length: 100 }, (_, n) =>
        take(n % 2 === 0 ? { [mine]: 1 } : { [mine]: 1, [second]: 2 }),
      ),
      ...Array.from({ length: 100 }, () => take({ [theirs]: 1 }, 15, other)),
    ]);
    assert.equal(outcomes.slice(0, 100).filter(isGranted).length, 40);
    assert.equal(outcomes.slice(100).filter(isGranted).length, 30);
    assert.deepEqual(await figures(mine), [40, 40, 0]);
    assert.deepEqual(await other.figures(theirs), [30, 30, 0]);
  });

  it('a basket that fails only because of a refused one before it is granted', async () => {
    const [rare, common] = [await stocked(0), await stocked(5)];
    const outcomes = await Promise.all([
      take({ [rare]: 1, [common]: 5 }),
      take({ [rare]: 1, [common]: 5 }),
      take({ [common]: 5 }),
    ]);
    assert.deepEqual(outcomes.map(isGranted), [false, false, true]);
  });

  it('while another transaction has the level wait for it', async () => {
    const sku = await stocked(2);
    let freed = () => {};
    const held = inTenant(async (tx) => {
      await tx.query(
        `select from stock_levels l join inventory_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
         where l.tenant_id = current_tenant() and i.sku = $1 for update of l`,
        [sku],
      );
      await new Promise<void>((resolve) => {
        freed = resolve;
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const taken = take({ [sku]: 2 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    freed();
    await held;
    assert.ok(isGranted(await taken));
  });
});
