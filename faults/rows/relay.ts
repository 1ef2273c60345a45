/** The relay to JetStream: whatever dies, the stream has each event once and in order, and a consumer misses nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { streamName } from '#kernel/relay/message.ts';
import type { TestNats } from '#kernel/testing/nats.ts';
import { readStreams } from '#kernel/testing/read-streams.ts';
import { consume } from '../../sdk/consume.ts';
import { isAcknowledged } from '../load.ts';
import { type Row, within } from '../stage.ts';
import { lag } from './relay-lag.ts';
import {
  checkOnceInOrder,
  DRAIN_SECONDS,
  idsInDatabase,
  load,
  openScene,
  type Scene,
} from './relay-scene.ts';

const killedBeforeNote: Row = {
  name: 'relay killed after it wrote to the stream and before it noted anything',
  async run(stage) {
    const scene = await openScene(stage);
    const first = await scene.relay({ CRASH_AT: 'after_publish_before_note:12' });
    const loading = load(scene.installation, 800);
    stage.check('it died at its crash point', (await first.ended).signal === 'SIGKILL');
    const second = await scene.relay({ CRASH_AT: 'after_publish_before_note:1' });
    stage.check('and again at the first passage', (await second.ended).signal === 'SIGKILL');
    await scene.relay();
    await loading.done;
    await checkOnceInOrder(scene, loading.wishes);
  },
};

const serverKilled: Row = {
  name: 'relay: nats-server killed -9 under load and restarted',
  async run(stage) {
    const scene = await openScene(stage);
    const program = await scene.relay();
    const loading = load(scene.installation);
    for (let kills = 0; kills < 4; kills++) {
      await sleep(stage.random.between(600, 1_800));
      await scene.nats.kill();
      await sleep(stage.random.between(100, 1_500));
      await scene.nats.start();
    }
    await sleep(1_000);
    await loading.stop();
    const refused = loading.wishes.filter((wish) => !isAcknowledged(wish)).length;
    stage.check(`every request was answered with 201: ${refused} were not`, refused === 0);
    await checkOnceInOrder(scene, loading.wishes);
    const lines = program.output().match(/cannot write to its stream/g)?.length ?? 0;
    stage.check(`the log says so once a minute: ${lines}`, lines === 1);
  },
};

const twoRelays: Row = {
  name: 'relay: two at once, because the lease is taken from each again and again',
  async run(stage) {
    const scene = await openScene(stage);
    const programs = [await scene.relay(), await scene.relay()];
    await within(10, async () => (await readStreams(scene.nats.url)).size === 1);
    await forgetIds(scene.nats);
    const loading = load(scene.installation, 1_500);
    let isOver = false;
    // Each process believes to have the lease until it notes its place, half a second later.
    const stealing = scene.installation.asOwner(async (owner) => {
      while (!isOver) {
        await owner.query("update relay set lease_until = '-infinity'");
        await sleep(50);
      }
    });
    // A process that slept goes on where it was, long after the other took over.
    for (let naps = 0; naps < 6; naps++) {
      const sleeper = programs[naps % 2]!;
      await sleep(400);
      sleeper.signal('SIGSTOP');
      await sleep(1_500);
      sleeper.signal('SIGCONT');
    }
    await loading.done;
    isOver = true;
    await stealing;
    await checkOnceInOrder(scene, loading.wishes);
    const refusals = programs.map(
      ({ output }) => output().match(/the stream refused an event/g)?.length ?? 0,
    );
    stage.check(`the stream refused events of the one that was late: ${refusals}`, Math.max(...refusals) > 0);
    stage.note({ refusals: refusals.join('+') });
  },
};

/** The server acknowledges an id that it remembers without storing it again, which would hide a second relay. */
async function forgetIds({ url }: TestNats): Promise<void> {
  const connection = await connect({ servers: new URL(url).host });
  const { streams } = await jetstream(connection).jetstreamManager();
  await streams.update(streamName('main', 1), { duplicate_window: 100e6 });
  await connection.close();
}

