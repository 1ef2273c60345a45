import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { httpReceiver, rawReceiver, sender } from '../testing/receivers.ts';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const moment = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));

test('consecutive sends share a connection', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => void response.end());
  const { post } = sender(t);
  const first = await post(receiver.url);
  const second = await post(receiver.url);
  assert.equal(receiver.accepted(), 1);
  assert.ok(first.timings.connectMs !== undefined);
  assert.equal(second.timings.connectMs, undefined);
  assert.equal(second.address, '127.0.0.1');
});

test('no more connections than the limit are opened, and waiting sends are served', async (t) => {
  let open = 0;
  let most = 0;
  const receiver = await httpReceiver(t, (_request, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 20);
  });
  const { post, freeConnections } = sender(t, { connectionsPerOrigin: 3 });
  assert.equal(freeConnections(receiver.url), 3);
  const sends = Promise.all(Array.from({ length: 12 }, () => post(receiver.url)));
  assert.equal(freeConnections(receiver.url), 0);
  for (const { outcome } of await sends) assert.equal(outcome, 'success');
  assert.equal(most, 3);
  assert.equal(receiver.accepted(), 3);
  assert.equal(freeConnections(receiver.url), 3);
});

test('a send that waits for a connection until the deadline fails with that reason and leaves no state behind', async (t) => {
  let requests = 0;
  let healed = false;
  const receiver = await rawReceiver(t, (socket) => {
    requests += 1;
    if (healed) socket.end(NO_CONTENT);
  });
  const { post, freeConnections } = sender(t, { connectionsPerOrigin: 1, timeoutMs: 150 });
  const results = await Promise.all(Array.from({ length: 30 }, () => post(receiver.url)));
  for (const { failure } of results) assert.equal(failure, 'timeout');
  // Deadlines a millisecond apart may let a few sends get a connection.
  assert.ok(results.filter(({ message }) => message.endsWith('nothing was sent.')).length >= 20);
  assert.ok(requests < 10);
  await moment();
  assert.equal(freeConnections(receiver.url), 1);
  healed = true;
  assert.equal((await post(receiver.url)).outcome, 'success');
});

test('a receiver that hangs does not delay another', async (t) => {
  const hanging = await rawReceiver(t, () => {});
  const healthy = await rawReceiver(t, (socket) => void socket.end(NO_CONTENT));
  const { post } = sender(t, { connectionsPerOrigin: 2, timeoutMs: 2_000 });
  const stuck = Array.from({ length: 20 }, () => post(hanging.url));
  const result = await post(healthy.url);
  assert.equal(result.outcome, 'success');
  assert.ok(result.durationMs < 1_500);
  await Promise.all(stuck);
});

test('a receiver that closes after each answer gets a new connection each time', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => {
    response.setHeader('connection', 'close').end('bye');
  });
  const { post, freeConnections } = sender(t, { connectionsPerOrigin: 1 });
  for (let n = 0; n < 4; n += 1) assert.equal((await post(receiver.url)).outcome, 'success');
  assert.equal(receiver.accepted(), 4);
  await moment();
  assert.equal(freeConnections(receiver.url), 1);
});

test('an answer that ends with the connection, as in HTTP/1.0, is a success', async (t) => {
  const receiver = await rawReceiver(t, (socket) => void socket.end('HTTP/1.0 200 OK\r\n\r\nfine'));
  const { post } = sender(t, { connectionsPerOrigin: 1 });
  for (let n = 0; n < 3; n += 1) assert.equal((await post(receiver.url)).answerBody, 'fine');
});

test('an idle connection that the receiver closed is replaced transparently', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => void response.end());
  const { post } = sender(t);
  await post(receiver.url);
  for (const socket of receiver.sockets) socket.destroy();
  await moment();
  assert.equal((await post(receiver.url)).outcome, 'success');
  assert.equal(receiver.accepted(), 2);
});

/** Answers the first request of each connection and breaks the connection when the second arrives. */
const onceEach = (socket: Socket) => {
  socket.write(NO_CONTENT);
  socket.once('data', () => socket.resetAndDestroy());
};

test('a send on a reused connection that breaks before any answer is repeated once on a fresh one', async (t) => {
  const receiver = await rawReceiver(t, onceEach);
  const { post } = sender(t);
  await post(receiver.url);
  const second = await post(receiver.url);
  assert.equal(second.outcome, 'success');
  assert.ok(second.timings.connectMs !== undefined);
  assert.equal(receiver.accepted(), 2);
});

test('a repeated send is not repeated again', async (t) => {
  let connections = 0;
  const receiver = await rawReceiver(t, (socket) => {
    connections += 1;
    if (connections === 1) onceEach(socket);
    else socket.resetAndDestroy();
  });
  const { post } = sender(t);
  await post(receiver.url);
  assert.equal((await post(receiver.url)).failure, 'reset');
  assert.equal(connections, 2);
});

test('bytes received on an idle connection are never used as an answer', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write(`${NO_CONTENT}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`);
  });
  const { post } = sender(t);
  await post(receiver.url);
  await moment();
  assert.equal((await post(receiver.url)).answerBody, '');
});

test('close waits for running sends, refuses new ones and closes every connection', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => {
    setTimeout(() => response.end(), 60);
  });
  const { post, close } = sender(t);
  const running = post(receiver.url);
  await moment(20);
  const closing = close();
  const refused = await post(receiver.url);
  assert.equal(refused.failure, 'other');
  assert.match(refused.message, /shutting down/);
  assert.equal((await running).outcome, 'success');
  await closing;
  await moment();
  assert.equal(receiver.sockets.size, 0);
});
