/** A real name server on a port of this machine, with the TXT records of the test. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type NameServer = { address: string; records: Map<string, string[]>; close(): void };

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answerTo(query, records), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, close: () => void socket.close() };
}

const HEADER = 12;
const NO_SUCH_NAME = 3;

/** RFC 1035: repeats the question, then has a TXT record for each text, its name a pointer to the question. */
function answerTo(query: Buffer, records: Map<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(HEADER, at + 5);
  const texts = records.get(labels.join('.').toLowerCase());
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (texts === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question, ...(texts ?? []).map(txtRecord)]);
}

function txtRecord(text: string): Buffer {
  const fixed = Buffer.from([0xc0, HEADER, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length]);
  return Buffer.concat([fixed, Buffer.from(text, 'latin1')]);
}
