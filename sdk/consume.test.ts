/** The consumer on a real server of NATS. `npm run test:faults -- relay` kills it between effect and acknowledgement. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import {
  messageOf,
  streamName,
  subjectOf,
  subjectsOf,
  PARTITIONS as WRITTEN,
} from '../server/kernel/relay/message.ts';
import { startNats, WITHOUT_NATS } from '../server/kernel/testing/nats.ts';
import { consume, PARTITIONS, type StreamEvent } from './consume.ts';

const nats = await startNats();
after(() => nats?.close());

it('a consumer reads every partition that the relay writes', () => assert.equal(PARTITIONS, WRITTEN));

describe('a consumer', { skip: nats === null && WITHOUT_NATS }, async () => {
  if (nats === null) return;
  const connection = await connect({
    servers: new URL(nats.url).host,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
  });
  after(() => connection.close());
  const manager = await jetstreamManager(connection);
  const TENANTS = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`);
  let position = 0n;
  async function write(epoch: number, count: number): Promise<void> {
    await manager.streams.add({ name: streamName('main', epoch), subjects: [subjectsOf('main', epoch)] });
    for (let n = 0; n < count; n++) {
      const event = {
        ...{ position: ++position, id: crypto.randomUUID(), tenant_id: TENANTS[n % TENANTS.length]! },
        ...{ type: n % 5 === 4 ? 'order.paid' : 'order.placed', created_at: new Date(), data: '{"n":1}' },
      };
      await manager
        .jetstream()
        .publish(subjectOf('main', epoch, event), messageOf(event, new Map(), 1_000_000), {
          msgID: event.id,
        });
    }
  }
  const within = async (what: string, holds: () => boolean) => {
    for (const end = Date.now() + 20_000; !holds(); await sleep(20)) assert.ok(Date.now() < end, what);
  };

  it("gets the chosen types, a tenant's in order also if one fails, and goes on in a new epoch", async () => {
    await write(1, 30);
    const done: StreamEvent[] = [];
    const tries: { position: number; redelivered: boolean }[] = [];
    const consumer = consume(connection, {
      name: 'test',
      types: ['order.placed'],
      async handle(event, { redelivered }) {
        tries.push({ position: event.position, redelivered });
        if (event.position === 4 && !redelivered) throw new Error('not yet');
        done.push(event);
      },
      park: async () => assert.fail('nothing failed eight times'),
    });
    await within('the first stream', () => done.length === 24);
    await write(2, 10);
    await within('the second stream', () => done.length === 32);
    await consumer.stop();
    for (const tenant of TENANTS) {
      const positions = done.filter(({ tenantId }) => tenantId === tenant).map((event) => event.position);
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
        tenant,
      );
    }
    assert.deepEqual(
      tries.filter((each) => each.position === 4).map(({ redelivered }) => redelivered),
      [false, true],
    );
    const again: StreamEvent[] = [];
    const restarted = consume(connection, {
      name: 'test',
      handle: async (event) => void again.push(event),
      park: async () => {},
    });
    await write(3, 4);
    await within('the third stream', () => again.length > 0);
    await sleep(200);
    await restarted.stop();
    assert.ok(
      again.every((event) => event.position > 40),
      'a restart repeats nothing',
    );
  });

  it('goes on behind a message that is no event, and reports it', async () => {
    const done: string[] = [];
    const troubles: string[] = [];
    const tenant = TENANTS[0]!;
    const subject = subjectOf('main', 3, { tenant_id: tenant, type: 'order.placed' } as never);
    await manager.jetstream().publish(subject, 'no event');
    const consumer = consume(connection, {
      name: 'test',
      handle: async ({ tenantId }) => void done.push(tenantId),
      park: async () => {},
      onTrouble: ({ message }) => troubles.push(message),
    });
    await write(3, 1);
    await within('the event behind it', () => done.includes(tenant));
    await consumer.stop();
    assert.ok(
      troubles.some((trouble) => trouble.includes(subject)),
      String(troubles),
    );
  });

  it('begins when the server comes back, if it was away at first', async () => {
    await write(3, 3);
    await nats.kill();
    const done: StreamEvent[] = [];
    const troubles: string[] = [];
    const consumer = consume(connection, {
      name: 'patient',
      handle: async (event) => void done.push(event),
      park: async () => {},
      onTrouble: ({ message }) => troubles.push(message),
    });
    await within('it reports that the server is away', () => troubles.length > 0);
    await nats.start();
    await within('it gets the events', () => done.length > 0);
    await consumer.stop();
  });
});
