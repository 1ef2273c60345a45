/** `npm run bench -- order-lists [orders] [tenants] [of these in one more tenant]`: first and thousandth page of every filter, sort and search, over HTTP. */
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { buildApp } from '../../server/app.ts';
import { openStage } from '../deliveries/stage.ts';
import { median, percentile, stolenTime } from '../report.ts';
import { type SeededTenant, seedOrders } from './seed.ts';

const GOAL_MS = 10;
/** Of each list, so many requests in a row, and all of it so many times: what a busy moment of the machine hits is not always the same. */
const REQUESTS = 300;
const ROUNDS = 3;
/** Pages of ten: the thousandth is then the last of a tenant of ten thousand. */
const PAGE = 10;
const DEEP = 990;

const SCENES: Record<string, string> = {
  'newest first': '',
  'oldest first': 'order=asc',
  'by total': 'sort=total&currency=USD',
  'by number': 'sort=orderNumber',
  'status, nearly all': 'status=delivered',
  'status, the newest': 'status=placed&order=asc',
  'status, rare': 'status=cancelled',
  'payment status, rare': 'paymentStatus=failed',
  'channel, most': 'channel=storefront',
  'channel, a handful': 'channel=mcp',
  'three facets': 'status=delivered&paymentStatus=paid&channel=b2b_portal&channel=admin',
  'rare status by total': 'status=cancelled&sort=total&currency=USD',
  'common status by number': 'status=delivered&sort=orderNumber&order=asc',
  'newest status by number': 'status=placed&sort=orderNumber&order=asc',
  customer: 'customerId=CUSTOMER',
  'property, most': 'propertyId=shop',
  'property, rare': 'propertyId=outlet',
  'property without a match': 'propertyId=none',
  'rare property, rare status': 'propertyId=outlet&status=cancelled',
  'common property, rare status': 'propertyId=shop&status=cancelled',
  number: 'orderNumber=1500',
  'created, one day': 'createdFrom=DAY&createdTo=NEXT',
  'one day by total': 'createdFrom=DAY&createdTo=NEXT&sort=total&currency=USD',
  'total, narrow': 'currency=USD&totalFrom=100&totalTo=100.5',
  'total, wide': 'currency=USD&totalFrom=10',
  'metadata key': 'metadataKey=campaign',
  'metadata value': 'metadataKey=clerk&metadataValue=c20',
  'q: number': 'q=1500',
  'q: a word in every order': 'q=tea',
  'q: a product': 'q=sku-77',
  'q: a customer': 'q=customer77',
  'q: a first name': 'q=grace',
  'q: an e-mail': 'q=person77@customers.example',
  'q: two common words': 'q=green+oolong',
  'q: common and rare': 'q=tea+blend77',
  'q: one letter': 'q=b',
  'q: nothing': 'q=zzz',
  'q: with a rare status': 'q=tea&status=cancelled',
  'q: common by total': 'q=green&sort=total&currency=USD',
};

type Timed = { p50: number; p99: number; p99OfAll: number; disturbed: number; found: number };
type Row = { list: string; found: number } & Record<string, number | string>;

export async function run([orders = '1000000', tenants = '100', largest = '0']: string[]): Promise<void> {
  const { rows, worst, worstOfAll, disturbed } = await listScene(
    Number(orders),
    Number(tenants),
    Number(largest),
  );
  const where = largest === '0' ? `in ${tenants} tenants` : `of which ${largest} in the tenant that asks`;
  console.log(
    `\nLists of orders, ${orders} ${where}, ${REQUESTS} requests each, median of ${ROUNDS} rounds, ms`,
  );
  console.table(rows);
  console.log(
    `During ${(disturbed * 100).toFixed(1)} % of the requests the host gave the processor to someone else; ` +
      `these are not in the table. Worst p99 with them: ${worstOfAll.toFixed(1)} ms`,
  );
  console.log(`${worst < GOAL_MS ? '✓' : '✗'} worst p99: ${worst.toFixed(1)} ms (goal: under ${GOAL_MS})`);
}

