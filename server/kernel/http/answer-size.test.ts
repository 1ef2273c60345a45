import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { boundAnswers, MAX_ANSWER_BYTES } from './answer-size.ts';

const app = Fastify({ forceCloseConnections: true });
app.addHook('onRequest', async (request) => {
  const id = request.headers['x-tenant'];
  if (id !== undefined) request.actor = { tenant: { id } } as typeof request.actor;
});
app.addHook('onSend', boundAnswers());
app.get('/large', async () => {
  // Long enough for a client to disconnect meanwhile.
  await sleep(30);
  return 'x'.repeat(MAX_ANSWER_BYTES - 1);
});
const document = Buffer.alloc(MAX_ANSWER_BYTES / 8);
app.get('/document', async () => document);
app.get('/larger', async () => 'x'.repeat(MAX_ANSWER_BYTES + 1));
app.post('/larger', async () => 'x'.repeat(MAX_ANSWER_BYTES + 1));
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
after(() => app.close());

it('answers to clients that disconnected do not count as waiting', async () => {
  for (let n = 0; n < 40; n++) {
    const socket = connect(Number(url.port), url.hostname);
    socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    await sleep(5);
    socket.resetAndDestroy();
  }
  await sleep(100);
  const answer = await fetch(new URL('/large', url));
  assert.equal(answer.status, 200);
  await answer.arrayBuffer();
});

it('a tenant that reads none of its answers gets a quarter of the room; other tenants, and callers without one, get their answers', {
  timeout: 120_000,
}, async (t) => {
  const ask = async (tenant?: string) => {
    const answer = await fetch(new URL('/large', url), { headers: tenant ? { 'x-tenant': tenant } : {} });
    await answer.arrayBuffer();
    return answer.status;
  };
  const sockets: Socket[] = [];
  const leave = () => sockets.map((socket) => socket.destroy());
  t.after(leave);
  /** Sends requests without reading the answers, until one is refused. */
  const hoard = async (tenant?: string) => {
    while ((await ask(tenant)) === 200) {
      const socket = connect(Number(url.port), url.hostname).on('error', () => {});
      sockets.push(socket);
      socket.write(`GET /large HTTP/1.1\r\nhost: x\r\n${tenant ? `x-tenant: ${tenant}\r\n` : ''}\r\n`);
      await sleep(40);
    }
    assert.equal(await ask(tenant), 429);
  };
  await hoard('greedy');
  assert.deepEqual([await ask('other'), await ask()], [200, 200]);
  await hoard();
  assert.equal(await ask('other'), 200);
  // The same bytes for all callers, as of /docs and /v1/openapi.json.
  assert.equal((await fetch(new URL('/document', url))).status, 200);
  leave();
  while ((await ask('greedy')) !== 200 || (await ask()) !== 200) await sleep(20);
});

it('the answer to a write is sent however large it is: after an error the client would write again', async () => {
  assert.equal((await app.inject({ method: 'GET', url: '/larger' })).statusCode, 422);
  assert.equal((await app.inject({ method: 'POST', url: '/larger' })).statusCode, 200);
});
