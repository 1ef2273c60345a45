/** The client of the list bench, in its own process, so that its CPU time and garbage are not the server's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { percentile, stolenTime } from '../report.ts';
import type { SeededTenant } from './seed.ts';

/** Requests per list and round. Several rounds, so that a busy moment of the machine does not always hit the same list. */
export const REQUESTS = 300;
export const ROUNDS = 3;
/** With pages of ten, the thousandth page is the last one of a tenant with 10,000 orders. */
const PAGE = 10;
const DEEP = 990;

export const SCENES: Record<string, string> = {
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

export type Timed = { p50: number; p99: number; p99OfAll: number; disturbed: number; found: number };
/** The first page of a list and a deep one, if there is one. */
export type Round = [first: Timed, deep: Timed | null][];
type Visit = { port: number; everyone: SeededTenant[]; asked: SeededTenant[] };

/** Times rounds of `GET /v1/me` for comparison, then every list in turn. */
export async function visit(what: Visit): Promise<Round[]> {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(what);
  const [rounds] = (await once(child, 'message')) as [Round[]];
  child.disconnect();
  return rounds;
}

async function ask({ port, everyone, asked }: Visit): Promise<Round[]> {
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const timed: Round = [[await measure(client, everyone, null, 0), null]];
    for (const query of Object.values(SCENES)) {
      const first = await measure(client, asked, query, 0);
      timed.push([first, first.found >= PAGE ? await measure(client, asked, query, DEEP) : null]);
    }
    rounds.push(timed);
  }
  await client.close();
  return rounds;
}

/** Skips `deep` pages in the largest possible steps, then requests that page repeatedly, tenant by tenant. */
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
    // The first requests only warm up connections and caches.
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

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async (what: Visit) => process.send!(await ask(what)));
}
