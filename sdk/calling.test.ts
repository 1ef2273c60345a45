/** The shape of calls: lists, uploads, headers of answers, any path, addresses, and the mistakes of a program. */
import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ERRORS } from '../server/kernel/error-catalogue.ts';
import { png } from '../server/modules/media/testing/images.ts';
import { newTenant, useApp } from '../server/testing.ts';
import { type ClientSettings, createClient, ERROR_CODES } from './client.ts';
import { ROUTES } from './operations.ts';

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const baseUrl = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const client = createClient({ baseUrl, token: tenant.key });
const folder = mkdtempSync(join(tmpdir(), 'colonnade-sdk-'));
after(() => rmSync(folder, { recursive: true }));
const picture = await png(40, 30);
const path = join(folder, 'harbour.png');
writeFileSync(path, picture);

const collect = async <T>(rows: AsyncIterable<T>) => {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

describe('a list', () => {
  it('is read to its end, page by page, with its filters', async () => {
    for (let n = 0; n < 5; n++) await client.createCustomer({ body: { name: `Buyer ${n}`, tags: ['tea'] } });
    await client.createCustomer({ body: { name: 'Another' } });
    const rows = await collect(client.list('listCustomers', { query: { limit: 2, tag: 'tea' } }));
    assert.deepEqual(
      rows.map(({ name }) => name),
      [4, 3, 2, 1, 0].map((n) => `Buyer ${n}`),
    );
    const pages = await collect(client.pages('listCustomers', { query: { limit: 4 } }));
    assert.deepEqual(
      pages.map(({ data }) => data.length),
      [4, 2],
    );
    const cursor = pages[0]!.pagination.nextCursor!;
    assert.equal((await collect(client.list('listCustomers', { query: { cursor, limit: 4 } }))).length, 2);
  });

  it('stops asking when its reader stops', async () => {
    let asked = 0;
    const counting = createClient({
      ...{ baseUrl, token: tenant.key },
      fetch: (url, init) => {
        asked++;
        return fetch(url, init);
      },
    });
    for await (const _ of counting.list('listCustomers', { query: { limit: 1 } })) break;
    assert.equal(asked, 1);
  });

  it('of events goes on behind the last position', async () => {
    for (const from of ['/1', '/2', '/3']) await client.createRedirect({ body: { from, to: '/' } });
    const work = test.startWork();
    after(() => work.stop());
    const token = await tenant.staff('admin');
    const reader = createClient({ baseUrl, token });
    for (let tries = 0; ; tries++) {
      const rows = await collect(reader.list('listEvents', { query: { limit: 1, types: 'redirect.added' } }));
      if (rows.length === 3) break;
      assert.ok(tries < 200 && rows.length < 3);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});

describe('an upload', () => {
  const stored = async (id: string) => {
    const file = await client.getAssetFile({ path: { id, file: 'original' } });
    return Buffer.from(await file.arrayBuffer());
  };
  const nameOf = async (body: Parameters<typeof client.uploadAsset>[0]['body']) => {
    const { data } = await client.uploadAsset({ body });
    assert.deepEqual(await stored(data.id), picture);
    return data.filename;
  };

  it('takes a File, a Blob, bytes, a file on disk, a stream, and a form', async () => {
    const blob = new Blob([picture], { type: 'image/png' });
    const form = new FormData();
    form.append('file', blob, 'form.png');
    assert.equal(await nameOf({ file: new File([picture], 'file.png') }), 'file.png');
    assert.equal(await nameOf({ file: blob }), 'file');
    assert.equal(await nameOf({ file: { content: picture, name: 'bytes.png' } }), 'bytes.png');
    assert.equal(await nameOf({ file: { content: await openAsBlob(path), name: 'disk.png' } }), 'disk.png');
    const stream = { content: createReadStream(path), name: 'a "stream".png', type: 'image/png' };
    assert.match(await nameOf({ file: stream }), /stream/);
    assert.equal(await nameOf(form), 'form.png');
  });

  it('sends lists and objects of the form, beside a stream too', async () => {
    const fields = { tags: ['sea', 'boats'], focalPoint: { x: 0.25, y: 0.5 }, folder: '/a' };
    for (const content of [new Blob([picture]), createReadStream(path)]) {
      const { data } = await client.uploadAsset({ body: { ...fields, file: { content, name: 'x.png' } } });
      assert.deepEqual([data.tags, data.focalPoint, data.folder], [fields.tags, fields.focalPoint, '/a']);
    }
  });

  it('of a file with a content type sends it as it is, from a stream too', async () => {
    const csv = 'from,to\n/old-1,/new\n';
    const importing = { contentType: 'text/csv', query: { dryRun: true } } as const;
    for (const body of [csv, new Blob([csv]), Buffer.from(csv), new Blob([csv]).stream()]) {
      const { data } = await client.importRedirects({ ...importing, body });
      assert.equal(data.created, 1);
    }
  });

  it('of a stream without a name is refused before anything is sent', async () => {
    const file = createReadStream(path) as never;
    await assert.rejects(client.uploadAsset({ body: { file } }), /has no name/);
  });
});

describe('an answer', () => {
  it('comes with its status, request id, replay, version and rate limit if they are asked for', async () => {
    const call = { body: { name: 'Seen' }, idempotencyKey: 'seen' };
    const first = await client.withResponse.createCustomer(call);
    const again = await client.withResponse.createCustomer(call);
    assert.deepEqual([first.status, first.isReplayed, again.isReplayed], [201, false, true]);
    assert.equal(first.headers.get('x-request-id'), first.requestId);
    const read = await client.withResponse.getCustomer({ path: { id: first.answer.data.id } });
    assert.equal(read.version, read.answer.data.version);
    assert.ok(read.rateLimit !== null && read.rateLimit.remaining > 0);
  });

  it('of any path comes by request, with a key where the path takes one', async () => {
    type Me = { data: { tenant: { id: string } } };
    const { data } = await client.request<Me>('get', '/v1/me');
    assert.equal(data.tenant.id, tenant.id);
    const sent: (string | null)[] = [];
    const watching = createClient({
      ...{ baseUrl, token: tenant.key },
      fetch: (url, init) => {
        sent.push(new Headers(init.headers).get('idempotency-key'));
        return fetch(url, init);
      },
    });
    await watching.request('POST', '/v1/crm/customers', { body: { name: 'Any' } });
    await watching.request('GET', '/v1/crm/customers', { query: { limit: 1 } });
    assert.deepEqual(
      sent.map((key) => key !== null),
      [true, false],
    );
    await assert.rejects(client.request('GET', '//elsewhere.example/v1/me'), /must begin with one slash/);
  });
});

describe('a mistake of the program', () => {
  it('gets an error that names the setting', async () => {
    const make = (settings: object) => createClient(settings as ClientSettings);
    assert.throws(() => make({ token: 'x' }), /baseUrl must be the address/);
    assert.throws(() => make({ baseUrl: 'api.example.com', token: 'x' }), /baseUrl must be the address/);
    assert.throws(() => make({ baseUrl: 'https://a.example?x', token: 'x' }), /without a query/);
    for (const token of [undefined, '', null]) assert.throws(() => make({ baseUrl, token }), /API key/);
    await assert.rejects(make({ baseUrl: '', token: 'x' }).getMe(), /baseUrl must be the address/);
    for (const id of ['', '..', undefined])
      await assert.rejects(client.getCustomer({ path: { id: id as string } }), /path\.id .* is missing/);
    await assert.rejects(client.createCustomer({ body: { name: 'x' }, idempotencyKey: 'ä' }), /ASCII/);
  });

  it('is none if the address ends with slashes', async () => {
    for (const end of ['/', '//']) {
      const slashed = createClient({ baseUrl: baseUrl + end, token: tenant.key });
      assert.ok((await slashed.getMe()).success);
    }
  });
});

describe('the client', () => {
  it('knows every error code of the service', () => {
    assert.deepEqual([...ERROR_CODES].sort(), Object.keys(ERRORS).sort());
  });

  it('has no operation with the name of one of its own functions', () => {
    for (const name of ['list', 'pages', 'request', 'withResponse']) assert.ok(!(name in ROUTES), name);
  });
});
