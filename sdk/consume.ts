/**
 * For workers in other programs: reads the events that Colonnade's relay writes to JetStream, each at least once, and those of a
 * tenant in order. Runs in Node, with the packages @nats-io/jetstream and @nats-io/transport-node.
 */
import { AckPolicy, DeliverPolicy, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export type StreamEvent = {
  /** The same if the event comes again. */
  id: string;
  type: string;
  tenantId: string;
  createdAt: string;
  /** Grows from event to event of the installation, unless its database loses its end: then positions come again, in a new epoch. */
  position: number;
  data: Record<string, unknown> | null;
  /** The event is larger than a message may be; the API has the rest. */
  isDataLeftOut?: true;
};

export type Delivery = {
  /** This event came before. Its effect may have happened, also if this process does not know of it. */
  redelivered: boolean;
  /** 1 for the first time. */
  attempt: number;
};

export type ConsumerOptions = {
  /** The name of this consumer: processes with the same one share the events. Letters, digits, - and _. */
  name: string;
  /**
   * Has the effect of an event. It stores the event's id in the transaction of the effect, and does nothing if the id is there
   * already: so the effect happens once. An error makes the event come again, and the later events of its partition wait for it.
   */
  handle(event: StreamEvent, delivery: Delivery): Promise<void>;
  /** Stores an event that failed eight times, for a person to see to. May get an event twice. */
  park(event: StreamEvent, error: unknown): Promise<void>;
  /** Only these types; without it, all. */
  types?: string[];
  /** NATS_NAME of the installation. */
  installation?: string;
  /** Called when the server cannot be reached or refuses something; the consumer tries again. */
  onTrouble?(error: Error): void;
};

/** Tenants are divided by a hash. Each partition has one event under way, which keeps the events of a tenant in order. */
export const PARTITIONS = 16;
const MAX_ATTEMPTS = 8;
const ACK_WAIT_MS = 30_000;
/** Tells the server that an event is still being processed. */
const WORKING_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const PARK_RETRY_MS = 30_000;
const PULL_MS = 2_000;
const PAUSE_MS = 1_000;

/**
 * Begins with the oldest events of the stream. `connection` should reconnect for ever: `connect({ servers, maxReconnectAttempts:
 * -1 })`. `stop` waits for the events under way, and leaves the connection open.
 */
export function consume(connection: NatsConnection, options: ConsumerOptions): { stop(): Promise<void> } {
  const { name, handle, park, installation = 'main', onTrouble = () => {} } = options;
  const types = options.types && new Set(options.types);
  const stopping = new AbortController();
  const { signal } = stopping;
  // The server is not checked here: it may be away, and each request reports that by itself.
  const manager = jetstreamManager(connection, { checkAPI: false });
  const epochs = shared(PAUSE_MS, () => readEpochs());

  /** The relay begins a new stream if one has lost events: `events-main-1`, `events-main-2`. */
  async function readEpochs(): Promise<number[]> {
    const found: number[] = [];
    const start = `events-${installation}-`;
    for await (const stream of (await manager).streams.names(`colonnade.${installation}.>`)) {
      const epoch = Number(stream.startsWith(start) ? stream.slice(start.length) : Number.NaN);
      if (Number.isInteger(epoch)) found.push(epoch);
    }
    return found.sort((a, b) => a - b);
  }

  async function followPartition(partition: number): Promise<void> {
    for (let read = 0; !signal.aborted; ) {
      try {
        const epoch = (await epochs()).find((each) => each > read);
        if (epoch === undefined) await pause(PAUSE_MS, signal);
        else if (await readStream(epoch, partition)) read = epoch;
      } catch (error) {
        if (signal.aborted) return;
        onTrouble(error as Error);
        await pause(PAUSE_MS, signal);
      }
    }
  }

  /** Returns true when all events of the stream are processed and a later stream exists. */
  async function readStream(epoch: number, partition: number): Promise<boolean> {
    const { consumers, jetstream } = await manager.then((each) => ({
      consumers: each.consumers,
      jetstream: each.jetstream(),
    }));
    const stream = `events-${installation}-${epoch}`;
    const durable = `${name}-${partition}`;
    await consumers.add(stream, {
      durable_name: durable,
      filter_subject: `colonnade.${installation}.${epoch}.${partition}.>`,
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_MS * 1e6,
      max_ack_pending: 1,
    });
    const consumer = await jetstream.consumers.get(stream, durable);
    while (!signal.aborted) {
      const message = await consumer.next({ expires: PULL_MS });
      if (message !== null) await process(message);
      else if ((await epochs()).some((each) => each > epoch)) {
        // The relay writes no more to this stream.
        const { num_pending, num_ack_pending } = await consumers.info(stream, durable);
        if (num_pending === 0 && num_ack_pending === 0) return true;
      }
    }
    return false;
  }

  async function process(message: JsMsg): Promise<void> {
    const event = eventOf(message);
    if (event === null) {
      onTrouble(new Error(`A message of ${message.subject} is no event of Colonnade. It is left out.`));
      return message.term();
    }
    const { deliveryCount: attempt } = message.info;
    const working = setInterval(() => message.working(), WORKING_EVERY_MS);
    try {
      if (types === undefined || types.has(event.type)) await tryOrPark(event, attempt);
      message.ack();
    } catch (error) {
      onTrouble(error as Error);
      message.nak(attempt < MAX_ATTEMPTS ? FIRST_RETRY_MS * 2 ** (attempt - 1) : PARK_RETRY_MS);
    } finally {
      clearInterval(working);
    }
  }

  /** The server would drop an event after its last delivery, also if the process died in it. So the deliveries are counted here. */
  async function tryOrPark(event: StreamEvent, attempt: number): Promise<void> {
    if (attempt > MAX_ATTEMPTS)
      return park(event, new Error(`It was not finished in ${MAX_ATTEMPTS} attempts.`));
    try {
      await handle(event, { redelivered: attempt > 1, attempt });
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error;
      await park(event, error);
    }
  }

  const running = Promise.all(
    Array.from({ length: PARTITIONS }, (_, partition) => followPartition(partition)),
  );
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Null for a message that another program wrote to a subject of the stream. */
function eventOf(message: JsMsg): StreamEvent | null {
  try {
    const event = message.json<StreamEvent>();
    return typeof event.id === 'string' && typeof event.type === 'string' ? event : null;
  } catch {
    return null;
  }
}

/** Callers within the time share one answer. */
function shared<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let latest: { answer: Promise<T>; at: number } | null = null;
  return () => {
    if (latest === null || performance.now() - latest.at > ms) {
      latest = { answer: ask(), at: performance.now() };
      latest.answer.catch(() => {
        latest = null;
      });
    }
    return latest.answer;
  };
}

/** Ends early when the consumer stops. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
