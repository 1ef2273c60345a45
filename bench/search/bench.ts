/**
 * `npm run bench -- search [entities] [tenants] [of these in one more tenant]`: every kind of search over HTTP, one after the
 * other.
 */
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { buildApp } from '../../server/app.ts';
import { openStage } from '../deliveries/stage.ts';
import { percentile, verdict } from '../report.ts';
import { type Sample, type SeededTenant, seedEntities } from './seed.ts';

const GOAL_MS = 50;
const ROUNDS = 200;
const WARM_UP = 20;
/** The number of small tenants that search, in turn. */
const ASKED = 20;

const exchange = (word: string) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4);
const leaveOut = (word: string) => word.slice(0, 3) + word.slice(4);

const SEARCHES: Record<string, (sample: Sample) => string> = {
  'a number': ({ number }) => number,
  'a last name': ({ last }) => last,
  'first and last name': ({ first, last }) => `${first} ${last}`,
  'a common name': () => 'John Smith',
  'the title of an entry': ({ title }) => title,
  'a word of every order': () => 'tea',
  'two words of every order': () => 'tea sku',
  'common and rare': ({ number }) => `tea ${number}`,
  'a beginning': ({ last }) => last.slice(0, 4),
  'two beginnings': ({ first, last }) => `${first.slice(0, 3)} ${last.slice(0, 4)}`,
  'one letter': ({ last }) => last.charAt(0),
  'a letter left out': ({ last }) => leaveOut(last),
  'letters exchanged': ({ last }) => exchange(last),
  'jonh smth': () => 'jonh smth',
  'two misspelt words': ({ first, last }) => `${exchange(`${first}xx`)} ${leaveOut(last)}`,
  'nothing like it': () => 'xylophonist quixotic',
};

type Timed = { p50: number; p99: number; found: number };

export async function run([
  entities = '1000000',
  tenants = '100',
  largest = '200000',
]: string[]): Promise<void> {
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const each = Math.floor((Number(entities) - Number(largest)) / Number(tenants));
  const sizes = [...Array.from({ length: Number(tenants) }, () => each), Number(largest)];
  const started = performance.now();
  const seeded = await seedEntities(stage.kernel, stage.connectionString, sizes);
  console.log(`${entities} entities seeded in ${Math.round((performance.now() - started) / 1000)} s`);
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  const worst = [
    await scene(client, seeded.slice(0, ASKED), `tenants of ${each}`),
    await scene(client, seeded.slice(-1), `the tenant of ${largest}`),
  ];
  verdict('worst p99 of a search, ms', Math.max(...worst), GOAL_MS, true);
  await client.close();
  await app.close();
  await stage.close();
}

/** Compares with the cheapest answer from the database: one row by its primary key, over the same HTTP. */
async function scene(client: Pool, tenants: SeededTenant[], where: string): Promise<number> {
  const bare = await measure(client, tenants, ({ customerId }) => `/v1/crm/customers/${customerId}`);
  const shown = ({ p50, p99 }: Timed) => ({ 'p50 ms': p50.toFixed(1), 'p99 ms': p99.toFixed(1) });
  const rows = [{ search: 'bare limit: a customer by id', found: 1, ...shown(bare), 'p50 ÷ bare': '1.0' }];
  let worst = 0;
  for (const [search, q] of Object.entries(SEARCHES)) {
    const timed = await measure(client, tenants, (sample) => `/v1/search?q=${encodeURIComponent(q(sample))}`);
    worst = Math.max(worst, timed.p99);
    const ratio = (timed.p50 / bare.p50).toFixed(1);
    rows.push({ search, found: timed.found, ...shown(timed), 'p50 ÷ bare': ratio });
  }
  console.log(`\nSearch in ${where}, ${ROUNDS} requests each`);
  console.table(rows);
  return worst;
}

async function measure(
  client: Pool,
  tenants: SeededTenant[],
  pathOf: (sample: Sample) => string,
): Promise<Timed> {
  const times: number[] = [];
  let found = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const at = round + WARM_UP;
    const { key, samples } = tenants[at % tenants.length]!;
    const path = pathOf(samples[at % samples.length]!);
    const start = performance.now();
    const { statusCode, body } = await client.request({
      path,
      method: 'GET',
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await body.text();
    if (round >= 0) times.push(performance.now() - start);
    if (statusCode !== 200) throw new Error(`${path}: ${text}`);
    const { data } = JSON.parse(text) as { data: unknown };
    found = Math.max(found, Array.isArray(data) ? data.length : 1);
  }
  return { p50: percentile(times, 50), p99: percentile(times, 99), found };
}
