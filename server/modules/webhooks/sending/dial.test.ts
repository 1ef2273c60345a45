import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { httpReceiver, PRODUCTION, rawReceiver, sender } from '../testing/receivers.ts';
import { createDial, newTrace } from './dial.ts';
import { SendError } from './failures.ts';
import { createResolve } from './resolve.ts';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('an IP literal is refused at connect even without an earlier check', async () => {
  const dial = createDial(PRODUCTION, createResolve());
  for (const hostname of [
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    '64:ff9b::1',
  ]) {
    for (const protocol of ['https:', 'http:']) {
      const dialling = dial(
        { protocol, hostname, port: '' },
        newTrace(),
        new AbortController().signal,
        'shop',
      );
      await assert.rejects(
        dialling,
        (error) => error instanceof SendError && error.failure === 'address_refused',
      );
    }
  }
});

test('a name that resolves to loopback is refused at connect in production', async (t) => {
  const receiver = await rawReceiver(t, (socket) => void socket.end(NO_CONTENT));
  const resolve = () => createResolve()('localhost', 'shop');
  const result = await sender(t, { policy: PRODUCTION, resolve }).post(
    `https://hooks.example.com:${receiver.port}/`,
  );
  assert.equal(result.failure, 'address_refused');
  assert.equal(result.address, null);
  assert.doesNotMatch(result.message, /127|::1|localhost/);
  assert.equal(receiver.accepted(), 0);
});

test('a name that resolves to a public and an internal address is refused whole', async (t) => {
  for (const addresses of [
    ['8.8.8.8', '10.0.0.1'],
    ['2606:4700::1', '::ffff:8.8.8.8'],
    ['169.254.169.254'],
  ]) {
    const resolve = resolvingTo(...addresses);
    const result = await sender(t, { policy: PRODUCTION, resolve }).post('https://mixed.example.com/');
    assert.equal(result.failure, 'address_refused', addresses.join());
  }
});

test('a name that changes its address between two sends is checked again', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => {
    response.setHeader('connection', 'close').end();
  });
  const answers = ['127.0.0.1', '10.0.0.1'];
  const resolve = async () => [{ address: answers.shift()!, family: 4 }];
  const { post } = sender(t, { resolve });
  assert.equal((await post(receiver.url)).outcome, 'success');
  assert.equal((await post(receiver.url)).failure, 'address_refused');
});

test('plain http goes to loopback only, whatever the name resolves to', async (t) => {
  const allowNetworks = [{ address: '10.0.0.0', prefix: 8, family: 'ipv4' as const }];
  for (const address of ['8.8.8.8', '10.0.0.1']) {
    const policy = { allowLoopback: true, allowNetworks };
    const result = await sender(t, { policy, resolve: resolvingTo(address) }).post('http://localhost/');
    assert.equal(result.failure, 'address_refused');
  }
});

test('a name under .localhost resolves to loopback in development', async (t) => {
  const receiver = await rawReceiver(t, (socket) => void socket.end(NO_CONTENT));
  const result = await sender(t).post(`http://hooks.localhost:${receiver.port}/`);
  assert.equal(result.statusCode, 204);
});

test('a working one of several allowed addresses is used', async (t) => {
  const receiver = await rawReceiver(t, (socket) => void socket.end(NO_CONTENT));
  const resolve = resolvingTo('127.0.0.2', '127.0.0.1');
  const result = await sender(t, { resolve }).post(receiver.url);
  assert.equal(result.outcome, 'success');
  assert.equal(result.address, '127.0.0.1');
});

test('a name that does not exist is a dns failure', async (t) => {
  const result = await sender(t, { timeoutMs: 8_000 }).post('https://no-such-host.invalid/');
  assert.equal(result.failure, 'dns');
  assert.doesNotMatch(result.message, /ENOTFOUND|EAI_AGAIN|getaddrinfo/);
});

test('a send to a name whose server never answers fails at the deadline, and one look-up serves all waiting sends', async (t) => {
  let lookups = 0;
  const resolve = () => {
    lookups += 1;
    return new Promise<never>(() => {});
  };
  const { post } = sender(t, { resolve, timeoutMs: 150 });
  const results = await Promise.all(Array.from({ length: 5 }, () => post('https://slow.example.com/')));
  for (const { failure, message } of results) {
    assert.equal(failure, 'timeout');
    assert.equal(message, "The receiver's name was not resolved in time.");
  }
  assert.equal(lookups, 1);
});

test('a send to a receiver that never accepts fails at the deadline', async (t) => {
  // A stopped process with a full backlog: the kernel drops connection requests.
  const script = `const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));`;
  const stopped = spawn(process.execPath, ['-e', script]);
  t.after(() => stopped.kill('SIGKILL'));
  const port = Number((await once(stopped.stdout, 'data'))[0]);
  stopped.kill('SIGSTOP');
  const fillers = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  t.after(() => fillers.forEach((socket) => void socket.destroy()));
  await once(fillers[0]!, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const result = await sender(t, { timeoutMs: 200 }).post(`http://127.0.0.1:${port}/`);
  assert.equal(result.failure, 'timeout');
  assert.equal(result.message, 'The receiver did not accept the connection in time.');
  assert.equal(result.address, '127.0.0.1');
  assert.ok(result.durationMs < 4_000);
});

test('a closed port is a connect failure with the dialled address', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const result = await sender(t).post(`http://127.0.0.1:${port}/`);
  assert.equal(result.failure, 'connect');
  assert.equal(result.message, 'The receiver refused the connection.');
  assert.equal(result.address, '127.0.0.1');
});
