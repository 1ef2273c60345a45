/**
 * `npm run bench -- storefront [seconds] [products] [tenants] [of these in one more tenant]`: a product by its handle beside a bare
 * route with one select, and pages of filters and sorts with prices and availability.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';
import { buildApp } from '../../server/app.ts';
import { openStage, type Stage } from '../deliveries/stage.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { median, percentile, verdict } from '../report.ts';
import { openSites, type Site } from './stage.ts';

const ROUNDS = 3;
const REQUESTS = 300;
const WARM_UP = 40;
const CONNECTIONS = 32;

type Query = (n: number) => string;
const PAGES: Record<string, Query> = {
  newest: () => '',
  'a category by price': (n) => `category=category-${n % 40}&sort=price`,
  'a tag by title': (n) => `tag=tag${n % 20}&sort=title`,
  'a vendor by price, from the dearest': (n) => `vendor=Vendor ${n % 50}&sort=price&order=desc`,
  'type and price range': (n) => `type=Type ${n % 12}&priceFrom=${n % 100}&priceTo=${50 + (n % 100)}`,
  'available, by title': () => 'available=true&sort=title',
  'available in a size': (n) => `option.size=${1 + (n % 5)}&available=true`,
  words: (n) => `q=${['green', 'smoky', 'sweet'][n % 3]} tea`,
};

export async function run([
  seconds = '5',
  products = '200000',
  tenants = '100',
  largest = '100000',
]: string[]): Promise<void> {
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '100000000', STOREFRONT_LIMIT_SCALE: '1000000' });
  const each = Math.floor((Number(products) - Number(largest)) / Number(tenants));
  const sizes = [...Array.from({ length: Number(tenants) }, () => each), Number(largest)];
  const sites = await openSites(stage.kernel, stage.connectionString, sizes);
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  await byHandle(stage, sites, port, Number(seconds));
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  await pages(client, sites.slice(0, -1), `tenants of ${each}`);
  await pages(client, sites.slice(-1), `the tenant of ${largest}`);
  await client.close();
  await app.close();
  await stage.close();
}

/** Alternates both per round, so that a busy moment of the machine slows both alike. */
async function byHandle(stage: Stage, sites: Site[], port: number, seconds: number): Promise<void> {
  const asked = sites.slice(0, 20);
  const rowOf = await idsOf(stage, asked);
  const pool = new pg.Pool({ connectionString: stage.connectionString, max: 10 });
  const bare = Fastify();
  const select = { name: 'bare_product', text: 'select * from products where tenant_id = $1 and id = $2' };
  bare.get('/products/:tenant/:id', async (request) => {
    const { tenant, id } = request.params as Record<string, string>;
    const { rows } = await pool.query({ ...select, values: [tenant, id] });
    return { success: true, data: rows[0] };
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as AddressInfo).port;
  const bareRequests = asked.map(({ id }) => httpRequest('GET', `/products/${id}/${rowOf.get(id)}`, 'none'));
  const requests = asked.map(({ storefrontKey }) =>
    httpRequest('GET', '/v1/storefront/products/product-12?currency=EUR', storefrontKey),
  );
  const limits: Measured[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    limits.push(await load({ port: barePort, connections: CONNECTIONS, seconds, requests: bareRequests }));
    ours.push(await load({ port, connections: CONNECTIONS, seconds, requests }));
  }
  await bare.close();
  await pool.end();
  const row = (contender: string, measured: Measured[]) => ({
    contender,
    'per second': Math.round(median(measured.map((one) => one.perSecond))),
    'p99 ms': median(measured.map((one) => one.p99)).toFixed(1),
    refused: median(measured.map((one) => one.refused)),
  });
  console.log(`\nA product by its handle, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`);
  console.table([row('a bare Fastify route with one select by primary key', limits), row('Colonnade', ours)]);
  const ratios = ours.map((one, round) => one.perSecond / limits[round]!.perSecond);
  verdict('P8: product by handle ÷ bare route', median(ratios), 0.7);
}

async function idsOf({ kernel: { db } }: Stage, sites: Site[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id } of sites) {
    const { rows } = await db.inTenant(id, (tx) =>
      tx.query<{ id: string }>(`select id from products where handle = 'product-12'`),
    );
    ids.set(id, rows[0]!.id);
  }
  return ids;
}

/** Beside the cheapest answer of the same HTTP and the same key: the tree of categories, of which one is shown. */
async function pages(client: Pool, sites: Site[], where: string): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  let [worst, bare] = [0, 0];
  const queries: [string, Query | null][] = [['for comparison: a category', null], ...Object.entries(PAGES)];
  for (const [page, query] of queries) {
    const times: number[] = [];
    let found = 0;
    for (let n = 0; n < WARM_UP + REQUESTS; n++) {
      const { storefrontKey } = sites[n % sites.length]!;
      const asked = query === null ? 'categories?limit=1' : `products?currency=EUR&${encodeURI(query(n))}`;
      const start = performance.now();
      const { statusCode, body } = await client.request({
        ...{ path: `/v1/storefront/${asked}`, method: 'GET' },
        headers: { authorization: `Bearer ${storefrontKey}` },
      });
      const text = await body.text();
      if (n >= WARM_UP) times.push(performance.now() - start);
      if (statusCode !== 200) throw new Error(`${asked}: ${text}`);
      found = Math.max(found, JSON.parse(text).data.length);
    }
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    if (query === null) bare = p50;
    else worst = Math.max(worst, p99);
    rows.push({
      ...{ page, found, 'p50 ms': p50.toFixed(1), 'p99 ms': p99.toFixed(1) },
      'p50 ÷ bare': (p50 / bare).toFixed(1),
    });
  }
  console.log(`\nPages of 24 with prices and availability, ${where}, ${REQUESTS} requests each`);
  console.table(rows);
  verdict('P9: worst p99 of a page, ms', worst, 15, true);
}
