import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../../testing.ts';
import { hostileSvg, jpeg } from '../testing/images.ts';
import { uploaded } from '../testing/uploads.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);

/** Fetches from outside, over a socket. */
const fetchPath = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
const pathOf = (url: string) => url.slice(test.kernel.config.publicUrl.length);
const newFile = (bytes: Buffer | string, filename = 'file.bin') =>
  uploaded(test, tenant.key, bytes, { filename });

describe('a public file', () => {
  it('is served to anyone, byte for byte, and cacheable for a year under its versioned address', async () => {
    const bytes = await jpeg(50, 50);
    const { url, size } = await newFile(bytes, 'a.jpg');
    const answer = await fetchPath(pathOf(url));
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
    const header = (name: string) => answer.headers.get(name);
    assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(header('content-type'), 'image/jpeg');
    assert.equal(header('content-length'), String(size));
    assert.equal(header('accept-ranges'), 'bytes');
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.equal(header('access-control-allow-origin'), '*');
    assert.match(header('etag')!, /^"[0-9a-f]{16}"$/);
  });

  it('is cacheable for a minute only when its address names no version, or a former one', async () => {
    const { url } = await newFile(randomBytes(10));
    for (const path of [pathOf(url).replace(/\?.*/, ''), pathOf(url).replace(/v=.*/, 'v=0123456789abcdef')]) {
      const answer = await fetchPath(path);
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
      await answer.arrayBuffer();
    }
  });

  it('is not sent again to a client that has it', async () => {
    const path = pathOf((await newFile(randomBytes(10))).url);
    const etag = (await fetchPath(path)).headers.get('etag')!;
    const answer = await fetchPath(path, { 'if-none-match': etag });
    assert.deepEqual([answer.status, await answer.text()], [304, '']);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { url, size } = await newFile(randomBytes(5000));
    const answer = await fetchPath(pathOf(url), {}, 'HEAD');
    assert.deepEqual([answer.status, answer.headers.get('content-length')], [200, String(size)]);
    assert.equal(await answer.text(), '');
  });

  it('is sent in part when a range is requested', async () => {
    const path = pathOf((await newFile('0123456789', 'digits.txt')).url);
    for (const [range, text, contentRange] of [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=2-5', '2345', 'bytes 2-5/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
    ] as const) {
      const answer = await fetchPath(path, { range });
      assert.deepEqual(
        [answer.status, await answer.text(), answer.headers.get('content-range')],
        [206, text, contentRange],
      );
      assert.equal(answer.headers.get('content-length'), String(text.length));
    }
    const head = await fetchPath(path, { range: 'bytes=2-5' }, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [206, '4']);
  });

  it('reports its length when a range is requested that it does not have', async () => {
    const answer = await fetchPath(pathOf((await newFile('0123456789')).url), { range: 'bytes=10-' });
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, 'bytes */10']);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { success, error } = (await answer.json()) as { success: boolean; error: { code: string } };
    assert.deepEqual([success, error.code], [false, 'range_not_satisfiable']);
  });

  it('is sent whole when the requested range is of another version (If-Range)', async () => {
    const path = pathOf((await newFile('0123456789')).url);
    const etag = (await fetchPath(path)).headers.get('etag')!;
    const range = 'bytes=0-1';
    assert.equal((await fetchPath(path, { range, 'if-range': etag })).status, 206);
    for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      const answer = await fetchPath(path, { range, 'if-range': other });
      assert.deepEqual([answer.status, await answer.text()], [200, '0123456789']);
    }
  });
});

describe('a hostile file does no harm:', () => {
  const CASES: Record<string, [bytes: string, type: string, how: string]> = {
    SVG: [hostileSvg(), 'image/svg+xml', 'inline'],
    HTML: ['<html><script>alert(1)</script></html>', 'text/html', 'attachment'],
    XML: ['<?xml version="1.0"?><x/>', 'application/xml', 'attachment'],
    PDF: ['%PDF-1.7 x', 'application/pdf', 'attachment'],
    text: ['Just text.', 'text/plain; charset=utf-8', 'inline'],
    'unknown bytes': ['\u0000\u0007\u0000', 'application/octet-stream', 'attachment'],
  };
  for (const [what, [bytes, type, how]] of Object.entries(CASES)) {
    it(`${what} runs nothing, loads nothing and is not of our origin`, async () => {
      const answer = await fetchPath(pathOf((await newFile(bytes, 'x')).url));
      const policy = answer.headers.get('content-security-policy')!.split('; ');
      assert.ok(policy.includes("default-src 'none'") && policy.includes('sandbox'), policy.join());
      assert.ok(!policy.some((part) => part.includes('script-src') || part.includes('allow-')));
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('content-type'), type);
      assert.match(answer.headers.get('content-disposition')!, new RegExp(`^${how}; `));
      await answer.arrayBuffer();
    });
  }

  it('a name cannot break out of its header', async () => {
    const { url } = await newFile('x', 'a"b;c\r\nX-Evil: 1 käse%20’.txt');
    const answer = await fetchPath(pathOf(url));
    assert.equal(answer.headers.get('x-evil'), null);
    const header = answer.headers.get('content-disposition')!;
    const [, plain, full] =
      /^inline; filename="([^"\\]*)"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(header) ?? [];
    assert.ok(plain !== undefined && full !== undefined, header);
    assert.match(decodeURIComponent(full), /käse%20’\.txt$/);
  });
});

describe('a file is not found', () => {
  it("at another tenant's address, under an unknown name, or once it was deleted", async () => {
    const stranger = await newTenant(test);
    const { id, url } = await newFile(randomBytes(10));
    const names = [
      'nothing',
      'original.webp',
      'large.webp',
      'large.webp.x',
      '..%2f..%2fsecret',
      'original%00',
    ];
    for (const name of names) {
      const { status } = await fetchPath(`/media/${tenant.id}/${id}/${name}`);
      assert.ok([404, 422].includes(status), `${name}: ${status}`);
    }
    assert.equal((await fetchPath(`/media/${stranger.id}/${id}/original`)).status, 404);
    await test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
    assert.equal((await fetchPath(pathOf(url))).status, 404);
  });

  it('while the tenant has the module switched off', async () => {
    const other = await newTenant(test);
    const { url } = await uploaded(test, other.key, 'x');
    const owner = await other.staff('owner');
    const turn = (how: string) => test.call('POST', `/v1/modules/media/${how}`, { token: owner });
    await turn('deactivate');
    assert.equal((await fetchPath(pathOf(url))).status, 404);
    await turn('activate');
    assert.equal((await fetchPath(pathOf(url))).status, 200);
  });
});

it('a client that disconnects half-way leaves no open file', {
  skip: process.platform !== 'linux',
}, async () => {
  const { url, sha256 } = await newFile(randomBytes(20_000_000));
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes(sha256);
      } catch {
        return false;
      }
    }).length;
  const request = get(`http://127.0.0.1:${port}${pathOf(url)}`);
  const [response] = await once(request, 'response');
  await once(response, 'readable');
  assert.equal(openFiles(), 1);
  request.destroy();
  for (let looks = 0; openFiles() > 0; looks++) {
    assert.ok(looks < 200, 'the file is still open');
    await sleep(10);
  }
});
