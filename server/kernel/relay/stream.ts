/** The streams of JetStream as the relay uses them. The packages of NATS are loaded here, and only when a relay runs. */
import type { JetStreamClient, JetStreamManager, PubAck, StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { StreamedEvent } from '#kernel/events/stream.sql.ts';
import type { RelaySettings } from '#kernel/relay/settings.ts';
import { type Erasable, epochOf, messageOf, streamName, subjectOf, subjectsOf } from './message.ts';
import type { Found } from './resume.ts';

/** An error of the server or of the way to it. The events wait in the database. */
export class StreamTrouble extends Error {
  /** The server refused an event, because the stream does not end with its predecessor. */
  readonly isRefusal: boolean;
  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

export type End = Pick<Found, 'last'> & { sequence: number };

/** The end of a stream behind which the next event is written. */
export type Place = { epoch: number; sequence: number; position: bigint; id: string | null };

export type Streams = {
  newestEpoch(): Promise<number>;
  /** Null if the stream does not exist. */
  readEnd(epoch: number): Promise<End | null>;
  /** Creates the stream of an epoch, or bounds the age of its messages if that is longer than events are stored. */
  ensure(epoch: number): Promise<void>;
  /** Deletes the streams of former epochs that have no messages any more. */
  deleteEmpty(before: number): Promise<void>;
  /**
   * Writes events behind a place, all under way at once, and moves the place along as they are acknowledged. Throws after the
   * first that is not; those behind it are refused by the server, because their predecessor is missing.
   */
  append(place: Place, events: StreamedEvent[]): Promise<void>;
  isClosed(): boolean;
  close(): Promise<void>;
};

const TIMEOUT_MS = 5_000;
const DAY_NS = 86_400e9;
/** The room for the headers of a message below the server's limit. */
const HEADER_BYTES = 1_024;
const STREAM_NOT_FOUND = 10_059;
/** "wrong last msg ID", "wrong last sequence", "expected stream does not match". */
const REFUSALS = [10_070, 10_071, 10_060];

export async function connectToStreams(
  settings: RelaySettings,
  maxAgeDays: number,
  erasable: Erasable,
): Promise<Streams> {
  const { servers, user, password, token, isTls, installation, replicas } = settings;
  const { connect } = await import('@nats-io/transport-node');
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
  const connection: NatsConnection = await attempt(
    connect({
      name: 'colonnade relay',
      servers,
      user,
      pass: password,
      token,
      tls: isTls ? {} : undefined,
      timeout: TIMEOUT_MS,
      // After an interruption the relay reads the end of the stream again, on a new connection.
      reconnect: false,
    }),
  );
  let manager: JetStreamManager;
  try {
    manager = await attempt(jetstreamManager(connection, { timeout: TIMEOUT_MS }));
  } catch (error) {
    await connection.close();
    throw error;
  }
  const client: JetStreamClient = jetstream(connection, { timeout: TIMEOUT_MS });
  const maxBytes = (connection.info?.max_payload ?? 1024 * 1024) - HEADER_BYTES;
  const maxAge = maxAgeDays * DAY_NS;
  const infoOf = (epoch: number) =>
    attempt(manager.streams.info(streamName(installation, epoch))).catch((error) => {
      if ((error.cause as { code?: number }).code === STREAM_NOT_FOUND) return null;
      throw error;
    });

  async function epochs(): Promise<number[]> {
    const names: string[] = [];
    const read = async () => {
      for await (const name of manager.streams.names(subjectsOf(installation))) names.push(name);
    };
    await attempt(read());
    return names.flatMap((name) => epochOf(installation, name) ?? []);
  }

  function send(place: Place, event: StreamedEvent): Promise<PubAck> {
    const { epoch, sequence: lastSequence, id } = place;
    return client.publish(subjectOf(installation, epoch, event), messageOf(event, erasable, maxBytes), {
      msgID: event.id,
      timeout: TIMEOUT_MS,
      expect: {
        streamName: streamName(installation, epoch),
        lastSequence,
        ...(id !== null && { lastMsgID: id }),
      },
    });
  }

  return {
    newestEpoch: async () => Math.max(0, ...(await epochs())),
    async readEnd(epoch) {
      const info = await infoOf(epoch);
      if (info === null) return null;
      const { last_seq: sequence } = info.state;
      const message =
        sequence === 0
          ? null
          : await attempt(manager.streams.getMessage(info.config.name, { seq: sequence }));
      return { sequence, last: message && eventOf(message) };
    },
    async ensure(epoch) {
      const info = await infoOf(epoch);
      const name = streamName(installation, epoch);
      if (info === null) {
        await attempt(
          manager.streams.add({
            name,
            subjects: [subjectsOf(installation, epoch)],
            max_age: maxAge,
            num_replicas: replicas,
          }),
        );
      } else if (info.config.max_age === 0 || info.config.max_age > maxAge) {
        await attempt(manager.streams.update(name, { max_age: maxAge }));
      }
    },
    async deleteEmpty(before) {
      for (const epoch of await epochs()) {
        if (epoch < before && (await infoOf(epoch))?.state.messages === 0)
          await attempt(manager.streams.delete(streamName(installation, epoch)));
      }
    },
    async append(place, events) {
      let end = place;
      const sent = events.map((event) => {
        const ack = send(end, event);
        end = { ...end, sequence: end.sequence + 1, id: event.id };
        return ack;
      });
      const answers = await Promise.allSettled(sent);
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'rejected') throw troubleOf(answer.reason);
        const { position, id } = events[index]!;
        // A repeated id is acknowledged with the place of the first.
        if (answer.value.seq !== place.sequence + 1)
          throw new StreamTrouble('an event is at another place', true);
        Object.assign(place, { sequence: answer.value.seq, position, id });
      }
    },
    isClosed: () => connection.isClosed(),
    close: () => connection.close(),
  };
}

/** Another program may have written to a subject of the stream. */
function eventOf(message: StoredMsg): NonNullable<End['last']> {
  try {
    const { id, position } = message.json<{ id: string; position: number }>();
    return { id, position: BigInt(position) };
  } catch {
    return 'foreign';
  }
}

async function attempt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw troubleOf(error);
  }
}

function troubleOf(error: unknown): StreamTrouble {
  const { code, message, name } = error as { code?: number; message?: string; name?: string };
  const trouble = new StreamTrouble(message || name || 'no answer', REFUSALS.includes(code ?? 0));
  trouble.cause = error;
  return trouble;
}
