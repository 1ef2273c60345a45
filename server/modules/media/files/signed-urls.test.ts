import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { png } from '../testing/images.ts';
import { settled, startWork, uploaded } from '../testing/uploads.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);

const fetchPath = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });
const pathOf = (url: string) => url.slice(test.kernel.config.publicUrl.length);
const newFile = (bytes: Buffer | string, filename = 'file.bin', fields: [string, string][] = []) =>
  uploaded(test, tenant.key, bytes, { filename, fields });

describe('a private file', () => {
  const newPrivate = () => newFile(randomBytes(100), 'secret.bin', [['visibility', 'private']]);
  const sign = async (id: string, body: object = {}) => {
    const answer = await test.call('POST', `/v1/media/${id}/sign`, { token: tenant.key, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as { url: string; expiresAt: string };
  };
  const publicPath = (id: string) => `/media/${tenant.id}/${id}/original`;

  it('has no public address, and its would-be address answers 404', async () => {
    const { id, url } = await newPrivate();
    assert.equal(url, null);
    const [hidden, never] = await Promise.all(
      [id, crypto.randomUUID()].map(async (each) => {
        const answer = await fetchPath(publicPath(each), { 'x-request-id': 'same' });
        return [answer.status, await answer.text()];
      }),
    );
    assert.deepEqual(hidden, never);
    assert.equal(hidden![0], 404);
  });

  it('is served at a signed address until that expires, and cached by no proxy', async () => {
    const { id, size } = await newPrivate();
    const { url, expiresAt } = await sign(id, { expiresIn: 90 });
    assert.ok(Math.abs(Date.parse(expiresAt) - test.now().getTime() - 90_000) < 3_000);
    const answer = await fetchPath(pathOf(url));
    assert.equal(answer.status, 200);
    assert.equal((await answer.arrayBuffer()).byteLength, size);
    assert.match(answer.headers.get('cache-control')!, /^private, max-age=60$/);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    test.advance(91_000);
    const late = await fetchPath(pathOf(url));
    assert.deepEqual(
      [late.status, ((await late.json()) as { error: { code: string } }).error.code],
      [403, 'forbidden'],
    );
  });

  it('is not served when any part of a signed address was changed', async () => {
    const [one, other] = [await newPrivate(), await newPrivate()];
    const { url } = await sign(one.id);
    const stranger = await newTenant(test);
    const changed = [
      url.replace(one.id, other.id),
      url.replace(tenant.id, stranger.id),
      url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      url.replace(/signature=(.)/, (_, letter) => `signature=${letter === 'A' ? 'B' : 'A'}`),
      url.replace(/&signature=.*/, ''),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/&expires=\d+/, ''),
    ];
    for (const each of changed) assert.equal((await fetchPath(pathOf(each))).status, 404, each);
    assert.equal((await fetchPath(pathOf(url))).status, 200);
  });

  it('is served by the API to authenticated callers', async () => {
    const { id, size } = await newPrivate();
    const path = `/v1/media/${id}/files/original`;
    const answer = await fetchPath(path, { authorization: `Bearer ${tenant.key}`, range: 'bytes=0-9' });
    assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [206, 10]);
    assert.equal(answer.headers.get('content-range'), `bytes 0-9/${size}`);
    assert.equal((await fetchPath(path)).status, 401);
  });

  it('has no public address from the change on, if it was public before', async () => {
    const { id, url } = await newFile(randomBytes(10));
    assert.equal((await fetchPath(pathOf(url))).status, 200);
    const body = { visibility: 'private' };
    await test.call('PATCH', `/v1/media/${id}`, { token: tenant.key, body });
    assert.equal((await fetchPath(pathOf(url))).status, 404);
  });

  it('has signed addresses for the pictures made of it too', async (t) => {
    startWork(test, t);
    const { id } = await newFile(await png(30, 30), 'p.png', [['visibility', 'private']]);
    const asset = await settled(test, tenant.key, id);
    assert.deepEqual(new Set(asset.derivatives.map((d: { url: null }) => d.url)), new Set([null]));
    const { derivatives } = (await sign(id)) as unknown as { derivatives: { url: string }[] };
    assert.equal(derivatives.length, 8);
    const answer = await fetchPath(pathOf(derivatives[0]!.url));
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/webp']);
    assert.match(answer.headers.get('content-disposition')!, /filename="p-thumbnail\.webp"/);
    assert.equal((await fetchPath(`/media/${tenant.id}/${id}/thumbnail.webp`)).status, 404);
  });
});
