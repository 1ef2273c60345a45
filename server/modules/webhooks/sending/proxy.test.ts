import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../testing/certificate.ts';
import { httpReceiver, listen, PRODUCTION, sender, tlsReceiver } from '../testing/receivers.ts';

type Asked = { to: string; authorization: string | undefined };

/** An HTTP proxy that connects wherever it is asked to, or answers with `refusal`. */
async function openProxy(t: TestContext, refusal: number | null = null) {
  const asked: Asked[] = [];
  const server = createHttpServer().on('connect', (request, socket) => {
    asked.push({ to: request.url!, authorization: request.headers['proxy-authorization'] });
    if (refusal !== null) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const [host, port] = request.url!.split(/:(?=\d+$)/) as [string, string];
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on('error', () => onward.destroy());
  });
  const { port } = await listen(t, server, 'http');
  return { url: new URL(`http://us%40er:pass@127.0.0.1:${port}`), asked };
}

test('a delivery goes through the proxy, over plain http and over TLS with its own checks', async (t) => {
  const proxy = await openProxy(t);
  const good = selfSigned(['localhost']);
  setDefaultCACertificates([good.cert]);
  const bodies: string[] = [];
  const plain = await httpReceiver(t, async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.end();
  });
  const secure = await tlsReceiver(t, good, (socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const foreign = await tlsReceiver(t, selfSigned(['localhost']), (socket) => void socket.end());
  const { post } = sender(t, { proxy: proxy.url });
  for (const { url } of [plain, secure]) {
    const result = await post(url);
    assert.equal(result.outcome, 'success', result.message);
    assert.equal(result.address, '127.0.0.1');
  }
  assert.equal((await post(foreign.url)).message, "The receiver's certificate is self-signed.");
  assert.deepEqual(bodies, ['{"id":1}']);
  const authorization = `Basic ${Buffer.from('us@er:pass').toString('base64')}`;
  const ports = [plain.port, secure.port, foreign.port];
  assert.deepEqual(
    proxy.asked,
    ports.map((port) => ({ to: `127.0.0.1:${port}`, authorization })),
  );
});

test('an address that is refused never reaches the proxy', async (t) => {
  const proxy = await openProxy(t);
  const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
  const { post } = sender(t, { proxy: proxy.url, policy: PRODUCTION, resolve });
  assert.equal((await post('https://inside.example/hook')).failure, 'address_refused');
  assert.deepEqual(proxy.asked, []);
});

test('a proxy that refuses, or is away, is a connect failure that names it', async (t) => {
  const refusing = await openProxy(t, 403);
  const away = new URL('http://127.0.0.1:9');
  const receiver = await httpReceiver(t, (_request, response) => void response.end());
  for (const proxy of [refusing.url, away]) {
    const result = await sender(t, { proxy }).post(receiver.url);
    assert.equal(result.failure, 'connect');
    assert.equal(result.message, 'The proxy of this server did not connect to the receiver.');
  }
});
