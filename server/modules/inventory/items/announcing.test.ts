import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { createReserving } from '../reservations/reserving.ts';
import { openStock } from '../testing/stock.ts';
import { deleteJudged, findFigures, holdChanged } from './announcing.sql.ts';
import { judgeSome } from './announcing.ts';

const test = await useApp();
const stock = await openStock(test);
const { tenant, stocked, count } = stock;
const reserve = createReserving(test.db, test.now);
const judge = () => test.db.inTenant(tenant.id, (tx) => judgeSome(tx, test.now(), 100));

async function told(sku: string): Promise<[string, Record<string, unknown>][]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ type: string; data: string }>(
      `select type, data from events where tenant_id = current_tenant() and type in ('inventory.low', 'inventory.depleted')
         and data ->> 'sku' = $1 order by created_at, id`,
      [sku],
    ),
  );
  return rows.map(({ type, data }) => [type.slice('inventory.'.length), JSON.parse(data)]);
}
const types = async (sku: string) => (await told(sku)).map(([type]) => type);
const listed = async (state: string) =>
  (await stock.ask('GET', `/items?state=${state}&limit=100`, 200)).body.data.map(
    ({ sku }: { sku: string }) => sku,
  );

describe('low stock', () => {
  it('is announced once per crossing, downwards only', async () => {
    const sku = await stocked(10, { lowAt: 4 });
    const steps: [number, string[]][] = [
      [5, []],
      [4, ['low']],
      [3, ['low']],
      [0, ['low', 'depleted']],
      [2, ['low', 'depleted']],
      [9, ['low', 'depleted']],
      [0, ['low', 'depleted', 'low', 'depleted']],
    ];
    for (const [units, events] of steps) {
      await count(sku, units);
      await judge();
      await judge();
      assert.deepEqual(await types(sku), events, `after ${units}`);
    }
    const { at, ...first } = (await told(sku))[0]![1];
    assert.deepEqual(first, { sku, onHand: 4, available: 4, lowAt: 4 });
    assert.ok((await listed('depleted')).includes(sku));
    assert.ok(!(await listed('low')).includes(sku));
    assert.ok(at);
  });

  it('is not made by holds, which may expire', async () => {
    const sku = await stocked(3, { lowAt: 1 });
    const later = new Date(test.now().getTime() + 60_000);
    const lines = [{ sku, quantity: 3 }];
    await reserve({ tenantId: tenant.id, orderId: newId(), lines, expiresAt: later });
    await stock.ask('PATCH', `/items/${sku}`, 200, { lowAt: 2 });
    await judge();
    assert.deepEqual(await types(sku), []);
  });

  it('is announced when the threshold rises to the stock', async () => {
    const sku = await stocked(3);
    await judge();
    await stock.ask('PATCH', `/items/${sku}`, 200, { lowAt: 3 });
    await judge();
    assert.deepEqual(await types(sku), ['low']);
    assert.ok((await listed('low')).includes(sku));
  });

  it('is judged again if the stock changes after its figures were read', async () => {
    const sku = await stocked(10, { lowAt: 4 });
    await test.db.inTenant(tenant.id, async (tx) => {
      const changed = await holdChanged(tx, 100);
      await findFigures(
        tx,
        changed.map(({ item_id }) => item_id),
      );
      await count(sku, 3);
      await deleteJudged(tx, changed);
    });
    await judge();
    assert.deepEqual(await types(sku), ['low']);
  });

  it('is judged again if the stock changes during a judgement, and once by two workers', async () => {
    const sku = await stocked(10, { lowAt: 4 });
    await judge();
    await count(sku, 3);
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = test.db.inTenant(tenant.id, async (tx) => {
      await judgeSome(tx, test.now(), 100);
      await paused;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await judge(), 0, 'the item is locked by the first worker');
    const counting = count(sku, 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    goOn();
    await Promise.all([slow, counting]);
    await judge();
    assert.deepEqual(await types(sku), ['low', 'depleted']);
  });
});
