/**
 * A real name server on a port of this machine, with the records of the test. It never answers for names under hangs.example, nor
 * for IPv6 under four.example.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type NameServer = {
  address: string;
  /** TXT records by name. */
  records: Map<string, string[]>;
  /** IPv4 addresses by name. */
  addresses: Map<string, string>;
  /** The name of each question. */
  asked: string[];
  close(): void;
};

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, question } = questionIn(query);
    asked.push(name);
    if (name.endsWith('.hangs.example') || (type === AAAA && name.endsWith('.four.example'))) return;
    const address = addresses.get(name);
    const texts = records.get(name);
    const ofType: Record<number, Buffer[]> = {
      [A]: address === undefined ? [] : [addressRecord(address)],
      [TXT]: (texts ?? []).map(txtRecord),
    };
    const isKnown = address !== undefined || texts !== undefined;
    socket.send(answerTo(query, question, isKnown, ofType[type] ?? []), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, addresses, asked, close: () => void socket.close() };
}

const HEADER = 12;
const NO_SUCH_NAME = 3;
const A = 1;
const TXT = 16;
const AAAA = 28;

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  return { name, type: query.readUInt16BE(at + 1), question: query.subarray(HEADER, at + 5) };
}

/** RFC 1035: repeats the question, then has the records, the name of each a pointer to the question. */
function answerTo(query: Buffer, question: Buffer, isKnown: boolean, answers: Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (isKnown ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}

const txtRecord = (text: string): Buffer =>
  record(TXT, Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]));

const addressRecord = (address: string): Buffer => record(A, Buffer.from(address.split('.').map(Number)));

const record = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
