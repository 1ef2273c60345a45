/** `npm run bench -- fresh [seconds]`: alternates the same work on a database that was never analysed and on one that was. */

import { addEvents, addTenants, seconds as secondsSince, startReceiver, until } from '../deliveries/stage.ts';
import { httpRequest, load } from '../load.ts';
import { type OrderStage, openStage, orderBody } from '../orders/stage.ts';
import { median, verdict } from '../report.ts';

const ROUNDS = 3;
const BULKS = 6;
const ORDERS_IN_BULK = 1_000;
const EVENTS = 5_000;
const STATES = ['never analysed', 'analysed'] as const;

type Work = (stage: OrderStage, seconds: number) => Promise<number>;
/** Each function returns its rate per second. */
const WORKS: Record<string, Work> = { 'single orders': singles, 'orders in bulk': bulks, lists, deliveries };

export async function run(args: string[]): Promise<void> {
  const seconds = Number(args[0] ?? 4);
  const rates: Record<string, Record<string, number[]>> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const state of STATES) {
      const stage = await openStage();
      await stage.owner.query('alter system set autovacuum = off');
      await stage.owner.query('select pg_reload_conf()');
      // Both databases are equally old and differ only in their statistics: each had the same work before.
      if (state === 'analysed') {
        for (const work of Object.values(WORKS)) await work(stage, seconds);
        await stage.owner.query('analyze');
      }
      for (const [name, work] of Object.entries(WORKS)) {
        rates[name] ??= {};
        rates[name][state] = [...(rates[name][state] ?? []), await work(stage, seconds)];
      }
      await stage.close();
    }
  }
  console.log(`\nOne tenant, autovacuum off, per second, median of ${ROUNDS} rounds`);
  console.table(
    Object.entries(rates).map(([work, each]) => ({
      work,
      ...Object.fromEntries(STATES.map((state) => [state, Math.round(median(each[state]!))])),
    })),
  );
  for (const [name, each] of Object.entries(rates)) {
    verdict(
      `${name}: never analysed ÷ analysed`,
      median(each['never analysed']!) / median(each.analysed!),
      0.8,
    );
  }
}

async function singles(stage: OrderStage, seconds: number): Promise<number> {
  const requests = [httpRequest('POST', '/v1/crm/orders', stage.keys[0]!, orderBody(1))];
  return (await load({ port: stage.port, connections: 64, seconds, requests })).perSecond;
}

async function bulks(stage: OrderStage): Promise<number> {
  const body = JSON.stringify({ orders: Array.from({ length: ORDERS_IN_BULK }, () => orderBody(1)) });
  const headers = { authorization: `Bearer ${stage.keys[0]}`, 'content-type': 'application/json' };
  const begun = performance.now();
  for (let n = 0; n < BULKS; n++) {
    const answer = await stage.app.inject({ method: 'POST', url: '/v1/crm/orders/bulk', headers, body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
  return (BULKS * ORDERS_IN_BULK) / secondsSince(begun);
}

async function lists(stage: OrderStage, seconds: number): Promise<number> {
  const queries = [
    'status=placed',
    'customerId=00000000-0000-7000-8000-000000000001',
    'sort=orderNumber',
    'orderNumber=1500',
  ];
  const requests = queries.map((query) =>
    httpRequest('GET', `/v1/crm/orders?limit=25&${query}`, stage.keys[0]!),
  );
  return (await load({ port: stage.port, connections: 16, seconds, requests })).perSecond;
}

/** Measures from the events to the last recorded outcome. */
async function deliveries(stage: OrderStage): Promise<number> {
  await stage.owner.query('truncate event_queue');
  const receiver = await startReceiver();
  const tenants = await addTenants(stage.kernel, 10, () => receiver.url);
  const work = stage.startWork();
  const begun = performance.now();
  await addEvents(stage.kernel, tenants, EVENTS / tenants.length);
  const isDone = async () => {
    const { rows } = await stage.owner.query(
      'select (select count(*) from event_queue) + (select count(*) from webhook_queue) as open',
    );
    return Number(rows[0].open) === 0;
  };
  await until(isDone, 120);
  const rate = EVENTS / secondsSince(begun);
  await work.stop();
  receiver.stop();
  return rate;
}
