/** The same load on 1, 2 and 4 processes, in turn. On a machine with few processors, more processes gain nothing. */
import { availableParallelism } from 'node:os';
import { openStage } from '../deliveries/stage.ts';
import { httpRequest, load } from '../load.ts';
import { median } from '../report.ts';
import { startProgram } from './program.ts';
import { seed } from './seed.ts';

const PROCESSES = [1, 2, 4];
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 64;
const TENANTS = 50;

export async function processes(): Promise<void> {
  const stage = await openStage();
  const everyone = Array.from({ length: TENANTS }, (_, n) => n + 1);
  const size = { tenants: TENANTS, orders: 5_000, largest: 100, pending: 0 };
  const tenants = await seed(stage.connectionString, size, everyone);
  const orders = tenants.map(({ key, customerId }) => {
    const items = [{ sku: 'TEA-1', name: 'Green tea', quantity: 2, unitPrice: 4.5 }];
    return httpRequest('POST', '/v1/crm/orders', key, { customerId, items });
  });
  const lists = tenants.map(({ key }) => httpRequest('GET', '/v1/crm/orders?limit=20', key));
  const rates: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of PROCESSES) {
      const program = await startProgram(stage.dataDir, { PROCESSES: String(count) });
      for (const [what, requests] of Object.entries({ orders, lists })) {
        const { port } = program;
        const { perSecond } = await load({ port, connections: CONNECTIONS, seconds: SECONDS, requests });
        const name = `${what} ${count}`;
        rates[name] = [...(rates[name] ?? []), perSecond];
      }
      await program.stop();
    }
  }
  await stage.close();
  const rateOf = (what: string, count: number) => median(rates[`${what} ${count}`]!);
  console.log(
    `\nRequests a second, ${CONNECTIONS} connections, ${TENANTS} tenants, ${availableParallelism()} processors for ` +
      `client, program and database, median of ${ROUNDS} rounds`,
  );
  console.table(
    PROCESSES.map((count) => ({
      processes: count,
      orders: Math.round(rateOf('orders', count)),
      'of one': (rateOf('orders', count) / rateOf('orders', 1)).toFixed(2),
      lists: Math.round(rateOf('lists', count)),
      ' of one': (rateOf('lists', count) / rateOf('lists', 1)).toFixed(2),
    })),
  );
}
