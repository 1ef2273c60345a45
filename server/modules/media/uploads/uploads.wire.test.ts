/** Uploads over the network: byte by byte, without a length, cut off, or large. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp({ MEDIA_MAX_MIB: '64' });
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);
const MEBIBYTE = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.bin"\r\n\r\n';
const TAIL = '\r\n--b--\r\n';
const sending = () => {
  const out = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/v1/media' },
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'multipart/form-data; boundary=b' },
  });
  out.on('error', () => {});
  const answered = once(out, 'response').then(async ([answer]: IncomingMessage[]) => ({
    status: answer!.statusCode,
    body: JSON.parse(Buffer.concat(await answer!.toArray()).toString()),
  }));
  answered.catch(() => {});
  return { out, answered };
};
const spooled = () => readdir(test.kernel.config.media.spoolDir);
const assets = async () => (await test.call('GET', '/v1/media', { token: tenant.key })).body.data.length;

it('a form that comes byte by byte, with its boundary cut anywhere, is read as one', async () => {
  const { out, answered } = sending();
  for (const byte of Buffer.from(`${HEAD}a\r\n--not the end${TAIL}`)) out.write(Buffer.from([byte]));
  out.end();
  const { status, body } = await answered;
  assert.deepEqual([status, body.data.size], [201, 'a\r\n--not the end'.length]);
});

it('a large file of unknown length passes through without being buffered in memory', async () => {
  const { out, answered } = sending();
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const piece = randomBytes(MEBIBYTE);
  const before = held();
  let peak = 0;
  out.write(HEAD);
  for (let n = 0; n < 60; n++) {
    if (!out.write(piece)) await once(out, 'drain');
    if (n % 10 === 9) peak = Math.max(peak, held() - before);
  }
  out.end(TAIL);
  const { status, body } = await answered;
  assert.deepEqual([status, body.data?.size], [201, 60 * MEBIBYTE]);
  // The limit allows for bytes in transit between two busy ends; a buffered file would be all sixty.
  assert.ok(peak < 40 * MEBIBYTE, `${peak / MEBIBYTE} MiB`);
});

it('a file that turns out too large is refused on the way, and nothing of it is kept', async () => {
  const before = await assets();
  const { out, answered } = sending();
  out.write(HEAD);
  let isRefused = false;
  answered.then(() => {
    isRefused = true;
  });
  for (let n = 0; n < 70 && !isRefused; n++) {
    out.write(Buffer.alloc(MEBIBYTE));
    await sleep(2);
  }
  const { status, body } = await answered;
  assert.deepEqual([status, body.error.code], [413, 'payload_too_large']);
  out.destroy();
  assert.deepEqual([await spooled(), await assets()], [[], before]);
});

it('a client that disconnects half-way leaves nothing behind', async () => {
  const before = await assets();
  const { out } = sending();
  out.write(HEAD);
  out.write(randomBytes(3 * MEBIBYTE));
  while ((await spooled()).length === 0) await sleep(5);
  out.destroy();
  for (let looks = 0; (await spooled()).length > 0; looks++) {
    assert.ok(looks < 500, 'the file is still there');
    await sleep(10);
  }
  assert.equal(await assets(), before);
});
