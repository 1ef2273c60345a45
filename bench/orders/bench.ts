/** `npm run bench -- orders [seconds] [scene…]`: orders over HTTP beside what PostgreSQL itself can do, and the check of a key. */
import Fastify from 'fastify';
import { httpRequest, load, type Measured } from '../load.ts';
import { median, verdict } from '../report.ts';
import { ceiling, findPgbench } from './ceiling.ts';
import { type OrderStage, openStage, orderBody, TENANTS } from './stage.ts';

const ROUNDS = 3;
const SCENES: Record<string, (stage: OrderStage, seconds: number) => Promise<void>> = { rates, me, large };

export async function run(args: string[]): Promise<void> {
  const seconds = Number(args[0] ?? 5);
  for (const name of args.length > 1 ? args.slice(1) : Object.keys(SCENES)) {
    const stage = await openStage();
    await SCENES[name]!(stage, seconds);
    await stage.close();
  }
}

const placing = ({ keys }: OrderStage, tenants: number, lines?: number) =>
  keys
    .slice(0, tenants)
    .map((key, index) => httpRequest('POST', '/v1/crm/orders', key, orderBody(index + 1, lines)));

/** Round by round, so that a busy moment of the machine hits both alike. */
async function rates(stage: OrderStage, seconds: number): Promise<void> {
  const by = findPgbench() === null ? 'a bare pipelined loop, since there is no pgbench here' : 'pgbench';
  for (const tenants of [TENANTS, 1]) {
    const limits: number[] = [];
    const ours: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      limits.push(await ceiling(stage, tenants, seconds));
      const requests = placing(stage, tenants);
      ours.push(await load({ port: stage.port, connections: 64, seconds, requests }));
      await stage.owner.query('truncate event_queue');
    }
    const of = (pick: (measured: Measured) => number) => median(ours.map(pick));
    console.log(`\nOrders of three lines, ${tenants} tenants, median of ${ROUNDS} rounds`);
    console.table([
      { contender: `ceiling: ${by}, a transaction an order`, 'per second': Math.round(median(limits)) },
      {
        contender: 'Colonnade over HTTP, 64 connections',
        'per second': Math.round(of((each) => each.perSecond)),
        'p50 ms': of((each) => each.p50).toFixed(1),
        'p99 ms': of((each) => each.p99).toFixed(1),
        refused: of((each) => each.refused),
      },
    ]);
    verdict(`ours ÷ ceiling, ${tenants} tenants`, of((each) => each.perSecond) / median(limits), 1.2);
    verdict(
      `p99 ms, ${tenants} tenants`,
      of((each) => each.p99),
      60,
      true,
    );
  }
}

/** Short rounds in turn, since a machine's speed may change from one second to the next. */
async function me(stage: OrderStage, seconds: number): Promise<void> {
  const bare = Fastify();
  const answer = (
    await stage.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${stage.keys[0]}` } })
  ).json();
  bare.get('/v1/me', async () => answer);
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as { port: number }).port;
  const requests = stage.keys.map((key) => httpRequest('GET', '/v1/me', key));
  for (const connections of [64, 256]) {
    const limits: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < seconds * ROUNDS; round++) {
      limits.push((await load({ port: barePort, connections, seconds: 1, requests })).perSecond);
      ours.push((await load({ port: stage.port, connections, seconds: 1, requests })).perSecond);
    }
    console.log(
      `\nGET /v1/me, the key looked up on every request, ${connections} connections, median of ${limits.length} rounds`,
    );
    console.table([
      { contender: 'a bare Fastify route', 'per second': Math.round(median(limits)) },
      { contender: 'Colonnade', 'per second': Math.round(median(ours)) },
    ]);
    verdict(`ours ÷ bare route, ${connections} connections`, median(ours) / median(limits), 0.7);
  }
  await bare.close();
}

async function large(stage: OrderStage, seconds: number): Promise<void> {
  const measured = await load({
    port: stage.port,
    connections: 8,
    seconds,
    requests: placing(stage, TENANTS, 500),
  });
  console.log('\nOrders of 500 lines, 8 connections');
  console.table([
    {
      'per second': Math.round(measured.perSecond),
      'p50 ms': measured.p50.toFixed(1),
      'p99 ms': measured.p99.toFixed(1),
    },
  ]);
  verdict('p99 ms of 500 lines', measured.p99, 200, true);
}
