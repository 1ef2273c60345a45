/** A process that floods a shop: `node faults/flooder.ts '<JSON>'`. Runs until its standard input ends, then prints what it was answered. */
import { call } from './client.ts';

export type Flooding = {
  url: string;
  key: string;
  sku: string;
  shippingOptionId: string;
  connections: number;
  /** How far each shopper goes. */
  to: 'cart' | 'start' | 'order';
};

const { url, key, sku, shippingOptionId, connections, to }: Flooding = JSON.parse(process.argv[2]!);
const told: Record<string, number> = {};
let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();

async function ask(method: string, path: string, token: string, body?: object) {
  const answer = await call(method, `${url}/v1/storefront${path}`, { token, body });
  told[answer.status] = (told[answer.status] ?? 0) + 1;
  return answer.status < 300 ? answer.body?.data : undefined;
}

async function shop(): Promise<void> {
  const cart = await ask('POST', '/carts', key, { lines: [{ sku }], currency: 'EUR' });
  if (cart === undefined || to === 'cart') return;
  const started = await ask('POST', '/checkouts', cart.token);
  if (started === undefined || to === 'start') return;
  const ready = await ask('PATCH', '/checkouts/current', cart.token, {
    contact: { email: 'flood@shop.example' },
    shippingAddress: { name: 'Ada', line1: '1 Agora', city: 'Berlin', country: 'DE' },
    shippingOptionId,
  });
  if (ready === undefined) return;
  const order = await ask('POST', '/checkouts/current/complete', cart.token, {
    expectedTotal: ready.totals.total,
  });
  if (order !== undefined) told.orders = (told.orders ?? 0) + 1;
}

const visit = async () => {
  while (!isOver) await shop();
};
await Promise.all(Array.from({ length: connections }, visit));
console.log(JSON.stringify(told));
process.exit(0);
