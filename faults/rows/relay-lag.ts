/** The time from an order to its event in the stream of the relay, at three loads. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliverPolicy, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { streamName } from '#kernel/relay/message.ts';
import { readStreams } from '#kernel/testing/read-streams.ts';
import { call } from '../client.ts';
import { isAcknowledged } from '../load.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants } from '../tenants.ts';
import { openScene, type Scene } from './relay-scene.ts';

const LAG_SECONDS = 10;
/** Orders a second of the steady load, and the longest p99 of their way to the stream. */
const STEADY = 1_000;
const STEADY_P99_MS = 250;
const IN_BULK = 20;

/** Single orders, as fast as these senders can. Returns the number of acknowledged orders. */
async function placeSingly({ installation }: Scene, senders: number, pauseMs: number): Promise<number> {
  const loading = loadTenants(installation, { kinds: ['order'], senders, pauseMs });
  await sleep(LAG_SECONDS * 1_000);
  await loading.stop();
  return loading.wishes.filter(isAcknowledged).length;
}

/** Orders at a steady rate, in bulk: clients of single orders would take the processors from the program on a small machine. */
async function placeSteadily({ installation }: Scene): Promise<number> {
  const { tenants, url } = installation;
  const began = performance.now();
  const answers: Promise<number>[] = [];
  for (let n = 0; n < (STEADY * LAG_SECONDS) / IN_BULK; n++) {
    const { key, customerId } = tenants[n % tenants.length]!;
    const orders = Array.from({ length: IN_BULK }, () => ({
      customerId,
      items: [{ sku: 'TEA-1', name: 'Tea', quantity: 2, unitPrice: 4.5 }],
    }));
    const sent = call('POST', `${url}/v1/crm/orders/bulk`, { token: key, body: { orders } });
    answers.push(sent.then(({ body }) => body?.data?.created ?? 0));
    await sleep(Math.max(0, began + (n * IN_BULK * 1_000) / STEADY - performance.now()));
  }
  return (await Promise.all(answers)).reduce((sum, created) => sum + created, 0);
}

export const lag: Row = {
  name: 'relay: the time from an order to its event in the stream, under load',
  async run(stage) {
    const scene = await openScene(stage, 8);
    const { nats } = scene;
    await scene.relay();
    const connection = await connect({ servers: new URL(nats.url).host });
    stage.cleanUp(() => connection.close());
    await within(10, async () => (await readStreams(nats.url)).size === 1);
    const client = jetstream(connection);
    const consumer = await client.consumers.get(streamName('main', 1), { deliver_policy: DeliverPolicy.New });
    const late: number[] = [];
    const messages = await consumer.consume({
      max_messages: 5_000,
      callback: (message) => {
        const { type, createdAt } = message.json<{ type: string; createdAt: string }>();
        if (type === 'order.placed') late.push(Date.now() - Date.parse(createdAt));
      },
    });
    async function measure(place: () => Promise<number>): Promise<{ rate: number; p99: number }> {
      late.length = 0;
      const began = performance.now();
      const orders = await place();
      const rate = Math.round((orders * 1_000) / (performance.now() - began));
      await within(30, () => late.length >= orders);
      late.sort((a, b) => a - b);
      const at = (share: number) => late[Math.floor(late.length * share)] ?? Number.NaN;
      stage.note({ [`at ${rate} orders/s: p50`]: `${at(0.5)} ms`, [`p99 at ${rate}`]: `${at(0.99)} ms` });
      stage.check(`every order is in the stream: ${late.length} of ${orders}`, late.length === orders);
      return { rate, p99: at(0.99) };
    }
    await measure(() => placeSingly(scene, 4, 20));
    await measure(() => placeSingly(scene, 32, 0));
    const { rate, p99 } = await measure(() => placeSteadily(scene));
    stage.check(`the steady load was ${rate} of ${STEADY} orders/s`, rate > 0.95 * STEADY);
    stage.check(`p99 of ${p99} ms at ${rate} orders/s`, p99 < STEADY_P99_MS);
    await messages.close();
  },
};
