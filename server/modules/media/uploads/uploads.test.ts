import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { jpeg } from '../testing/images.ts';
import { eventsOf, formOf, upload, uploaded } from '../testing/uploads.ts';

const test = await useApp({ MEDIA_MAX_MIB: '2' });
const tenant = await newTenant(test);
const { spoolDir } = test.kernel.config.media;
const filesOf = (tenantId: string) =>
  test.db.inTenant(tenantId, async (tx) => (await tx.query('select key, doomed_at from media_files')).rows);

describe('an upload', () => {
  it('answers 201 with the asset, its address and its digest', async () => {
    const bytes = await jpeg();
    const fields: [string, string][] = [
      ['title', 'Harbour'],
      ['alt', 'Boats'],
      ['tags', 'Sea'],
      ['tags', ' boats '],
      ['tags', 'sea'],
      ['folder', '/trips/2030'],
      ['focalPoint', '{"x":0.25,"y":0.5}'],
      ['tenantId', 'ignored'],
    ];
    const answer = await upload(test, tenant.key, bytes, { filename: 'harbour.jpg', fields });
    assert.equal(answer.status, 201, answer.text);
    const { id, createdAt, updatedAt, url, imageUrl, ...rest } = answer.body.data;
    assert.deepEqual(rest, {
      status: 'uploaded',
      failure: null,
      kind: 'image',
      type: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      filename: 'harbour.jpg',
      title: 'Harbour',
      alt: 'Boats',
      ...{ caption: '', credit: '', translations: {} },
      tags: ['sea', 'boats'],
      folder: '/trips/2030',
      visibility: 'public',
      focalPoint: { x: 0.25, y: 0.5 },
      width: null,
      height: null,
      placeholder: null,
      dominantColor: null,
      derivatives: [],
      version: 1,
    });
    assert.equal(createdAt, updatedAt);
    assert.equal(answer.headers.etag, '"1"');
    assert.equal(answer.headers.location, `/v1/media/${id}`);
    assert.ok(url.startsWith(`${test.kernel.config.publicUrl}/media/${tenant.id}/${id}/original?v=`));
    assert.equal(imageUrl, `${url}-250-500`);
    const event = (await eventsOf(test, tenant.id, 'media.uploaded')).find((data) => data.id === id);
    assert.deepEqual([event.filename, event.url, event.createdAt], ['harbour.jpg', url, createdAt]);
  });

  it('leaves nothing in the spool, whether it was accepted or refused', async () => {
    await upload(test, tenant.key, randomBytes(3_000));
    await upload(test, tenant.key, '');
    await upload(test, tenant.key, randomBytes(2_300_000));
    assert.deepEqual(await readdir(spoolDir), []);
  });

  it('of the same bytes again is another asset, stored once', async () => {
    const other = await newTenant(test);
    const bytes = randomBytes(5_000);
    const first = await uploaded(test, other.key, bytes, { filename: 'a.bin' });
    const second = await uploaded(test, other.key, bytes, { filename: 'b.bin' });
    assert.notEqual(first.id, second.id);
    assert.equal(first.sha256, second.sha256);
    assert.equal((await filesOf(other.id)).length, 1);
    assert.equal((await eventsOf(test, other.id, 'media.uploaded')).length, 2);
  });

  it('of the same bytes ten times at once is stored once, and superfluous files are marked for deletion', async () => {
    const other = await newTenant(test);
    const bytes = randomBytes(5_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(test, other.key, bytes)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const files = await filesOf(other.id);
    assert.equal(files.filter(({ doomed_at }) => doomed_at === null).length, 1);
  });

  it('of the same bytes in two tenants is stored for each: neither learns what the other has', async () => {
    const [a, b] = [await newTenant(test), await newTenant(test)];
    for (const each of [a, b]) await uploaded(test, each.key, 'the same');
    for (const each of [a, b]) assert.equal((await filesOf(each.id)).length, 1);
  });

  it('with an Idempotency-Key is done once, although each form has a boundary of its own', async () => {
    const other = await newTenant(test);
    const sent = { filename: 'a.txt', headers: { 'idempotency-key': 'once' } };
    const first = await upload(test, other.key, 'some text', sent);
    const again = await upload(test, other.key, 'some text', sent);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
    assert.deepEqual(again.body, first.body);
    assert.equal((await eventsOf(test, other.id, 'media.uploaded')).length, 1);
    const changed = await upload(test, other.key, 'other text', sent);
    assert.deepEqual([changed.status, changed.body.error.code], [422, 'idempotency_key_reused']);
    const renamed = await upload(test, other.key, 'some text', { ...sent, filename: 'b.txt' });
    assert.equal(renamed.status, 422);
  });

  it('may have a name with a path or deceptive characters: it is only text', async () => {
    const names: Record<string, string> = {
      '../../etc/passwd': 'passwd',
      'C:\\x\\y.txt': 'y.txt',
      'photo\u202egpj.exe': 'photogpj.exe',
      'Käse 東京.png': 'Käse 東京.png',
      '': 'file',
    };
    for (const [sent, kept] of Object.entries(names)) {
      const asset = await uploaded(test, tenant.key, 'x', { filename: sent });
      assert.equal(asset.filename, kept);
    }
  });
});

describe('an upload is refused', () => {
  const refusedWith = async (status: number, code: string, body: Buffer | string, contentType: string) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/v1/media',
      payload: body,
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': contentType },
    });
    assert.equal(answer.statusCode, status, answer.body);
    assert.equal(answer.json().error.code, code);
    return answer.json().error;
  };

  it('with 413 when the file is too large, whatever the length that was announced', async () => {
    const { body, contentType } = await formOf(randomBytes(2 * 1024 * 1024 + 1), {});
    const { message } = await refusedWith(413, 'payload_too_large', body, contentType);
    assert.equal(message, 'The file is larger than 2 MiB.');
    const largest = await upload(test, tenant.key, randomBytes(2 * 1024 * 1024));
    assert.equal(largest.status, 201, largest.text);
  });

  it('with 415 when it is not a form', async () => {
    await refusedWith(415, 'unsupported_media_type', '{}', 'application/json');
    await refusedWith(415, 'unsupported_media_type', 'x', 'image/png');
  });

  it('with 400 when the form cannot be read', async () => {
    await refusedWith(400, 'bad_request', 'x', 'multipart/form-data');
    await refusedWith(400, 'bad_request', 'no parts at all', 'multipart/form-data; boundary=b');
    const { body, contentType } = await formOf('cut off', {});
    await refusedWith(400, 'bad_request', body.subarray(0, -20), contentType);
    const many = Array.from({ length: 300 }, () => ['tags', 'x'] as [string, string]);
    const flood = await formOf('x', { fields: many });
    await refusedWith(400, 'bad_request', flood.body, flood.contentType);
  });

  it('with 422 that names everything at once', async () => {
    const fields: [string, string][] = [
      ['title', 'x'.repeat(201)],
      ['alt', 'a\0b'],
      ['folder', 'no-slash'],
      ['visibility', 'secret'],
      ['focalPoint', '{"x":2,"y":0}'],
    ];
    const { body } = await upload(test, tenant.key, '', { fields });
    assert.equal(body.error.code, 'validation_error');
    const paths = body.error.details.map((problem: { path: string }) => problem.path).sort();
    assert.deepEqual(paths, ['alt', 'file', 'focalPoint.x', 'folder', 'title', 'visibility']);
  });

  it('with 422 when there is no file, or more than one', async () => {
    for (const count of [0, 2]) {
      const form = new FormData();
      for (let n = 0; n < count; n++) form.append('file', new Blob(['x']), 'x');
      form.append('title', 'x');
      const whole = new Response(form);
      const sent = Buffer.from(await whole.arrayBuffer());
      const { details } = await refusedWith(
        422,
        'validation_error',
        sent,
        whole.headers.get('content-type')!,
      );
      assert.deepEqual(details[0].path, 'file');
    }
  });
});
