/** Shoppers who buy one basket after the other, until they are told to stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.ts';
import { createShopper, type Purchase, Refused } from './shopper.ts';

export type Buying = {
  /** All that have a cart; those without an order yet are under way, or were refused. */
  purchases: Purchase[];
  refusals: Refused[];
  stop(): Promise<void>;
};

/** `atOnce` shoppers, each with a basket of one or two goods; every other one has a code. */
export function keepBuying(shop: Shop, { atOnce = 6, pauseMs = 0 } = {}): Buying {
  const { stage } = shop.installation;
  const { random } = stage;
  const shopper = createShopper(shop);
  const purchases: Purchase[] = [];
  const refusals: Refused[] = [];
  let isOver = false;
  const buy = async () => {
    const lines = shop.skus
      .filter(() => random.next() < 0.5)
      .map((sku) => ({ sku, quantity: random.between(1, 3) }));
    if (lines.length === 0) lines.push({ sku: random.oneOf(shop.skus), quantity: 1 });
    const code = random.oneOf([undefined, undefined, shop.codes.limited, shop.codes.unlimited]);
    const of = await shopper.fill({ lines, ...(code !== undefined && { code }) });
    purchases.push(of);
    await shopper.checkOut(of);
    await shopper.complete(of);
  };
  const lane = async () => {
    while (!isOver) {
      await buy().catch((error) => {
        if (!(error instanceof Refused)) throw error;
        refusals.push(error);
      });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: atOnce }, lane));
  const stop = async () => {
    isOver = true;
    await done;
  };
  stage.cleanUp(stop);
  return { purchases, refusals, stop };
}
