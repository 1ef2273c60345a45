/**
 * `npm run bench -- catalog [products] [tenants] [of these in one more tenant] [variants to import]`: pages of filters and sorts,
 * SKU searches, the price of 200 lines beside a bare select, and an import beside orders that are placed meanwhile.
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Kernel } from '#kernel/module.ts';
import { buildApp } from '../../server/app.ts';
import { priceLines } from '../../server/modules/catalog/prices/pricing.sql.ts';
import { openStage } from '../deliveries/stage.ts';
import { httpRequest, load } from '../load.ts';
import { median, percentile, verdict } from '../report.ts';
import { ADJECTIVES, addTenant, type SeededTenant, seedProducts, VARIANTS } from './seed.ts';

const ROUNDS = 300;
const WARM_UP = 40;
const PAGE_GOAL_MS = 15;
const LIST_GOAL_MS = 10;
const IMPORT_GOAL = 5_000;
const ORDER_ROUNDS = 3;
const ORDER_SECONDS = 4;
/** More than is imported in that time. */
const MUCH = 40_000;

type Query = (n: number) => string;
const PAGES: Record<string, Query> = {
  'newest, active': () => 'status=active',
  'a category by price': (n) => `status=active&tag=tag${n % 20}&sort=price&currency=EUR`,
  'a vendor by title': (n) => `status=active&vendor=Vendor ${n % 50}&sort=title`,
  'type and price range': (n) =>
    `status=active&type=Type ${n % 12}&currency=EUR&priceFrom=${n % 100}&priceTo=${50 + (n % 100)}`,
  'active by title': () => 'status=active&sort=title',
  'active by price, from the dearest': () => 'status=active&sort=price&currency=EUR&order=desc',
  'a rare tag by price': (n) => `tag=rare${n % 500}&sort=price&currency=EUR`,
  'words, active': (n) => `status=active&q=${ADJECTIVES[n % ADJECTIVES.length]} tea`,
};
const LISTS: Record<string, Query> = {
  newest: () => 'sort=new',
  'by title': () => 'sort=title',
  'latest change': () => 'sort=updatedAt',
  'a whole SKU': (n) => `sku=SKU-${1 + (n % 900)}-3`,
  'beginning of a SKU': (n) => `q=SKU-${1 + (n % 900)}-`,
  'a barcode': (n) => `q=40${String(1 + (n % 900)).padStart(8, '0')}2`,
  'a rare word': (n) => `q=blend${1 + (n % 900)}`,
};

