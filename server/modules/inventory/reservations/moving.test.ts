import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { stock as functions } from '../module.ts';
import { openStock } from '../testing/stock.ts';
import { createReserving } from './reserving.ts';

const test = await useApp();
const stock = await openStock(test);
const { stocked, location, ask, figures, tenant } = stock;
const other = await stock.newLocation(1);
const reserve = createReserving(test.db, test.now);

async function ordered(sku: string, quantity: number): Promise<string> {
  const orderId = newId();
  await reserve({ tenantId: tenant.id, orderId, expiresAt: null, lines: [{ sku, quantity }] });
  return orderId;
}
const move = (orderId: string, sku: string, status: number, from = location, to = other) =>
  ask('POST', `/reservations/${orderId}/move`, status, { sku, from, to });

describe('a reservation', () => {
  it('moves to another location with all units that are not shipped', async () => {
    const sku = await stocked(5);
    await stock.adjust([{ sku, locationId: other, change: 4 }]);
    const orderId = await ordered(sku, 4);
    const shipment = { orderId, version: 2, fulfilled: new Map([[sku, 1]]) };
    const by = { type: 'system', id: null, name: 'test' } as const;
    await test.db.inTenant(tenant.id, (tx) => functions.ship(tx, test.now(), by, shipment));
    const { data } = (await move(orderId, sku, 200)).body;
    assert.deepEqual(
      data.map(({ locationId, quantity, shipped }: Record<string, unknown>) => [
        locationId,
        quantity,
        shipped,
      ]),
      [
        [other, 3, 0],
        [location, 1, 1],
      ].sort((a, b) => (a[0]! < b[0]! ? 1 : -1)),
    );
    assert.deepEqual(await figures(sku), [8, 3, 0]);
    await move(orderId, sku, 404);
    await move(orderId, sku, 200, other, location);
    await test.db.inTenant(tenant.id, (tx) => functions.release(tx, test.now(), orderId));
    assert.deepEqual(await figures(sku), [8, 0, 0]);
  });

  it('stays where it is if the other location has too few units, or is none', async () => {
    const sku = await stocked(5);
    await stock.adjust([{ sku, locationId: other, change: 1 }]);
    const orderId = await ordered(sku, 2);
    const { error } = (await move(orderId, sku, 409)).body;
    assert.deepEqual([error.code, error.details], ['out_of_stock', [{ sku, wanted: 2, available: 1 }]]);
    await move(orderId, sku, 422, location, location);
    await move(orderId, sku, 422, location, crypto.randomUUID());
    await move(newId(), sku, 404);
    await move(orderId, 'NO-SUCH', 404);
    assert.deepEqual(await figures(sku), [6, 2, 0]);
  });

  it('of another tenant is not found', async () => {
    const sku = await stocked(5);
    const orderId = await ordered(sku, 2);
    const stranger = await openStock(test);
    const to = await stranger.newLocation(1);
    await stranger.ask('POST', '/items', 201, { sku });
    const body = { sku, from: location, to };
    await stranger.ask('POST', `/reservations/${orderId}/move`, 404, body);
    assert.deepEqual(await figures(sku), [5, 2, 0]);
  });

  it('is moved once by two requests at once, and not past what another basket took', async () => {
    const sku = await stocked(5);
    await stock.adjust([{ sku, locationId: other, change: 2 }]);
    const [first, second] = [await ordered(sku, 2), await ordered(sku, 2)];
    const answers = await Promise.all(
      [first, second].map((orderId) =>
        test.call('POST', `/v1/inventory/reservations/${orderId}/move`, {
          token: tenant.key,
          body: { sku, from: location, to: other },
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(await figures(sku), [7, 4, 0]);
  });
});
