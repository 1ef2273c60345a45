/**
 * `listen --forward-to`: deliveries of the server reach a program on this machine. If the server can call this machine, a
 * subscription is made for as long as the command runs. Otherwise the events are read from the feed, and signed here.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { text } from 'node:stream/consumers';
import { typesOf } from '../../modules/webhooks/options/event-patterns.ts';
import { composeBody, composeHeaders } from '../../modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../../modules/webhooks/sending/signature.ts';
import { type Api, type Connection, connectTo } from '../api.ts';
import { Refusal, UsageError } from '../failures.ts';
import { assertSecret } from '../listen.ts';
import { dim, paintState, plain } from '../output.ts';
import { exchange } from './exchange.ts';
import { followFeed } from './feed.ts';
import { type Forwarded, openSubscription, type Pass } from './own-subscription.ts';

export type ForwardOptions = Connection & {
  forwardTo: string;
  events?: string;
  secret?: string;
  json?: boolean;
};
type Me = { actor: { role: string }; tenant: { id: string; name: string } };

/** As long as a receiver of a real delivery has. */
const ANSWER_WITHIN_MS = 10_000;

export async function forward(options: ForwardOptions, signal: AbortSignal): Promise<void> {
  const target = targetOf(options.forwardTo);
  assertSecret(options.secret);
  const asked = (options.events ?? '*').split(',').map((each) => each.trim());
  const api = connectTo(options, signal);
  const me: Me = await api.json('GET', '/v1/me');
  const pass = (headers: IncomingHttpHeaders | Record<string, string>, body: Buffer) =>
    forwardOne(target, headers, body, options);
  const began = (via: 'subscription' | 'feed', secret: string) => {
    if (options.json) {
      console.log(
        JSON.stringify({ ready: true, via, forwardTo: target.href, events: asked, signingSecret: secret }),
      );
    } else {
      console.error(
        `${via === 'subscription' ? 'Forwarding deliveries' : 'Reading the feed and forwarding events'} of ${plain(me.tenant.name)} to ${target.href}\nSigning secret: ${secret}\nStop with Ctrl-C.`,
      );
    }
  };
  const canSubscribe = ['admin', 'owner'].includes(me.actor.role) && isLocal(new URL(options.url).hostname);
  if (canSubscribe) {
    const opened = await openSubscription(options, asked, options.secret, pass, signal).catch(unlessRefused);
    if (opened !== null) {
      try {
        began('subscription', opened.secret);
        if (!signal.aborted) await once(signal, 'abort');
      } finally {
        await opened.close();
      }
      return;
    }
  }
  await forwardFeed(api, me, asked, options.secret ?? newSigningSecret(), pass, began, signal);
}

/** A server in production takes no address of this machine; the feed works there too. */
function unlessRefused(error: unknown): null {
  const details = error instanceof Refusal && error.status === 422 ? error.details : [];
  if (Array.isArray(details) && details.some(({ path }) => path === 'url')) return null;
  throw error;
}

/** The address, a port alone, or a host and a path. */
function targetOf(given: string): URL {
  const text = /^\d+$/.test(given) ? `http://localhost:${given}/` : given;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null) {
    throw new UsageError(`--forward-to takes an address, such as localhost:4000/hook; "${given}" is none.`);
  }
  return url;
}

const isLocal = (host: string) =>
  /^(.+\.)?localhost$/i.test(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));

async function forwardOne(
  target: URL,
  given: IncomingHttpHeaders | Record<string, string>,
  body: Buffer,
  { json }: ForwardOptions,
): Promise<Forwarded> {
  // These belong to the connection with the server, and the length is that of the body.
  const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = given;
  const startedAt = performance.now();
  const result = await exchange(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    body,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (answer): Promise<Forwarded> => ({
      status: answer.statusCode!,
      body: (await text(answer).catch(() => '')).slice(0, 4096),
      failure: null,
    }),
    (error): Forwarded => ({ status: null, body: '', failure: failureOf(error) }),
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const [event, delivery] = ['x-service-event', 'x-service-delivery'].map((name) => headerOf(given, name));
  const { status, failure } = result;
  console.log(
    json
      ? JSON.stringify({ at: new Date().toISOString(), event, delivery, status, failure, durationMs })
      : `${dim(new Date().toTimeString().slice(0, 8))}  ${paintState(String(status ?? failure))}  ${String(durationMs).padStart(5)} ms  ${plain(event!)}  ${dim(plain(delivery!))}`,
  );
  return result;
}

const headerOf = (headers: object, wanted: string): string =>
  String(Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '');

function failureOf(error: NodeJS.ErrnoException): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timed_out';
  return error.code === 'ECONNREFUSED' ? 'connection_refused' : (error.code ?? 'failed').toLowerCase();
}

async function forwardFeed(
  api: Api,
  me: Me,
  asked: string[],
  secret: string,
  pass: Pass,
  began: (via: 'feed', secret: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const types = asked.includes('*') ? undefined : typesOf(await api.json('GET', '/v1/events/types'), asked);
  if (types?.length === 0) {
    throw new UsageError(
      `No event type that webhooks carry is ${asked.join(' or ')}. See: npx colonnade list event-types`,
    );
  }
  const signing = { keys: keysOf(secret), former: [], privateKey: null, headers: {} };
  const events = followFeed(api, { types: types?.join(',') }, () => began('feed', secret), signal);
  for await (const event of events) {
    const at = new Date();
    const delivery = {
      id: randomUUID(),
      event_type: event.type,
      event_id: event.id,
      at: new Date(event.createdAt),
      data: JSON.stringify(event.data),
    };
    const body = Buffer.from(composeBody(me.tenant.id, delivery, at.toISOString()));
    await pass(composeHeaders(delivery, body, at, signing), body);
  }
}
