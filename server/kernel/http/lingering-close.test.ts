import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const { key } = await newTenant(test);

const post = (name: string, headers = '') => {
  const body = JSON.stringify({ name });
  return `POST /v1/crm/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
};
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n${headers}\r\n`;

/** Everything that the server sends to a client that sends these pieces, one after the other, until the connection ends. */
async function answersTo(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket
    .on('error', () => {})
    .on('data', (data) => {
      text += data;
    });
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(100);
  }
  await Promise.race([closed, sleep(5_000).then(() => assert.fail('the connection stays open'))]);
  return text;
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
const isThere = async (name: string) =>
  (await test.call('GET', `/v1/crm/customers?q=${name}`, { token: key })).body.data.length === 1;

describe('a connection closes after its last answer:', () => {
  it('a write that is followed by bytes that are not HTTP is answered with what it did', async () => {
    const text = await answersTo(`${post('Followed')}GARBAGE\r\n\r\n`);
    assert.deepEqual(statusesIn(text), ['201']);
    assert.match(text, /\r\nconnection: close\r\n/i);
    assert.ok(await isThere('Followed'));
  });

  it('a write with Connection: close and another request behind it is answered, and the other does not begin', async () => {
    const text = await answersTo(post('Last', 'connection: close\r\n') + post('Behind'));
    assert.deepEqual(statusesIn(text), ['201']);
    assert.deepEqual([await isThere('Last'), await isThere('Behind')], [true, false]);
  });

  it('no second head is written into an answer that has begun', async () => {
    for (let n = 0; n < 3; n++)
      await test.call('POST', '/v1/crm/customers', { token: key, body: { name: `C${n}` } });
    const text = await answersTo(`${get('/v1/crm/customers/export?format=ndjson')}GARBAGE\r\n\r\n`);
    assert.deepEqual(statusesIn(text), ['200']);
    assert.match(text, /\r\n0\r\n\r\n$/);
  });

  it('bytes that are not HTTP get 400, also in the body of a request', async () => {
    const chunked = post('Chunked').replace(
      /content-length: \d+\r\n\r\n.*$/s,
      'transfer-encoding: chunked\r\n\r\nXX\r\n',
    );
    for (const bytes of ['GARBAGE\r\n\r\n', chunked])
      assert.deepEqual(statusesIn(await answersTo(bytes)), ['400']);
  });

  it('a request that asks for an upgrade is served as the last, and nothing behind it is taken for another request', async () => {
    const smuggled = post('Smuggled');
    const outer = post('Outer').replace(
      /content-length: \d+\r\n\r\n.*$/s,
      `content-length: ${smuggled.length}\r\n\r\n`,
    );
    for (const protocol of ['websocket', 'h2c']) {
      const upgrade = get('/v1/me', `connection: Upgrade\r\nupgrade: ${protocol}\r\n`);
      const text = await answersTo(upgrade + outer, smuggled);
      assert.deepEqual(statusesIn(text), ['200']);
      assert.match(text, /\r\nconnection: close\r\n/i);
    }
    assert.equal(await isThere('Smuggled'), false);
  });

  it('a body that comes with a request for an upgrade is read', async () => {
    assert.deepEqual(
      statusesIn(await answersTo(post('Upgraded', 'connection: Upgrade\r\nupgrade: h2c\r\n'))),
      ['201'],
    );
  });
});
