import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { holdOrders } from '../modules/crm/orders/units.sql.ts';
import { openStock } from '../modules/inventory/testing/stock.ts';
import { dispatchAll, settleStock } from '../modules/inventory/testing/work.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const stock = await openStock(test);
const { tenant, stocked, figures, movements, reservations } = stock;
const customerId = await tenant.customer();
const deps = { modules: createModules(test.kernel).modules, holdOrders };
const settle = () => settleStock(test, tenant.id, deps);

async function call(method: string, path: string, status: number, body?: object) {
  const answer = await test.call(method, `/v1/crm/orders${path}`, { token: tenant.key, body });
  assert.equal(answer.status, status, answer.text);
  return answer.body.data;
}
const place = async (units: Record<string, number>, more: object = {}): Promise<string> => {
  const items = Object.entries(units).map(([sku, quantity]) => ({ sku, name: sku, quantity, unitPrice: 2 }));
  return (await call('POST', '', 201, { customerId, items, ...more })).id;
};
const step = (id: string, action: string, body?: object) => call('POST', `/${id}/${action}`, 200, body);
const changes = async (id: string) =>
  (await movements(`orderId=${id}`)).map(({ kind, change }: { kind: string; change: number }) => [
    kind,
    change,
  ]);

const turn = async (verb: string) =>
  test.call('POST', `/v1/modules/inventory/${verb}`, { token: await tenant.staff('owner') });

describe('a placed order', () => {
  it('reserves what is there, and the rest is short: it is never refused', async () => {
    const [plenty, few] = [await stocked(10), await stocked(2)];
    const id = await place({ [plenty]: 3, [few]: 5, 'NO-ITEM': 1 });
    await settle();
    assert.deepEqual(await figures(plenty), [10, 3, 0]);
    assert.deepEqual(await figures(few), [2, 5, 3]);
    const held = await reservations(`orderId=${id}`);
    assert.deepEqual(
      held.map(({ holder, quantity }: { holder: string; quantity: number }) => [holder, quantity]).sort(),
      [
        ['order', 3],
        ['order', 5],
      ],
    );
  });

  it('of an item that never had stock is short at the first location', async () => {
    const sku = await stocked(0);
    await place({ [sku]: 2 });
    await settle();
    assert.deepEqual(await figures(sku), [0, 2, 2]);
    await stock.count(sku, 5);
    assert.deepEqual(await figures(sku), [5, 2, 0]);
  });

  it('of the channel import takes no stock, unless the settings say so', async () => {
    const sku = await stocked(10);
    await place({ [sku]: 1 }, { channel: 'import' });
    await settle();
    assert.deepEqual(await figures(sku), [10, 0, 0]);
    await stock.ask('PATCH', '/settings', 200, { importsTakeStock: true });
    await place({ [sku]: 2 }, { channel: 'import' });
    await settle();
    await stock.ask('PATCH', '/settings', 200, { importsTakeStock: false });
    assert.deepEqual(await figures(sku), [10, 2, 0]);
  });

  it('takes no stock while the module is off', async () => {
    const sku = await stocked(10);
    await turn('deactivate');
    await place({ [sku]: 1 });
    test.advance(1_000);
    await turn('activate');
    await settle();
    assert.deepEqual(await figures(sku), [10, 0, 0]);
  });

  it('takes stock if the module was on when it was placed', async () => {
    const sku = await stocked(10);
    await place({ [sku]: 1 });
    test.advance(1_000);
    await turn('deactivate');
    await dispatchAll(test, deps);
    await turn('activate');
    await settle();
    assert.deepEqual(await figures(sku), [10, 1, 0]);
  });

  it('meets the stock by the background work within a moment', async (t) => {
    const sku = await stocked(10);
    const work = test.startWork();
    t.after(() => work.stop());
    await place({ [sku]: 4 });
    await eventually('the units are reserved', async () => (await figures(sku))[1] === 4);
  });
});

