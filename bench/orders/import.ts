/** `npm run bench -- order-import [orders]`: a file of orders with three lines each, over HTTP, until the last one is stored. */
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '#kernel/audit.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { buildApp } from '../../server/app.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';
import { createCustomer } from '../../server/modules/crm/customers/customers.ts';
import { checkOrder, placeOrders } from '../../server/modules/crm/orders/placing/batch.ts';
import { openStage, seconds } from '../deliveries/stage.ts';

const CUSTOMERS = 1_000;
const BARE = 10_000;
const GOAL_PER_SECOND = 5_000;
/** The highest ratio of the process's peak memory in the second half of the import to that in the first half. */
const GOAL_GROWTH = 1.15;
const LIMIT_SECONDS = 110;

export type ImportFigures = {
  orders: number;
  megabytes: number;
  uploadSeconds: number;
  totalSeconds: number;
  perSecond: number;
  /** The rate of the same orders placed straight from memory, in the same run. */
  barePerSecond: number;
  rssMegabytes: { start: number; firstHalf: number; secondHalf: number };
};

export async function run(args: string[]): Promise<void> {
  const figures = await importScene(Number(args[0] ?? 100_000));
  const { perSecond, rssMegabytes: rss } = figures;
  console.log(`\nImport of ${figures.orders} orders with three lines (CSV, ${figures.megabytes} MB)`);
  console.table([{ ...figures, rssMegabytes: `${rss.start} → ${rss.firstHalf} → ${rss.secondHalf}` }]);
  const growth = rss.secondHalf / rss.firstHalf;
  const mark = (holds: boolean) => (holds ? '✓' : '✗');
  console.log(
    `${mark(perSecond >= GOAL_PER_SECOND)} orders a second: ${perSecond} (goal: at least ${GOAL_PER_SECOND})`,
  );
  console.log(`· of placing orders from memory: ${(perSecond / figures.barePerSecond).toFixed(2)}`);
  console.log(
    `${mark(growth <= GOAL_GROWTH)} memory, second half ÷ first: ${growth.toFixed(2)} (goal: at most ${GOAL_GROWTH})`,
  );
}

/** API and worker run in this process, beside a PostgreSQL with fsync. */
export async function importScene(orders = 100_000): Promise<ImportFigures> {
  const stage = await openStage();
  const path = join(tmpdir(), `colonnade-import-${process.pid}.csv`);
  try {
    const { app, startWork } = await buildApp(stage.kernel);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const work = startWork();
    const { key, customers, tenantId } = await furnish(stage.kernel);
    const barePerSecond = await placeBare(stage.kernel, tenantId, customers);
    await writeFile(path, orders, customers);
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1/crm/imports`;
    const figures = { ...(await measure(url, key, path, orders)), barePerSecond };
    await work.stop();
    await app.close();
    return figures;
  } finally {
    await rm(path, { force: true });
    await stage.close();
  }
}

async function furnish({
  db,
  clock,
}: Kernel): Promise<{ key: string; customers: string[]; tenantId: string }> {
  const owner = { ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
  const { tenant } = await createTenant(db, OPERATOR, clock(), {
    name: `bench-${newId().slice(-8)}`,
    ...owner,
  });
  return db.inTenant(tenant.id, async (tx) => {
    const scopes = ['read:crm', 'write:crm_bulk'] as const;
    const { key } = await createKey(tx, OPERATOR, clock(), { label: 'bench', scopes: [...scopes] });
    const customers: string[] = [];
    for (let n = 0; n < CUSTOMERS; n++) {
      const customer = await createCustomer(tx, OPERATOR, clock(), { type: 'person', name: `Customer ${n}` });
      customers.push(customer.id);
    }
    return { key, customers, tenantId: tenant.id };
  });
}

/** The limit: one transaction after the other, without any other work. */
async function placeBare({ db, clock }: Kernel, tenantId: string, customers: string[]): Promise<number> {
  const items = [1, 2, 3].map((n) => ({ sku: `SKU-${n}`, name: 'Green tea', quantity: n, unitPrice: 12.5 }));
  const orders = Array.from({ length: BARE }, (_, n) => {
    const checked = checkOrder(
      { customerId: customers[n % customers.length], items: structuredClone(items) },
      clock(),
    );
    return 'order' in checked ? checked.order : undefined!;
  });
  const placing = { tenantId, placedBy: JSON.stringify(OPERATOR) };
  const begun = performance.now();
  for (let at = 0; at < BARE; at += 1000) {
    await db.inTenant(tenantId, (tx) => placeOrders(tx, placing, orders.slice(at, at + 1000)));
  }
  return Math.round(BARE / seconds(begun));
}

async function writeFile(path: string, orders: number, customers: string[]): Promise<void> {
  const file = await open(path, 'w');
  await file.write(
    'orderRef,customerId,currency,shippingTotal,customerNote,sku,name,quantity,unitPrice,taxAmount\n',
  );
  for (let at = 0; at < orders; at += 1000) {
    const rows: string[] = [];
    for (let n = at; n < Math.min(at + 1000, orders); n++) {
      const customer = customers[n % customers.length];
      rows.push(
        `R-${n},${customer},EUR,5,"Please ring, twice",SKU-${n % 977},Green tea,2,${(n % 1000) / 100},0.25`,
      );
      rows.push(`R-${n},,,,,SKU-${n % 577},A cup,1,12.5,`, `R-${n},,,,,SKU-${n % 77},A pot,1,30,1.2`);
    }
    await file.write(`${rows.join('\n')}\n`);
  }
  await file.close();
}

async function measure(url: string, key: string, path: string, orders: number) {
  const headers = { authorization: `Bearer ${key}` };
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const rss = { start: process.memoryUsage.rss(), firstHalf: 0, secondHalf: 0 };
  const begun = performance.now();
  const { id } = await upload(url, { ...headers, 'content-type': 'text/csv' }, path);
  const uploadSeconds = seconds(begun);
  for (;;) {
    const { data } = (await (await fetch(`${url}/${id}`, { headers })).json()) as { data: Job };
    const half = data.orders.placed < orders / 2 ? 'firstHalf' : 'secondHalf';
    rss[half] = Math.max(rss[half], process.memoryUsage.rss());
    if (data.finishedAt !== null) {
      if (data.orders.placed !== orders) throw new Error(`only ${JSON.stringify(data)}`);
      break;
    }
    if (seconds(begun) > LIMIT_SECONDS) throw new Error(`not done within ${LIMIT_SECONDS} s`);
    await sleep(50);
  }
  const totalSeconds = seconds(begun);
  return {
    orders,
    megabytes: megabytes((await stat(path)).size),
    uploadSeconds: Math.round(uploadSeconds * 100) / 100,
    totalSeconds: Math.round(totalSeconds * 100) / 100,
    perSecond: Math.round(orders / totalSeconds),
    rssMegabytes: {
      start: megabytes(rss.start),
      firstHalf: megabytes(rss.firstHalf),
      secondHalf: megabytes(rss.secondHalf),
    },
  };
}

type Job = { id: string; finishedAt: string | null; orders: { placed: number } };

async function upload(url: string, headers: Record<string, string>, path: string): Promise<{ id: string }> {
  const sending = request(url, { method: 'POST', headers });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('error', reject).on('response', async (response) => {
      const parts: string[] = [];
      for await (const part of response.setEncoding('utf8')) parts.push(part);
      resolve(parts.join(''));
    });
  });
  await pipeline(createReadStream(path), sending);
  const { data } = JSON.parse(await answered) as { data?: { id: string } };
  return data ?? Promise.reject(new Error(await answered));
}
