/**
 * `npm run bench -- order-lists [orders] [tenants] [of these in one more tenant]`: first and thousandth page of every filter,
 * sort and search, over HTTP.
 */
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../server/app.ts';
import { openStage } from '../deliveries/stage.ts';
import { median } from '../report.ts';
import { REQUESTS, ROUNDS, SCENES, type Timed, visit } from './list-visitor.ts';
import { seedOrders } from './seed.ts';

const GOAL_MS = 10;
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
  /** The number of orders in one more tenant, which then sends the requests. */
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
  const asked = largest > 0 ? tenants.slice(-1) : tenants;
  const rounds = await visit({ port, everyone: tenants, asked });
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
  await app.close();
  await stage.close();
  const all = rounds.flat(2).filter((timed) => timed !== null);
  const disturbed = all.reduce((sum, timed) => sum + timed.disturbed, 0) / (all.length * REQUESTS);
  return { rows, worst, worstOfAll, disturbed };
}
