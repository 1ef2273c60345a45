/** `npm run bench -- orders [seconds] [scene…]`: orders over HTTP beside PostgreSQL's own rate, and the check of a key. */

import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { addSteadily, addTenants, startReceiver } from '../deliveries/stage.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { median, percentile, verdict } from '../report.ts';
import { ceiling, findPgbench } from './ceiling.ts';
import { type OrderStage, openStage, orderBody, TENANTS } from './stage.ts';

const ROUNDS = 3;
const WEBHOOKS_PER_SECOND = 100;
/** In the first seconds of a load, V8 compiles for a quarter of the time of Node; a program that runs all day does not. */
const COMPILED_AFTER_SECONDS = 20;
const SCENES: Record<string, (stage: OrderStage, seconds: number) => Promise<void>> = {
  rates,
  keys,
  program,
  me,
  large,
};

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

/** Alternates both per round, so that a busy moment of the machine slows both alike. */
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

/** Alternates orders with and without an Idempotency-Key, at few and at many connections. */
async function keys(stage: OrderStage, seconds: number): Promise<void> {
  for (const [connections, tenants] of [
    [64, TENANTS],
    [64, 1],
    [256, 1],
  ] as const) {
    const measured: Record<'without' | 'with', Measured[]> = { without: [], with: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['without', 'with'] as const) {
        const options = { port: stage.port, connections, seconds, keyed: name === 'with' };
        measured[name].push(await load({ ...options, requests: placing(stage, tenants) }));
        await stage.owner.query('truncate event_queue');
      }
    }
    const of = (name: 'without' | 'with', pick: (measured: Measured) => number) =>
      median(measured[name].map(pick));
    console.log(
      `\nOrders with an Idempotency-Key, ${connections} connections, ${tenants} tenants, median of ${ROUNDS} rounds`,
    );
    console.table(
      (['without', 'with'] as const).map((name) => ({
        key: name,
        'per second': Math.round(of(name, (each) => each.perSecond)),
        'p50 ms': of(name, (each) => each.p50).toFixed(1),
        'p99 ms': of(name, (each) => each.p99).toFixed(1),
        refused: measured[name].reduce((sum, each) => sum + each.refused, 0),
      })),
    );
    const ratio = of('with', (each) => each.perSecond) / of('without', (each) => each.perSecond);
    verdict(`with ÷ without, ${connections} connections, ${tenants} tenants`, ratio, 0.8);
    const refused = measured.with.reduce((sum, each) => sum + each.refused, 0);
    verdict(`refused with a key, ${connections} connections`, refused, 0, true);
  }
}

/** The whole program: the same orders while search, rollups and webhooks keep up, beside the same ceiling. */
async function program(stage: OrderStage, seconds: number): Promise<void> {
  const receiver = await startReceiver();
  const subscribers = await addTenants(stage.kernel, 10, () => receiver.url);
  const limits: number[] = [];
  const ours: Measured[] = [];
  const lags: number[] = [];
  const requests = placing(stage, TENANTS);
  const place = (forSeconds: number) =>
    load({ port: stage.port, connections: 64, seconds: forSeconds, requests });
  const warmingUp = stage.startWork();
  await Promise.all([
    place(COMPILED_AFTER_SECONDS),
    addSteadily(stage.kernel, subscribers, WEBHOOKS_PER_SECOND, COMPILED_AFTER_SECONDS),
  ]);
  await warmingUp.stop();
  for (let round = 0; round < ROUNDS; round++) {
    // Runs alone; its events are discarded, because all of them describe one order.
    limits.push(await ceiling(stage, TENANTS, seconds));
    await stage.owner.query('truncate event_queue');
    const work = stage.startWork();
    const lag = watchLag(stage);
    const webhooks = addSteadily(stage.kernel, subscribers, WEBHOOKS_PER_SECOND, seconds);
    ours.push(await place(seconds));
    await webhooks;
    lags.push(...(await lag.end()));
    await work.stop();
  }
  receiver.stop();
  const of = (pick: (measured: Measured) => number) => median(ours.map(pick));
  console.log(
    `\nOrders over HTTP, ${TENANTS} tenants, with ${WEBHOOKS_PER_SECOND} webhooks a second, everything keeping up, median of ${ROUNDS} rounds`,
  );
  console.table([
    { contender: 'ceiling: a transaction an order', 'per second': Math.round(median(limits)) },
    {
      contender: 'Colonnade, the whole program, 64 connections',
      'per second': Math.round(of((each) => each.perSecond)),
      'p50 ms': of((each) => each.p50).toFixed(1),
      'p99 ms': of((each) => each.p99).toFixed(1),
      refused: of((each) => each.refused),
    },
  ]);
  verdict('whole program ÷ ceiling', of((each) => each.perSecond) / median(limits), 0.9);
  verdict('seconds an event waits for its consumers, p99', percentile(lags, 99), 2, true);
}

