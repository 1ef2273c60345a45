/** Latency of deliveries, cost of a claim as the queue grows, and memory. */
import pg from 'pg';
import { newId } from '#kernel/id.ts';
import { buildApp } from '../../server/app.ts';
import { claimReady } from '../../server/modules/webhooks/delivery/claims.sql.ts';
import { findLanes, wakeDue } from '../../server/modules/webhooks/delivery/lanes.sql.ts';
import { percentile } from '../report.ts';
import type { Report } from './bench.ts';
import { ours } from './contenders.ts';
import { addEvents, addSteadily, addTenants, openStage, type Receiver, sleep, until } from './stage.ts';

/** Measures from the commit of an event to its receipt: alone, and at half of the machine's capacity. */
export async function latency(receiver: Receiver, count: number): Promise<Report> {
  const most = await ours(receiver, Math.min(count, 10_000));
  const stage = await openStage();
  const tenants = await addTenants(stage.kernel, 50, () => receiver.url);
  const { app, startWork } = await buildApp(stage.kernel);
  const work = startWork();
  await addEvents(stage.kernel, tenants, 2);
  await sleep(1_000);
  await receiver.latencies();
  for (let n = 0; n < 200; n++) {
    await addEvents(stage.kernel, [tenants[n % tenants.length]!], 1);
    await sleep(25);
  }
  await sleep(300);
  const idle = await receiver.latencies();
  await addSteadily(stage.kernel, tenants, most / 2, 8);
  await sleep(2_000);
  const busy = await receiver.latencies();
  await work.stop();
  await app.close();
  await stage.close();
  const row = (name: string, values: number[]) => ({
    load: name,
    deliveries: values.length,
    'p50 ms': percentile(values, 50),
    'p99 ms': percentile(values, 99),
  });
  return {
    title: 'From commit to receipt',
    rows: [row('idle', idle), row(`half the maximum (${Math.round(most / 2)}/s)`, busy)],
    verdicts: [
      { what: 'idle p50, ms', value: percentile(idle, 50), goal: 20, below: true },
      { what: 'idle p99, ms', value: percentile(idle, 99), goal: 60, below: true },
      { what: 'half load p99, ms', value: percentile(busy, 99), goal: 250, below: true },
    ],
  };
}

/** The queue grows; the cost of claiming a hundred deliveries must not. */
export async function claims(): Promise<Report> {
  const stage = await openStage();
  const { db } = stage.kernel;
  const tenants = await addTenants(stage.kernel, 100, () => 'http://127.0.0.1:9');
  await addEvents(stage.kernel, tenants, 1);
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  const lease = { holder: newId(), until: new Date(Date.now() + 3_600_000) };
  const rows: Report['rows'] = [];
  const costs: number[] = [];
  let pending = 0;
  for (const size of [10_000, 1_000_000, 5_000_000]) {
    await owner.query(
      `insert into webhook_queue
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
       select s.tenant_id, gen_random_uuid(), e.created_at, e.id, s.id, e.type, 'event',
         case when n % 2 = 0 then 'ready' else 'waiting' end, now() + case when n % 2 = 0 then '0' else '1 day' end::interval, now()
       from webhook_subscriptions s join events e on e.tenant_id = s.tenant_id and e.type = 'redirect.added',
         generate_series(1, $1) n`,
      [(size - pending) / 100],
    );
    pending = size;
    await owner.query('vacuum analyze webhook_queue');
    const across = { query: db.acrossTenantsQuery };
    const times: number[] = [];
    // At the smallest size, a lane has fifty ready deliveries.
    for (let n = 0; n < 40; n++) {
      const start = performance.now();
      await wakeDue(across, new Date(), 100);
      const lanes = await findLanes(across, null, 100);
      const quotas = lanes.map((lane) => ({ ...lane, isHeld: n > 0, size: 1, fresh: 1, retries: 1 }));
      const claimed = await claimReady(across, new Date(), lease, quotas, []);
      if (n >= 10) times.push(performance.now() - start);
      const taken = claimed.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
      if (taken.length !== 100) throw new Error(`${taken.length} instead of 100 were claimed`);
      await owner.query('delete from webhook_queue where id = any ($1) and tenant_id = any ($2)', [
        taken,
        tenants,
      ]);
    }
    costs.push(percentile(times, 50));
    rows.push({
      pending: size,
      'p50 ms per 100 claimed': percentile(times, 50).toFixed(1),
      'p99 ms': percentile(times, 99).toFixed(1),
    });
  }
  await owner.end();
  await stage.close();
  return {
    title: 'Cost of a claim (look, list 100 lanes, take 100) as the queue grows',
    rows,
    verdicts: [
      { what: 'at 5 million ÷ at 10 thousand', value: costs[2]! / costs[0]!, goal: 1.5, below: true },
    ],
  };
}

/** Resident memory after each fifth of two hundred thousand deliveries. */
export async function memory(receiver: Receiver): Promise<Report> {
  const stage = await openStage();
  const tenants = await addTenants(stage.kernel, 100, () => receiver.url);
  const { app, startWork } = await buildApp(stage.kernel);
  const work = startWork();
  const rows: Report['rows'] = [];
  const used: number[] = [];
  let total = await receiver.received();
  for (let part = 1; part <= 5; part++) {
    for (let n = 0; n < 4; n++) await addEvents(stage.kernel, tenants, 100);
    total += 40_000;
    await until(async () => (await receiver.received()) >= total, 120);
    await sleep(500);
    globalThis.gc?.();
    used.push(process.memoryUsage().rss / 1024 / 1024);
    rows.push({ deliveries: part * 40_000, 'resident MB': Math.round(used.at(-1)!) });
  }
  await work.stop();
  await app.close();
  await stage.close();
  return {
    title: 'Memory over 200 thousand deliveries',
    rows,
    verdicts: [{ what: 'last ÷ second reading', value: used[4]! / used[1]!, goal: 1.25, below: true }],
  };
}
