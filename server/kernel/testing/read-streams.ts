/** Reads the streams of an installation whole, as a test compares them with the database. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { epochOf, subjectsOf } from '#kernel/relay/message.ts';

export type StreamedMessage = {
  sequence: number;
  subject: string;
  event: { id: string; type: string; tenantId: string; createdAt: string; position: number; data: unknown };
};

/** The messages of each epoch, in order. */
export async function readStreams(
  url: string,
  installation = 'main',
): Promise<Map<number, StreamedMessage[]>> {
  const connection = await connect({ servers: new URL(url).host });
  try {
    const manager = await jetstreamManager(connection);
    const found = new Map<number, StreamedMessage[]>();
    for await (const name of manager.streams.names(subjectsOf(installation))) {
      const { state } = await manager.streams.info(name);
      const messages: StreamedMessage[] = [];
      if (state.messages > 0) {
        const consumer = await manager.jetstream().consumers.get(name);
        const reading = await consumer.consume({ max_messages: 1_000 });
        for await (const message of reading) {
          messages.push({ sequence: message.seq, subject: message.subject, event: message.json() });
          if (message.seq >= state.last_seq) break;
        }
        await reading.close();
      }
      found.set(epochOf(installation, name)!, messages);
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  } finally {
    await connection.close();
  }
}