const storeSetBack: Row = {
  name: 'relay: the store of nats-server replaced by a copy from seconds ago',
  async run(stage) {
    const scene = await openScene(stage);
    const { nats, installation } = scene;
    await scene.relay();
    const connection = await connect({
      servers: new URL(nats.url).host,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
    });
    const seen = new Set<string>();
    let received = 0;
    const consumer = consume(connection, {
      name: 'watcher',
      async handle({ id }) {
        received += 1;
        seen.add(id);
      },
      park: async ({ id }) => stage.check(`parked ${id}`, false),
    });
    stage.cleanUp(async () => {
      await connection.close();
      await consumer.stop();
    });
    const loading = load(installation);
    await sleep(2_500);
    const copy = mkdtempSync(join(tmpdir(), 'colonnade-nats-copy-'));
    stage.cleanUp(() => rmSync(copy, { recursive: true, force: true }));
    // A copy of a stopped server is whole.
    await nats.kill('SIGTERM');
    cpSync(nats.store, copy, { recursive: true });
    await nats.start();
    await sleep(4_000);
    await nats.kill();
    rmSync(nats.store, { recursive: true, force: true });
    cpSync(copy, nats.store, { recursive: true });
    await nats.start();
    await sleep(2_000);
    await loading.stop();
    const expected = await idsInDatabase(installation);
    const missing = () => expected.filter((id) => !seen.has(id)).length;
    await within(DRAIN_SECONDS, () => missing() === 0);
    stage.check(`the consumer missed events: ${missing()}`, missing() === 0);
    const streams = [...(await readStreams(nats.url))];
    stage.check(`the epoch rose once: ${streams.map(([epoch]) => epoch)}`, streams.length === 2);
    const ids = streams.map(([, messages]) => messages.map(({ event }) => event.id));
    stage.check(
      'the two streams together have every event once, in order',
      ids.flat().join() === expected.join(),
    );
    stage.note({
      events: expected.length,
      'in epoch 1': ids[0]?.length ?? 0,
      'in epoch 2': ids[1]?.length ?? 0,
      'received twice': received - seen.size,
    });
  },
};

const consumerKilled: Row = {
  name: 'relay: a consumer killed between effect and acknowledgement',
  waits: true,
  async run(stage) {
    const scene = await openScene(stage);
    const { nats, installation } = scene;
    await scene.relay();
    const first = startConsumer(scene, 20);
    const loading = load(installation, 200);
    const [, signal] = await once(first, 'close');
    stage.check(`it died: ${signal}`, signal === 'SIGKILL');
    startConsumer(scene, 0);
    await loading.done;
    const placed = await installation.asOwner(async (owner) => {
      await within(DRAIN_SECONDS, async () => (await owner.query('select from event_queue')).rowCount === 0);
      const count = async (sql: string) => Number((await owner.query<{ n: string }>(sql)).rows[0]!.n);
      const orders = await count('select count(*) as n from orders');
      const counted = () => count('select coalesce(sum(orders), 0) as n from orders_counted');
      // The event that was under way comes again after 30 s.
      await within(DRAIN_SECONDS + 30, async () => (await counted()) === orders);
      await sleep(1_000);
      return { orders, counted: await counted() };
    });
    stage.check(`each order is counted once: ${JSON.stringify(placed)}`, placed.orders === placed.counted);
    const again = await redeliveries(nats);
    stage.check(`the event came twice: ${again}`, again >= 1);
    stage.note({ ...placed, 'came again': again });
  },
};

function startConsumer({ installation, nats }: Scene, dieAt: number): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../relay-consumer.ts')], {
    env: {
      PATH: process.env.PATH,
      ...{ DATABASE_URL: installation.databaseUrl, NATS_URL: nats.url, DIE_AT: String(dieAt) },
    },
    stdio: 'ignore',
  });
  installation.stage.cleanUp(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

/** The deliveries of the example's consumers beyond one for each event. */
async function redeliveries({ url }: TestNats): Promise<number> {
  const connection = await connect({ servers: new URL(url).host });
  try {
    const { consumers } = await jetstream(connection).jetstreamManager();
    let more = 0;
    for await (const { delivered, num_pending, config } of consumers.list(streamName('main', 1))) {
      const messages = (await readStreams(url))
        .get(1)!
        .filter(({ subject }) => subject.startsWith(config.filter_subject!.slice(0, -1))).length;
      more += delivered.consumer_seq - (messages - num_pending);
    }
    return more;
  } finally {
    await connection.close();
  }
}

export const relayRows: Row[] = [
  killedBeforeNote,
  serverKilled,
  twoRelays,
  storeSetBack,
  consumerKilled,
  lag,
];
