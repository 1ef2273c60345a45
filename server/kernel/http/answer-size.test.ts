import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { boundAnswers, MAX_ANSWER_BYTES } from './answer-size.ts';

const app = Fastify({ forceCloseConnections: true });
app.addHook('onSend', boundAnswers());
app.get('/large', async () => {
  // Long enough for a client to go meanwhile.
  await sleep(30);
  return 'x'.repeat(MAX_ANSWER_BYTES - 1);
});
app.get('/larger', async () => 'x'.repeat(MAX_ANSWER_BYTES + 1));
app.post('/larger', async () => 'x'.repeat(MAX_ANSWER_BYTES + 1));
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
after(() => app.close());

it('answers to clients that have gone are not counted among those that wait', async () => {
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

it('what was written is told however large the answer is: to refuse it would be to have it written again', async () => {
  assert.equal((await app.inject({ method: 'GET', url: '/larger' })).statusCode, 422);
  assert.equal((await app.inject({ method: 'POST', url: '/larger' })).statusCode, 200);
});