/** Samples the age of the oldest waiting event, ten times a second. */
function watchLag({ owner }: OrderStage) {
  const lags: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await owner.query<{ lag: number }>(
        'select coalesce(extract(epoch from now() - min(at)), 0)::float as lag from event_queue',
      );
      lags.push(rows[0]!.lag);
      await sleep(100);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return lags;
    },
  };
}

/**
 * Compares with two bare Fastify routes: one that answers the same text, and one that parses and validates a body, on which
 * the limits of this design are based. Short rounds alternate, because a machine's speed may change within a second.
 */
async function me(stage: OrderStage, seconds: number): Promise<void> {
  const bare = await openBare(stage);
  const requests = stage.keys.map((key) => httpRequest('GET', '/v1/me', key));
  const order = orderBody(1);
  const contenders = {
    'a bare GET route': { port: bare.port, requests },
    'a bare POST route that validates an order': {
      port: bare.port,
      requests: stage.keys.map((key) => httpRequest('POST', '/v1/orders', key, order)),
    },
    Colonnade: { port: stage.port, requests },
  };
  for (const connections of [64, 256]) {
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < seconds * ROUNDS; round++) {
      for (const [name, contender] of Object.entries(contenders)) {
        const { perSecond } = await load({ ...contender, connections, seconds: 1 });
        rates[name] = [...(rates[name] ?? []), perSecond];
      }
    }
    console.log(
      `\nGET /v1/me, the key looked up on every request, ${connections} connections, median of ${seconds * ROUNDS} rounds`,
    );
    const rows = Object.entries(rates).map(([contender, each]) => ({ contender, perSecond: median(each) }));
    console.table(
      rows.map(({ contender, perSecond }) => ({ contender, 'per second': Math.round(perSecond) })),
    );
    const ours = rows.at(-1)!.perSecond;
    for (const { contender, perSecond } of rows.slice(0, -1)) {
      verdict(`ours ÷ ${contender}, ${connections} connections`, ours / perSecond, 0.7);
    }
  }
  await bare.close();
}

const AN_ORDER = {
  type: 'object',
  required: ['customerId', 'items'],
  properties: {
    customerId: { type: 'string', minLength: 36, maxLength: 36 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    items: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['sku', 'name', 'quantity', 'unitPrice'],
        properties: { sku: { type: 'string' }, quantity: { type: 'integer' }, unitPrice: { type: 'number' } },
      },
    },
  },
};

async function openBare(stage: OrderStage) {
  const bare = Fastify();
  const answer = (
    await stage.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${stage.keys[0]}` } })
  ).json();
  bare.get('/v1/me', async () => answer);
  bare.post('/v1/orders', { schema: { body: AN_ORDER } }, async () => answer);
  await bare.listen({ port: 0, host: '127.0.0.1' });
  return { port: (bare.server.address() as { port: number }).port, close: () => bare.close() };
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
