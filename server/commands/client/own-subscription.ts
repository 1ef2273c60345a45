/** A subscription that lives as long as its command: its deliveries come to a port of this machine. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { type Connection, connectTo } from '../api.ts';
import { exchange } from './exchange.ts';
import { allSubscriptions, type Subscription } from './subscriptions.ts';

/** The answer of the program; a failure instead of a status if there was none. */
export type Forwarded = { status: number | null; body: string; failure: string | null };
export type Pass = (
  headers: IncomingHttpHeaders | Record<string, string>,
  body: Buffer,
) => Promise<Forwarded>;

const FOLDER = '/colonnade-listen/';
const PATH = '/v1/webhooks/subscriptions';
const GREETING = 'colonnade listen';
const CLEAN_UP_WITHIN_MS = 5_000;
const PROBE_MS = 1_000;
/** Names the machine: another machine cannot tell whether the command still runs here. */
const nameHere = () => `colonnade listen on ${hostname()}`;

export async function openSubscription(
  connection: Connection,
  events: string[],
  signingSecret: string | undefined,
  pass: Pass,
  signal: AbortSignal,
): Promise<{ secret: string; close(): Promise<void> }> {
  await removeLeftOver(connection, signal);
  const path = FOLDER + randomUUID();
  const server = createServer(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    if (request.method !== 'POST') return void response.end(GREETING);
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const { status, body: answer } = await pass(request.headers, body);
    // The server sees the answer of the program, and tries again after a failure as it would without this command.
    response.writeHead(status ?? 502).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  const wanted = { name: nameHere(), url: `http://127.0.0.1:${port}${path}`, events, signingSecret };
  const made: Subscription & { signingSecret: string } = await connectTo(connection, signal)
    .json('POST', PATH, wanted)
    .catch((error) => {
      stop();
      throw error;
    });
  return {
    secret: made.signingSecret,
    close: async () => {
      // The signal of the command is the reason for closing, so this request has one of its own.
      const api = connectTo(connection, AbortSignal.timeout(CLEAN_UP_WITHIN_MS));
      await api
        .json('DELETE', `${PATH}/${made.id}`)
        .catch((error: Error) =>
          console.error(
            `The subscription ${made.id} is still there: ${error.message} The next listen removes it.`,
          ),
        );
      stop();
    },
  };
}

/** Removes subscriptions of commands that were killed on this machine. */
async function removeLeftOver(connection: Connection, signal: AbortSignal): Promise<void> {
  const api = connectTo(connection, signal);
  for (const { id, name, url } of await allSubscriptions(connection, signal)) {
    if (name !== nameHere() || !url.includes(FOLDER) || (await isAnswered(url))) continue;
    await api.json('DELETE', `${PATH}/${id}`);
    console.error('Removed the subscription of an earlier listen that was killed.');
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await exchange(new URL(url), { method: 'GET', signal: AbortSignal.timeout(PROBE_MS) });
    return (await text(answer)) === GREETING;
  } catch {
    return false;
  }
}
