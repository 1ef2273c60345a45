import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { eventually } from '#kernel/testing/eventually.ts';
import type { App } from '../app.ts';
import { parseBody } from './body.ts';
import { LARGE_BODY, MOST_WAITING, placeLargeBodies } from './large-bodies.ts';

const MOST = 2;
/** The bodies between their parsing and their answer, by tenant, and the most of them. */
const working: Record<string, number> = {};
const most: Record<string, number> = {};
/** Answers wait for it. */
let gate = Promise.withResolvers<void>();

const app = Fastify({ forceCloseConnections: true });
app.decorateRequest('rawBody');
app.decorateRequest('bodyProblems');
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBody);
const place = placeLargeBodies(app as unknown as App, MOST);
app.addHook('onRequest', async (request, reply) => {
  const id = request.headers['x-tenant'];
  if (id !== undefined) request.actor = { tenant: { id } } as typeof request.actor;
  place(request, reply);
});
app.get('/', async () => 'alive');
app.post('/', async (request) => {
  const { id } = request.actor.tenant;
  working[id] = (working[id] ?? 0) + 1;
  most.begun = (most.begun ?? 0) + 1;
  most[id] = Math.max(most[id] ?? 0, working[id]);
  await gate.promise;
  working[id] -= 1;
  if ((request.body as { answer?: false }).answer === false) return;
  return 'done';
});
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
after(() => app.close());

const LARGE = JSON.stringify({ text: 'x'.repeat(LARGE_BODY) });
const send = (tenant: string, body: string | ReadableStream = LARGE) =>
  fetch(url, {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: { 'content-type': 'application/json', 'x-tenant': tenant },
  } as RequestInit).then((answer) => answer.status);

beforeEach(() => {
  for (const tenant of Object.keys(most)) delete most[tenant];
  gate = Promise.withResolvers();
});

// Comes first: no other tenant was active in the last ten seconds.
it('the bodies of a tenant that is alone, but for requests without a tenant, do not wait', async () => {
  const sent = Array.from({ length: 7 }, () => send('large'));
  await (await fetch(url)).text();
  sent.push(send('large'));
  await eventually('they are under way', () => working.large === 8);
  gate.resolve();
  await Promise.all(sent);
  assert.equal(await send('other', '{}'), 200);
});

it('a tenant in company has few large bodies under way at once, and all of them are answered', async () => {
  const sent = Array.from({ length: 7 }, () => send('large'));
  await eventually('they are under way', () => working.large === MOST);
  await sleep(50);
  gate.resolve();
  assert.deepEqual(await Promise.all(sent), Array(7).fill(200));
  assert.equal(most.large, MOST);
});

it('small bodies, and those of other tenants, do not wait for the places of a tenant', async () => {
  const sent = Array.from({ length: 5 }, () => send('large'));
  await eventually('they are under way', () => working.large === MOST);
  sent.push(send('large', '{}'), send('other'));
  await eventually('both are under way', () => working.large === MOST + 1 && working.other === 1);
  gate.resolve();
  assert.deepEqual(await Promise.all(sent), Array(7).fill(200));
});

it('a body in chunks is counted by what it is', async () => {
  const chunks = (text: string) => new Blob([text]).stream();
  const sent = Array.from({ length: 5 }, () => send('large', chunks(LARGE)));
  sent.push(send('large', chunks('{}')));
  await eventually('they are under way', () => working.large === MOST + 1);
  await sleep(50);
  assert.equal(most.large, MOST + 1);
  gate.resolve();
  assert.deepEqual(await Promise.all(sent), Array(6).fill(200));
});

it('a body that waits is in memory once: its parser gives no promise, beside which Fastify would keep the pieces', async () => {
  const waiting = Promise.withResolvers<void>();
  const request = { headers: {}, takePlace: () => waiting.promise, routeOptions: { config: {} } };
  const { promise: parsed, resolve } = Promise.withResolvers<unknown>();
  const given = parseBody(request as unknown as FastifyRequest, Buffer.from(LARGE), (_, body) =>
    resolve(body),
  );
  assert.equal(given, undefined);
  waiting.resolve();
  assert.deepEqual(await parsed, JSON.parse(LARGE));
});

it('beyond a few that wait, a tenant is asked to send large bodies later', async () => {
  const sent = Array.from({ length: MOST + MOST_WAITING + 3 }, () => send('large'));
  await eventually('they are under way', () => working.large === MOST);
  // The refusals come first.
  const statuses = [await Promise.race(sent)];
  gate.resolve();
  statuses.push(...(await Promise.all(sent)));
  assert.deepEqual(Map.groupBy(statuses, String).keys().toArray(), ['429', '200']);
  assert.equal(statuses.filter((status) => status === 429).length, 1 + 3);
  assert.equal(await send('large'), 200);
});

it('a refused body frees its place', async () => {
  const broken = LARGE.slice(0, -1);
  const answers = Array.from({ length: 5 }, () => send('large', broken));
  assert.deepEqual(await Promise.all(answers), Array(5).fill(400));
  gate.resolve();
  assert.equal(await send('large'), 200);
});

it('a client that goes before its answer, or while it waits for a place, frees its place', async () => {
  const body = JSON.stringify({ answer: false, text: 'x'.repeat(LARGE_BODY) });
  const head = `POST / HTTP/1.1\r\nhost: x\r\nx-tenant: large\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const sockets = Array.from({ length: 5 }, () => {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(head + body);
    return socket;
  });
  await eventually('they are under way', () => working.large === MOST);
  await sleep(50);
  const begun = most.begun;
  for (const socket of sockets) socket.resetAndDestroy();
  await sleep(1_200);
  assert.equal(most.begun, begun, 'those that waited are not worked on');
  gate.resolve();
  assert.equal(await send('large'), 200);
  assert.equal(most.begun, begun! + 1);
});