export async function run([
  products = '200000',
  tenants = '100',
  largest = '100000',
  imported = '50000',
]: string[]): Promise<void> {
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '100000000' });
  const each = Math.floor((Number(products) - Number(largest)) / Number(tenants));
  const sizes = [...Array.from({ length: Number(tenants) }, () => each), Number(largest)];
  const begun = performance.now();
  const seeded = await seedProducts(stage.kernel, stage.connectionString, sizes);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${products} products with ${Number(products) * VARIANTS} variants seeded in ${seconds} s`);
  const { app, startWork } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  for (const [asked, where] of [
    [seeded.slice(0, -1), `tenants of ${each}`],
    [seeded.slice(-1), `the tenant of ${largest}`],
  ] as const) {
    const pages = await scene(client, asked, `Pages of 24, ${where}`, PAGES, 24);
    verdict('P9: worst p99 of a page, ms', pages, PAGE_GOAL_MS, true);
    const lists = await scene(client, asked, `Lists of 25 and SKUs, ${where}`, LISTS, 25);
    verdict('P10: worst p99 of a list, ms', lists, LIST_GOAL_MS, true);
  }
  await priceScene(stage.kernel, seeded[0]!);
  await importScene(stage.kernel, client, port, startWork, Number(imported));
  await client.close();
  await app.close();
  await stage.close();
}

async function ask(client: Pool, key: string, path: string): Promise<{ ms: number; data: unknown }> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const { statusCode, body } = await client.request({ path: encodeURI(path), method: 'GET', headers });
  const text = await body.text();
  const ms = performance.now() - start;
  if (statusCode !== 200) throw new Error(`${path}: ${text}`);
  return { ms, data: JSON.parse(text).data };
}

/** Beside the cheapest answer of the same HTTP: a list without rows. */
async function scene(
  client: Pool,
  tenants: SeededTenant[],
  title: string,
  queries: Record<string, Query>,
  limit: number,
): Promise<number> {
  const rows: Record<string, string | number>[] = [];
  let [worst, bare] = [0, 0];
  const lists: [string, Query | null][] = [['for comparison: price lists', null], ...Object.entries(queries)];
  for (const [list, query] of lists) {
    const times: number[] = [];
    let found = 0;
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const n = round + WARM_UP;
      const { key } = tenants[n % tenants.length]!;
      const path =
        query === null ? '/v1/catalog/price-lists' : `/v1/catalog/products?limit=${limit}&${query(n)}`;
      const { ms, data } = await ask(client, key, path);
      found = Math.max(found, (data as unknown[]).length);
      if (round >= 0) times.push(ms);
    }
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    if (query === null) bare = p50;
    else worst = Math.max(worst, p99);
    rows.push({
      list,
      found,
      'p50 ms': p50.toFixed(1),
      'p99 ms': p99.toFixed(1),
      'p50 ÷ bare': (p50 / bare).toFixed(1),
    });
  }
  console.log(`\n${title}, ${ROUNDS} requests each`);
  console.table(rows);
  return worst;
}

/** 200 lines with five price lists that fit, beside a bare select of the same 200 prices. */
async function priceScene({ db, clock }: Kernel, { id }: SeededTenant): Promise<void> {
  const lines = await db.inTenant(id, async (tx) => {
    await tx.query(
      `insert into price_lists (tenant_id, id, name, currency, priority, status, created_at, updated_at)
       select current_tenant(), md5('list' || n)::uuid, 'List ' || n, 'EUR', n, 'active', now(), now() from generate_series(1, 5) n`,
    );
    await tx.query(
      `insert into prices (tenant_id, variant_id, currency, list_id, min_quantity, amount)
       select current_tenant(), v.id, 'EUR', md5('list' || n)::uuid, 1, 5 from generate_series(1, 5) n,
         (select id from variants where tenant_id = current_tenant() order by sku limit 200) v`,
    );
    const { rows } = await tx.query<{ id: string }>(
      'select id from variants where tenant_id = current_tenant() order by sku limit 200',
    );
    return rows.map((row, index) => ({ variantId: row.id, quantity: 1 + (index % 20) }));
  });
  const ids = lines.map(({ variantId }) => variantId);
  const context = { currency: 'EUR', customerTags: [], propertyId: null, now: clock() };
  const bare = () =>
    db.inTenant(id, (tx) =>
      tx.query(
        {
          name: 'bare_prices',
          text: `select variant_id, amount::text from prices where tenant_id = (select current_tenant())
            and variant_id = any ($1) and currency = $2 and list_id = '00000000-0000-0000-0000-000000000000'`,
        },
        [ids, 'EUR'],
      ),
    );
  const ours = () => db.inTenant(id, (tx) => priceLines(tx, context, lines));
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, work] of [bare, ours].entries()) {
      const start = performance.now();
      await work();
      if (round >= WARM_UP) times[at as 0 | 1].push(performance.now() - start);
    }
  }
  const [limit, own] = times.map(median) as [number, number];
  console.log(
    `\n200 lines with five lists: ${own.toFixed(2)} ms, bare select of 200 prices: ${limit.toFixed(2)} ms`,
  );
  verdict('P12: rate ÷ bare select', limit / own, 0.5);
}

async function importScene(
  kernel: Kernel,
  client: Pool,
  port: number,
  startWork: () => { stop(): Promise<void> },
  variants: number,
): Promise<void> {
  const [importer, seller] = [await addTenant(kernel, 1_000), await addTenant(kernel, 1_001)];
  const post = async (key: string, path: string, body: string, type: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const answer = await client.request({ path, method: 'POST', headers, body });
    return ((await answer.body.json()) as { data: { id: string } }).data.id;
  };
  const customerId = await post(seller.key, '/v1/crm/customers', '{"name":"Ada"}', 'application/json');
  const order = httpRequest('POST', '/v1/crm/orders', seller.key, {
    customerId,
    items: [1, 2, 3].map((n) => ({ sku: `S-${n}`, name: 'Green tea', unitPrice: 4.5 })),
  });
  const place = (seconds: number) => load({ port, connections: 16, seconds, requests: [order] });
  const work = startWork();
  const rateOf = async (prefix: string): Promise<number> => {
    const file = fileOf(prefix, variants);
    const start = performance.now();
    const id = await post(importer.key, '/v1/catalog/imports?currency=EUR', file, 'text/csv');
    for (;;) {
      const { data } = await ask(client, importer.key, `/v1/catalog/imports/${id}`);
      const job = data as { finishedAt: string | null; variants: number; products: { failed: number } };
      if (job.finishedAt !== null) {
        if (job.variants !== variants) throw new Error(JSON.stringify(job));
        return variants / ((performance.now() - start) / 1000);
      }
      await sleep(20);
    }
  };
  const alone = await rateOf('a');
  const [quiet, busy, besides]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ORDER_ROUNDS; round++) {
    await drained(kernel);
    quiet.push((await place(ORDER_SECONDS)).perSecond);
    const file = fileOf(`b${round}`, MUCH);
    const begun = performance.now();
    const id = await post(importer.key, '/v1/catalog/imports?currency=EUR', file, 'text/csv');
    busy.push((await place(ORDER_SECONDS)).perSecond);
    const { data } = await ask(client, importer.key, `/v1/catalog/imports/${id}`);
    besides.push((data as { variants: number }).variants / ((performance.now() - begun) / 1000));
    await post(importer.key, `/v1/catalog/imports/${id}/cancel`, '{}', 'application/json');
  }
  await work.stop();
  console.log(`\nImport of ${variants} variants, ${VARIANTS} to a product (CSV)`);
  console.table([
    {
      scene: 'alone',
      'variants a second': Math.round(alone),
      'orders a second': Math.round(median(quiet)),
    },
    {
      scene: 'together',
      'variants a second': Math.round(median(besides)),
      'orders a second': Math.round(median(busy)),
    },
  ]);
  verdict('P11: variants a second', alone, IMPORT_GOAL);
  const ratios = busy.map((rate, round) => rate / quiet[round]!);
  verdict('P11: orders meanwhile ÷ orders alone', median(ratios), 0.8);
}

/** Until the events of the import before have been consumed, which takes processors too. */
async function drained({ db }: Kernel): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await db.acrossTenantsQuery<{ isEmpty: boolean }>(
      'select not exists (select from event_queue where next_at <= now()) as "isEmpty"',
    );
    if (rows[0]!.isEmpty) return;
    await sleep(100);
  }
}

function fileOf(prefix: string, variants: number): string {
  const rows = ['handle,title,vendor,tags,option1Name,option1Value,sku,price,barcode'];
  for (let n = 0; n < variants; n++) {
    const product = Math.floor(n / VARIANTS);
    const own = n % VARIANTS === 0 ? `Green tea ${product},Acme,"organic, fresh",Size` : ',,,';
    rows.push(`${prefix}-${product},${own},${n % VARIANTS},${prefix}-${n},${(n % 1000) / 100},40${n}`);
  }
  return rows.join('\n');
}