export async function listScene(
  orders: number,
  tenantCount: number,
  /** So many in one more tenant, which is then the one that asks. */
  largest = 0,
): Promise<{ rows: Row[]; worst: number; worstOfAll: number; disturbed: number }> {
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const each = Math.floor((orders - largest) / tenantCount);
  const sizes = Array.from({ length: tenantCount }, () => each);
  if (largest > 0) sizes.push(largest);
  const started = performance.now();
  const tenants = await seedOrders(stage.kernel, stage.connectionString, sizes);
  console.log(`${orders} orders seeded in ${Math.round((performance.now() - started) / 1000)} s`);
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  const asked = largest > 0 ? tenants.slice(-1) : tenants;
  const rounds: [Timed, Timed | null][][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const timed: [Timed, Timed | null][] = [[await measure(client, tenants, null, 0), null]];
    for (const query of Object.values(SCENES)) {
      const first = await measure(client, asked, query, 0);
      timed.push([first, first.found >= PAGE ? await measure(client, asked, query, DEEP) : null]);
    }
    rounds.push(timed);
  }
  const rows: Row[] = [];
  let [worst, worstOfAll] = [0, 0];
  for (const [at, list] of ['for comparison: GET /v1/me', ...Object.keys(SCENES)].entries()) {
    const first = rounds.map((timed) => timed[at]![0]);
    const deep = rounds.flatMap((timed) => timed[at]![1] ?? []);
    const of = (timed: Timed[], part: 'p50' | 'p99' | 'p99OfAll') => median(timed.map((each) => each[part]));
    for (const timed of [first, deep].filter((each) => each.length > 0)) {
      worst = Math.max(worst, of(timed, 'p99'));
      worstOfAll = Math.max(worstOfAll, of(timed, 'p99OfAll'));
    }
    rows.push({
      list,
      found: first[0]!.found,
      'first p50': of(first, 'p50').toFixed(1),
      'first p99': of(first, 'p99').toFixed(1),
      'deep p50': deep.length > 0 ? of(deep, 'p50').toFixed(1) : '',
      'deep p99': deep.length > 0 ? of(deep, 'p99').toFixed(1) : '',
    });
  }
  await client.close();
  await app.close();
  await stage.close();
  const all = rounds.flat(2).filter((timed) => timed !== null);
  const disturbed = all.reduce((sum, timed) => sum + timed.disturbed, 0) / (all.length * REQUESTS);
  return { rows, worst, worstOfAll, disturbed };
}

/** Goes `deep` pages in, by the largest steps there are, and then asks for that page again and again, tenant by tenant. */
async function measure(
  client: Pool,
  tenants: SeededTenant[],
  query: string | null,
  deep: number,
): Promise<Timed> {
  const asked = tenants.slice(0, deep > 0 ? 4 : 20);
  const urls = await Promise.all(
    asked.map((tenant) => (query === null ? '/v1/me' : urlOf(client, tenant, query, deep))),
  );
  const times: number[] = [];
  const undisturbed: number[] = [];
  let found = 0;
  for (let round = -20; round < REQUESTS; round++) {
    const at = Math.abs(round) % asked.length;
    const stolenBefore = stolenTime();
    const start = performance.now();
    const { data } = await get(client, asked[at]!, urls[at]!);
    const time = performance.now() - start;
    found = Math.max(found, data.length ?? 1);
    // The first ones only wake connections and caches up.
    if (round < 0) continue;
    times.push(time);
    if (stolenTime() === stolenBefore) undisturbed.push(time);
  }
  return {
    p50: percentile(undisturbed, 50),
    p99: percentile(undisturbed, 99),
    p99OfAll: percentile(times, 99),
    disturbed: times.length - undisturbed.length,
    found,
  };
}

async function urlOf(client: Pool, tenant: SeededTenant, query: string, deep: number): Promise<string> {
  const [{ customerId, createdAt }] = (await get(client, tenant, '/v1/crm/orders?limit=1')).data;
  const day = new Date(Date.parse(createdAt) - 90 * 86_400_000);
  const filled = query
    .replace('CUSTOMER', customerId)
    .replace('DAY', day.toISOString())
    .replace('NEXT', new Date(day.getTime() + 86_400_000).toISOString());
  let cursor = '';
  for (let seen = 0; seen < deep * PAGE; seen += 100) {
    const { pagination } = await get(client, tenant, `/v1/crm/orders?limit=100&${filled}${cursor}`);
    if (!pagination.hasMore) break;
    cursor = `&cursor=${pagination.nextCursor}`;
  }
  return `/v1/crm/orders?limit=${PAGE}&${filled}${cursor}`;
}

async function get(client: Pool, tenant: SeededTenant, path: string) {
  const { statusCode, body } = await client.request({
    path,
    method: 'GET',
    headers: { authorization: `Bearer ${tenant.key}` },
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}
