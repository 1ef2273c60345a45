/**
 * `npm run bench -- checkout [requests]`: carts and checkouts over HTTP, beside orders through the API in the same run.
 * `npm run bench -- checkout idle 300000 5000000`: their background work.
 */
import { median, verdict } from '../report.ts';
import { runBackground } from './background.ts';
import { openRivals } from './rivals.ts';
import { type CheckoutStage, openStage, type Rate } from './stage.ts';

const ROUNDS = 3;
const CONNECTIONS = 64;
const RIVAL_SECONDS = 3;
const THREE = ['SKU-1', 'SKU-2', 'SKU-3'];

export async function run(args: string[]): Promise<void> {
  if (args[0] === 'idle') return runBackground(args.slice(1).map(Number));
  const count = Number(args[0] ?? 1000);
  const stage = await openStage();
  const rivals = openRivals(stage);
  const limits = { hold: [] as number[], line: [] as number[] };
  const rates: Record<'orders' | 'starts' | 'lines' | 'completions' | 'hot' | 'first', Rate[]> = {
    ...{ orders: [], starts: [], lines: [], completions: [], hot: [], first: [] },
  };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = {
      orders: await orders(stage, count),
      starts: await started(stage, count),
      lines: await added(stage, count),
      completions: await completed(stage, count, THREE, 34.87),
      hot: await completed(stage, count, ['HOT'], 14.89),
      first: await completed(stage, count, THREE, 34.87, true),
    };
    if (round === 0) continue;
    if (rivals !== null) {
      limits.hold.push(await rivals.hold(RIVAL_SECONDS));
      limits.line.push(await rivals.line(RIVAL_SECONDS));
    }
    for (const name of Object.keys(rates) as (keyof typeof rates)[]) rates[name].push(measured[name]);
  }
  const of = (all: Rate[]) => ({
    'per second': Math.round(median(all.map((each) => each.perSecond))),
    'p99 ms': median(all.map((each) => each.p99)).toFixed(1),
    failed: Math.max(...all.map((each) => each.failed)),
  });
  console.log(`\n${count} requests each, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`);
  console.table([
    { work: 'POST /v1/crm/orders, three lines', ...of(rates.orders) },
    { work: 'checkouts started, one hot SKU', ...of(rates.starts) },
    { work: 'lines added, each to its own cart', ...of(rates.lines) },
    { work: 'checkouts completed, three lines', ...of(rates.completions) },
    { work: 'checkouts completed, one hot SKU', ...of(rates.hot) },
    { work: 'checkouts completed, each by a new customer', ...of(rates.first) },
    ...(rivals === null
      ? []
      : [
          {
            work: 'pgbench, 32 clients: a unit of one hot SKU',
            'per second': Math.round(median(limits.hold)),
          },
          { work: 'pgbench, 32 clients: a line of a cart', 'per second': Math.round(median(limits.line)) },
        ]),
  ]);
  if (rivals === null) console.log('Left out: the comparison with pgbench, which is not installed.');
  const rate = (all: Rate[]) => median(all.map((each) => each.perSecond));
  verdict('completions ÷ orders', rate(rates.completions) / rate(rates.orders), 0.5);
  verdict('completions of one hot SKU ÷ orders', rate(rates.hot) / rate(rates.orders), 0.4);
  if (rivals !== null) {
    verdict('starts on one hot SKU ÷ pgbench', rate(rates.starts) / median(limits.hold), 4);
    verdict('lines added ÷ pgbench', rate(rates.lines) / median(limits.line), 1.2);
  }
  verdict('p99 of an added line, ms', median(rates.lines.map((each) => each.p99)), 40, true);
  verdict('p99 of a start on one hot SKU, ms', median(rates.starts.map((each) => each.p99)), 100, true);
  await stage.close();
}

const orders = ({ measure, key, customerId }: CheckoutStage, count: number) =>
  measure(
    Array.from({ length: count }, () => ({
      ...{ method: 'POST', path: '/v1/crm/orders', token: key },
      body: {
        ...{ customerId, currency: 'EUR', channel: 'storefront', shippingTotal: 4.9 },
        items: THREE.map((sku) => ({ sku, name: sku, unitPrice: 9.99 })),
      },
    })),
    CONNECTIONS,
  );

async function started({ measure, newCarts }: CheckoutStage, count: number): Promise<Rate> {
  const tokens = await newCarts(count, ['HOT']);
  const path = '/v1/storefront/checkouts';
  return measure(
    tokens.map((token) => ({ method: 'POST', path, token })),
    CONNECTIONS,
  );
}

async function added({ measure, newCarts }: CheckoutStage, count: number): Promise<Rate> {
  const tokens = await newCarts(count, ['SKU-1']);
  const [path, body] = ['/v1/storefront/carts/current/lines', { lines: [{ sku: 'SKU-2' }] }];
  return measure(
    tokens.map((token) => ({ method: 'POST', path, token, body })),
    CONNECTIONS,
  );
}

async function completed(
  { measure, readyCarts }: CheckoutStage,
  count: number,
  skus: string[],
  expectedTotal: number,
  areNew = false,
): Promise<Rate> {
  const tokens = await readyCarts(count, skus, areNew);
  const path = '/v1/storefront/checkouts/current/complete';
  return measure(
    tokens.map((token) => ({ method: 'POST', path, token, body: { expectedTotal } })),
    CONNECTIONS,
  );
}
