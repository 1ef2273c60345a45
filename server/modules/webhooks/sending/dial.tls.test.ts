import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../testing/certificate.ts';
import { httpReceiver, rawReceiver, sender, tlsReceiver } from '../testing/receivers.ts';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

test('https to a port that speaks plain http is a tls failure', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => void response.end());
  const result = await sender(t).post(receiver.url.replace('http:', 'https:'));
  assert.equal(result.failure, 'tls');
  assert.equal(result.message, 'The TLS handshake with the receiver failed.');
});

test('a TLS handshake that never ends is a timeout', async (t) => {
  const receiver = await rawReceiver(t, () => {});
  const result = await sender(t, { timeoutMs: 200 }).post(receiver.url.replace('http:', 'https:'));
  assert.equal(result.failure, 'timeout');
  assert.equal(result.message, 'The receiver did not finish the TLS handshake in time.');
  assert.ok(result.durationMs < 4_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(receiver.sockets.size, 0);
});

test('a connection closed during the TLS handshake is a tls failure', async (t) => {
  const receiver = await rawReceiver(t, (socket) => void socket.end());
  assert.equal((await sender(t).post(receiver.url.replace('http:', 'https:'))).failure, 'tls');
});

test('a self-signed certificate is a tls failure, even if the environment trusts it', async (t) => {
  const receiver = await tlsReceiver(t, selfSigned(['localhost']), (socket) => void socket.end(NO_CONTENT));
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const result = await sender(t).post(receiver.url);
  assert.equal(result.failure, 'tls');
  assert.equal(result.message, "The receiver's certificate is self-signed.");
});

test('a trusted certificate is accepted only for its own name and validity', async (t) => {
  const good = selfSigned(['localhost']);
  const foreign = selfSigned(['example.com']);
  const expired = selfSigned(['localhost'], { from: -3, to: -1 });
  setDefaultCACertificates([good.cert, foreign.cert, expired.cert]);
  const names: unknown[] = [];
  const answer = (socket: { servername?: unknown; write(text: string): void }) => {
    names.push(socket.servername);
    socket.write(NO_CONTENT);
  };
  const { post } = sender(t);
  const accepted = await tlsReceiver(t, good, answer);
  const result = await post(accepted.url);
  assert.equal(result.outcome, 'success', result.message);
  assert.ok(result.timings.tlsMs! > 0);
  assert.equal(result.address, '127.0.0.1');
  assert.equal((await post(accepted.url.replace('localhost', 'localhost.'))).outcome, 'success');
  assert.deepEqual(names, ['localhost', 'localhost']);

  const other = await post((await tlsReceiver(t, foreign, answer)).url);
  assert.equal(other.failure, 'tls');
  assert.equal(other.message, "The receiver's certificate is for another name.");
  const late = await post((await tlsReceiver(t, expired, answer)).url);
  assert.equal(late.message, "The receiver's certificate has expired.");
});

test('an endless chunk extension over TLS is cut off', async (t) => {
  const certificate = selfSigned(['localhost']);
  setDefaultCACertificates([certificate.cert]);
  const receiver = await tlsReceiver(t, certificate, (socket) => {
    const pump = () => {
      while (!socket.destroyed && socket.write('e'.repeat(10_000)));
      socket.once('drain', pump);
    };
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;');
    pump();
  });
  const result = await sender(t).post(receiver.url);
  assert.equal(result.outcome, 'success');
  assert.ok(result.durationMs < 5_000);
});
