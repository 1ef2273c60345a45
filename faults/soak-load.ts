/** The mixed load of a shop: shoppers browse, add, check out, complete, cancel, or leave; staff import, restock and cancel orders. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from './client.ts';
import type { Shop } from './shop.ts';
import { createShopper, type Purchase, Refused } from './shopper.ts';

const SHOPPERS = 6;
/** The pause of a shopper between two visits: a bounded rate, about ten visits a second in all. */
const PAUSE_MS = [200, 800] as const;
const RESTOCK_MS = 2_000;
const IMPORT_MS = 20_000;
/** Purchases that are kept to be compared at the end; earlier ones are counted only. */
const KEPT = 2_000;

export type MixedLoad = {
  purchases: Purchase[];
  /** How often each end of a visit came. */
  visits: Record<string, number>;
  /** Answers that no shopper should get. */
  odd: string[];
  stop(): Promise<void>;
};

/** Answers that are right for a shop whose goods run out and whose codes are used up. */
const EXPECTED = ['out_of_stock', 'code_not_usable', 'checkout_changed', 'conflict', 'not_found'];

/** `chooseUrl` chooses the server of each call. */
export function startMixedLoad(shop: Shop, chooseUrl: () => string): MixedLoad {
  const { stage } = shop.installation;
  const { random } = stage;
  const { tenant, locationId, skus } = shop;
  const shopper = createShopper(shop, chooseUrl);
  const load: MixedLoad = { purchases: [], visits: {}, odd: [], stop: async () => {} };
  let isOver = false;
  const count = (what: string) => {
    load.visits[what] = (load.visits[what] ?? 0) + 1;
  };
  const url = (path: string) => chooseUrl() + path;
  const byStaff = async (method: string, path: string, body?: object, file?: string): Promise<Answer> => {
    const answer = await call(method, url(path), { token: tenant.key, ...(file ? { file } : { body }) });
    const isFine = answer.status < 300 || [409, 429, 503].includes(answer.status);
    if (!isFine) load.odd.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  async function visit(): Promise<string> {
    await call('GET', url('/v1/storefront/products?limit=24'), { token: tenant.key });
    const lines = [{ sku: random.oneOf(skus), quantity: random.between(1, 3) }];
    const code = random.oneOf([undefined, shop.codes.limited, shop.codes.unlimited]);
    const of = await shopper.fill({ lines, ...(code !== undefined && { code }) });
    load.purchases.push(of);
    if (load.purchases.length > KEPT) load.purchases.shift();
    const more = [{ sku: random.oneOf(skus), quantity: 1 }];
    await shopper.send(of, 'POST', '/carts/current/lines', { lines: more });
    const end = random.next();
    if (end < 0.1) return 'left the cart';
    await shopper.checkOut(of);
    if (end < 0.25) return 'left the checkout';
    if (end < 0.35) {
      await shopper.send(of, 'DELETE', '/checkouts/current');
      return 'cancelled the checkout';
    }
    const orderId = await shopper.complete(of);
    if (end < 0.45) await shopper.complete(of);
    if (end >= 0.9) {
      await byStaff('POST', `/v1/crm/orders/${orderId}/cancel`, {});
      return 'the order was cancelled';
    }
    return 'ordered';
  }

  const shopping = async () => {
    while (!isOver) {
      try {
        count(await visit());
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const code = error.answer.body?.error?.code ?? 'no answer';
        count(code);
        if (!EXPECTED.includes(code)) load.odd.push(error.message);
      }
      await sleep(random.between(...PAUSE_MS));
    }
  };
  /** Rests in steps, so that a stop is not delayed. */
  const every = async (ms: number, work: () => Promise<unknown>) => {
    for (let next = Date.now() + ms; !isOver; await sleep(200)) {
      if (Date.now() < next) continue;
      await work();
      next = Date.now() + ms;
    }
  };
  const restock = () =>
    byStaff('POST', '/v1/inventory/adjustments', {
      reason: 'Delivery',
      lines: [{ sku: random.oneOf(skus), locationId, change: random.between(1, 20) }],
    });
  let imports = 0;
  const importProducts = () => {
    const rows = Array.from(
      { length: 50 },
      (_, n) => `imported-${n},Imported tea ${imports},IMPORTED-${n},9.99`,
    );
    imports++;
    return byStaff('POST', '/v1/catalog/imports', undefined, `handle,title,sku,price\n${rows.join('\n')}\n`);
  };
  const done = Promise.all([
    ...Array.from({ length: SHOPPERS }, shopping),
    every(RESTOCK_MS, restock),
    every(IMPORT_MS, importProducts),
  ]);
  load.stop = async () => {
    isOver = true;
    await done;
  };
  stage.cleanUp(load.stop);
  return load;
}
