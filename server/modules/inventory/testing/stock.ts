/** A tenant with a location and stock, through the API. */
import assert from 'node:assert/strict';
import { type Answer, newTenant, type TestApp, type TestTenant } from '../../../testing.ts';
import { insertItems } from '../items/items.sql.ts';
import { newItem } from '../items/items.ts';

export type Stock = Awaited<ReturnType<typeof openStock>>;

let made = 0;

export async function openStock(test: TestApp, tenant?: TestTenant) {
  const of = tenant ?? (await newTenant(test));
  const admin = await of.staff('admin');
  const ask = async (method: string, path: string, status: number, body?: object): Promise<Answer> => {
    const token = path.startsWith('/locations') || path.startsWith('/settings') ? admin : of.key;
    const answer = await test.call(method, `/v1/inventory${path}`, { token, body });
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const newLocation = async (priority = 0): Promise<string> => {
    const body = { name: 'Warehouse', code: `W-${++made}`, priority };
    return (await ask('POST', '/locations', 201, body)).body.data.id;
  };
  const location = await newLocation();
  const adjust = (lines: object[], status = 201, reason = 'Test') =>
    ask('POST', '/adjustments', status, { reason, lines });
  const item = async (sku: string) => (await ask('GET', `/items/${encodeURIComponent(sku)}`, 200)).body.data;
  return {
    tenant: of,
    location,
    ask,
    adjust,
    newLocation,
    /** Creates an item with this many units at the first location. */
    async stocked(units: number, rules: object = {}, at = location): Promise<string> {
      const sku = `SKU-${++made}`;
      await ask('POST', '/items', 201, { sku, ...rules });
      if (units !== 0) await adjust([{ sku, locationId: at, change: units }]);
      return sku;
    },
    count: (sku: string, count: number, more: object = {}, status = 201) =>
      adjust([{ sku, locationId: location, count, ...more }], status),
    item,
    /** Many items without stock, at once. */
    async manyItems(number: number): Promise<string[]> {
      const skus = Array.from({ length: number }, () => `SKU-${++made}`);
      const rows = skus.map((sku) => newItem(test.now(), { sku }));
      await test.db.inTenant(of.id, (tx) => insertItems(tx, rows));
      return skus;
    },
    /** [onHand, reserved, short] */
    async figures(sku: string): Promise<[number, number, number]> {
      const { onHand, reserved, short } = await item(sku);
      return [onHand, reserved, short];
    },
    movements: async (query: string) => (await ask('GET', `/movements?${query}`, 200)).body.data,
    reservations: async (query: string) => (await ask('GET', `/reservations?${query}`, 200)).body.data,
  };
}
