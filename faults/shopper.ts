/** Shoppers who buy: each call is repeated until it is answered, as a page that reloads does. Every answer is recorded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from './client.ts';
import type { Shop } from './shop.ts';

const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 90_000;
const ADDRESS = { name: 'Ada Lovelace', line1: '1 Agora', city: 'Berlin', country: 'DE' };

/** One attempt to buy, with its cart, if there is one, and the order that was acknowledged. */
export type Purchase = {
  token: string | null;
  /** The basket, by SKU. */
  lines: { sku: string; quantity: number }[];
  code: string | null;
  total: number | null;
  orderIds: string[];
  answers: Answer[];
};

export type Wanted = Pick<Purchase, 'lines'> & { code?: string };

/** `url` chooses the process of each call. */
export function createShopper(shop: Shop, url: () => string = () => shop.installation.url) {
  const send = async (of: Purchase, method: string, path: string, body?: unknown, token = of.token!) => {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(ASK_AGAIN_MS)) {
      const answer = await call(method, `${url()}/v1/storefront${path}`, { token, body });
      of.answers.push(answer);
      if (!mayPass(answer) || Date.now() > end) return answer;
    }
  };
  const must = async (...args: Parameters<typeof send>) => {
    const answer = await send(...args);
    if (answer.status >= 300 || answer.status === 0) throw new Refused(args[1], args[2], answer);
    return answer.body.data;
  };
  const shopper = {
    send,
    /** A cart without a checkout. */
    async fill({ lines, code }: Wanted): Promise<Purchase> {
      const of: Purchase = { token: null, lines, code: code ?? null, total: null, orderIds: [], answers: [] };
      const cart = await must(of, 'POST', '/carts', { lines, currency: 'EUR' }, shop.tenant.key);
      of.token = cart.token;
      if (code !== undefined) await must(of, 'POST', '/carts/current/codes', { code });
      return of;
    },
    /** Starts the checkout, and gives it all that it needs. */
    async checkOut(of: Purchase): Promise<void> {
      await must(of, 'POST', '/checkouts');
      const { totals } = await must(of, 'PATCH', '/checkouts/current', {
        contact: { email: `ada-${crypto.randomUUID().slice(0, 8)}@shop.example` },
        ...{ shippingAddress: ADDRESS, shippingOptionId: shop.shippingOptionId },
      });
      of.total = totals.total;
    },
    /** Returns the id of the order. */
    async complete(of: Purchase): Promise<string> {
      const body = { expectedTotal: of.total };
      const { order } = await must(of, 'POST', '/checkouts/current/complete', body);
      of.orderIds.push(order.id);
      return order.id;
    },
    async buy(wanted: Wanted): Promise<Purchase> {
      const of = await shopper.fill(wanted);
      await shopper.checkOut(of);
      await shopper.complete(of);
      return of;
    },
  };
  return shopper;
}

export type Shopper = ReturnType<typeof createShopper>;

/** The call was answered, and refused. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(method: string, path: string, answer: Answer) {
    super(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}

/** No answer, or one that asks to come again. */
const mayPass = ({ status }: Answer) => status === 0 || status === 503 || status === 429;