describe('a fulfilled order', () => {
  it('ships in parts, each part once, and nothing is left reserved', async () => {
    const sku = await stocked(10);
    const id = await place({ [sku]: 4 });
    await settle();
    await step(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] });
    assert.deepEqual(await figures(sku), [9, 3, 0]);
    await step(id, 'fulfill');
    assert.deepEqual(await figures(sku), [6, 0, 0]);
    assert.deepEqual(await changes(id), [
      ['shipped', -3],
      ['shipped', -1],
    ]);
  });

  it('ships when it meets the stock, if it was fulfilled before', async () => {
    const sku = await stocked(10);
    const id = await place({ [sku]: 4 });
    await step(id, 'fulfill', { items: [{ line: 1, quantity: 3 }] });
    await settle();
    assert.deepEqual(await figures(sku), [7, 1, 0]);
    await step(id, 'fulfill');
    assert.deepEqual(await figures(sku), [6, 0, 0]);
    assert.deepEqual(await changes(id), [
      ['shipped', -1],
      ['shipped', -3],
    ]);
  });

  it('ships all its units, also if it is fulfilled while it meets the stock', async () => {
    const sku = await stocked(100);
    for (let n = 0; n < 20; n++) {
      const id = await place({ [sku]: 1 });
      await dispatchAll(test, deps);
      await Promise.all([step(id, 'fulfill'), settle()]);
    }
    await settle();
    assert.deepEqual(await figures(sku), [80, 0, 0]);
  });

  it('that was short ships all the same, and the ledger shows that the count was wrong', async () => {
    const sku = await stocked(2);
    const id = await place({ [sku]: 5 });
    await settle();
    await step(id, 'fulfill');
    assert.deepEqual(await figures(sku), [-3, 0, 3]);
    await stock.count(sku, 1);
    assert.deepEqual(await figures(sku), [1, 0, 0]);
  });

  it('leaves the stock alone in a dry run', async () => {
    const sku = await stocked(5);
    const id = await place({ [sku]: 2 });
    await settle();
    await call('POST', `/${id}/fulfill?dryRun=true`, 200);
    assert.deepEqual(await figures(sku), [5, 2, 0]);
  });
});

describe('an order that is over', () => {
  it('releases its units when it is cancelled', async () => {
    const sku = await stocked(5);
    const id = await place({ [sku]: 2 });
    await settle();
    await step(id, 'cancel');
    assert.deepEqual(await figures(sku), [5, 0, 0]);
    assert.deepEqual(await reservations(`orderId=${id}`), []);
  });

  it('reserves nothing if it was cancelled before it met the stock', async () => {
    const sku = await stocked(5);
    await step(await place({ [sku]: 2 }), 'cancel');
    await settle();
    assert.deepEqual(await figures(sku), [5, 0, 0]);
  });

  it('releases what is not shipped when all of it is refunded', async () => {
    const sku = await stocked(5);
    const id = await place({ [sku]: 3 });
    await settle();
    await call('POST', `/${id}/payments`, 201, { amount: 6, outcome: 'succeeded' });
    await step(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] });
    await step(id, 'refund');
    assert.deepEqual(await figures(sku), [4, 0, 0]);
    assert.deepEqual(
      (await reservations(`orderId=${id}`)).map(
        ({ quantity, shipped }: { quantity: number; shipped: number }) => [quantity, shipped],
      ),
      [[1, 1]],
    );
  });

  it('cancelled and met at the same moment, in any order, holds nothing', async () => {
    const sku = await stocked(100);
    for (let n = 0; n < 5; n++) {
      const ids = [await place({ [sku]: 1 }), await place({ [sku]: 1 })];
      await Promise.all([settle(), ...ids.map((id) => step(id, 'cancel'))]);
    }
    await settle();
    assert.deepEqual(await figures(sku), [100, 0, 0]);
  });
});
