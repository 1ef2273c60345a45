/** One tenant's shop is flooded; orders, carts, checkouts and lists of another stay within the bound. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareTimes, type Timed } from '../bystander.ts';
import { call } from '../client.ts';
import type { Flooding } from '../flooder.ts';
import { openInstallation } from '../installation.ts';
import { ROOT } from '../program.ts';
import { MANY_SHOPPERS, openShop, type Shop } from '../shop.ts';
import { createShopper, type Purchase } from '../shopper.ts';
import type { Row } from '../stage.ts';

const CONNECTIONS = 200;
/** Longer than other rows measure: a purchase takes several requests. */
const MEASURED = { quietMs: 10_000, besideMs: 15_000 };

const flooded = (name: string, to: Flooding['to']): Row => ({
  name: `one tenant floods its shop: ${name}`,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api(MANY_SHOPPERS);
    await installation.worker();
    const [quiet, busy] = [
      await openShop(installation, { units: 100_000, uses: 100_000 }),
      await openShop(installation, { units: 10_000_000 }),
    ];
    const told = await compareTimes(
      stage,
      (ms) => measure(quiet, ms),
      (isOver) => flood(busy, to, isOver),
      MEASURED,
    );
    stage.note(told);
  },
});

async function flood(shop: Shop, to: Flooding['to'], isOver: () => boolean) {
  const { installation, tenant, skus, shippingOptionId } = shop;
  const flooding: Flooding = {
    ...{ url: installation.url, key: tenant.key, sku: skus[0]!, shippingOptionId },
    ...{ connections: CONNECTIONS, to },
  };
  const child = spawn(process.execPath, [join(ROOT, 'faults/flooder.ts'), JSON.stringify(flooding)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  installation.stage.cleanUp(() => child.kill('SIGKILL'));
  const output = Promise.all([text(child.stdout), once(child, 'close')]);
  while (!isOver()) await sleep(50);
  child.stdin.end();
  return JSON.parse((await output)[0]) as Record<string, number>;
}

/** One purchase after the other, with an order through the API and a list between them. */
async function measure(shop: Shop, ms: number): Promise<Timed> {
  const { installation, tenant, skus } = shop;
  const times: Timed['times'] = { order: [], line: [], completion: [], list: [] };
  const answers: Purchase['answers'] = [];
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(method, installation.url + path, { token: tenant.key, body });
    answers.push(answer);
    return answer.ms;
  };
  const shopper = createShopper(shop);
  for (const end = performance.now() + ms; performance.now() < end; await sleep(5)) {
    const of = await shopper.fill({ lines: [{ sku: skus[0]!, quantity: 1 }] });
    const lines = [{ sku: skus[1]!, quantity: 1 }];
    times.line!.push((await shopper.send(of, 'POST', '/carts/current/lines', { lines })).ms);
    await shopper.checkOut(of);
    await shopper.complete(of);
    times.completion!.push(of.answers.at(-1)!.ms);
    times.order!.push(await ask('POST', '/v1/crm/orders', { customerId: tenant.customerId, items }));
    times.list!.push(await ask('GET', '/v1/crm/orders?limit=20'));
    answers.push(...of.answers);
  }
  return { times, refused: answers.filter(({ status }) => status === 0 || status >= 300).length };
}

export const checkoutFloodRows: Row[] = [
  flooded('carts', 'cart'),
  flooded('carts and checkouts', 'start'),
  flooded('carts, checkouts and completions', 'order'),
];
