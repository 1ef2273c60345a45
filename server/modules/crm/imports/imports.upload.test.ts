import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { upload } from '../testing/imports.ts';
import { TABLES } from './imports.ts';

const test = await useApp({ IMPORT_MAX_MIB: '3' });
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);
const token = tenant.key;
const FILE = 'customerId,sku,name\n';
const importsOf = (of = tenant) =>
  test.db.inTenant(of.id, async (tx) => (await tx.query('select from imports')).rowCount);
const chunks = () =>
  test.db.inTenant(tenant.id, async (tx) => (await tx.query('select from import_chunks')).rowCount);

/** A request whose body the test sends step by step. */
function sending(headers: Record<string, string> = {}) {
  const out = request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/crm/imports' });
  for (const [name, value] of Object.entries({
    authorization: `Bearer ${token}`,
    'content-type': 'text/csv',
    ...headers,
  }))
    out.setHeader(name, value);
  out.on('error', () => {});
  return out;
}

describe('a file', () => {
  it('is accepted with 202, and the answer has the URL of the import', async () => {
    const answer = await upload(test, token, FILE);
    assert.equal(answer.status, 202, answer.text);
    const { id, status, bytes } = answer.body.data;
    assert.deepEqual([status, bytes], ['queued', { received: FILE.length, done: 0 }]);
    assert.equal(answer.headers.location, `/v1/crm/imports/${id}`);
    assert.equal((await test.call('GET', String(answer.headers.location), { token })).status, 200);
  });

  it('that arrives as a stream of unknown length is stored in chunks', async () => {
    const out = sending();
    const answered = once(out, 'response');
    for (let n = 0; n < 5; n++) out.write(Buffer.alloc(300_000, 'x'));
    out.end();
    const [answer] = await answered;
    assert.equal(answer.statusCode, 202);
    answer.resume();
  });

  it('may take longer than an ordinary request', async (t) => {
    const before = test.app.server.requestTimeout;
    test.app.server.requestTimeout = 200;
    t.after(() => {
      test.app.server.requestTimeout = before;
    });
    const out = sending();
    const answered = once(out, 'response');
    // The server checks for requests that take too long once a second.
    for (let n = 0; n < 5; n++) {
      out.write(FILE);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    out.end();
    const [answer] = await answered;
    assert.equal(answer.statusCode, 202);
    answer.resume();
  });

  it('over the size limit gets 413, with or without a Content-Length, and leaves nothing behind', async () => {
    const [before, stored] = [await importsOf(), await chunks()];
    const told = sending({ 'content-length': String(4 * 1024 * 1024) });
    told.flushHeaders();
    const [refused] = await once(told, 'response');
    assert.equal(refused.statusCode, 413);
    told.destroy();
    const untold = sending();
    const answered = once(untold, 'response');
    for (let n = 0; n < 50; n++) untold.write(Buffer.alloc(100_000, 'x'));
    const [answer] = await answered;
    assert.equal(answer.statusCode, 413);
    untold.destroy();
    assert.deepEqual([await importsOf(), await chunks()], [before, stored]);
  });

  it('whose sender disconnects midway leaves nothing behind', async () => {
    const [before, stored] = [await importsOf(), await chunks()];
    const out = sending();
    out.write(Buffer.alloc(2_000_000, 'x'));
    while ((await importsOf()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
    out.destroy();
    for (let looks = 0; (await importsOf()) > before && looks < 500; looks++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual([await importsOf(), await chunks()], [before, stored]);
  });

  const REFUSED: [string, Parameters<typeof upload>[3], number, string, string][] = [
    ['that is empty', {}, 422, 'validation_error', ''],
    ['that is JSON', { type: 'application/json' }, 415, 'unsupported_media_type', FILE],
    ['in another charset', { type: 'text/csv; charset=latin1' }, 415, 'unsupported_media_type', FILE],
    ['that is compressed', { headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type', FILE],
    ['with a mapping that is no JSON', { query: '?mapping=x' }, 422, 'validation_error', FILE],
    [
      'with a mapping to a column with NUL',
      { query: '?mapping={"sku":"a\\u0000b"}' },
      422,
      'validation_error',
      FILE,
    ],
    ['with a mapping of unknown fields', { query: '?mapping={"moon":"x"}' }, 422, 'validation_error', FILE],
    ['with an unknown currency', { query: '?currency=XXX' }, 422, 'validation_error', FILE],
  ];
  for (const [what, options, status, code, file] of REFUSED) {
    it(`${what} is refused with ${status}`, async () => {
      const before = await importsOf();
      const answer = await upload(test, token, file, options);
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], answer.text);
      assert.equal(await importsOf(), before);
    });
  }

  it('sent twice with one Idempotency-Key is one import; another file or other options with that key get a conflict', async () => {
    const before = await importsOf();
    const sent = { headers: { 'idempotency-key': 'file-once' }, query: '?currency=EUR' };
    const [first, again] = [await upload(test, token, FILE, sent), await upload(test, token, FILE, sent)];
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.id, first.body.data.id);
    const others: [string, Parameters<typeof upload>[3]][] = [
      [`${FILE}\n`, sent],
      [FILE, { ...sent, query: '' }],
      [FILE, { ...sent, query: '?currency=EUR&errorPolicy=reject_all' }],
      [FILE, { ...sent, query: '?currency=EUR&mapping={"sku":"name"}' }],
      [FILE, { ...sent, type: 'application/x-ndjson' }],
    ];
    for (const [file, options] of others) {
      const refused = await upload(test, token, file, options);
      assert.deepEqual([refused.status, refused.body.error.code], [422, 'idempotency_key_reused']);
    }
    assert.equal(await importsOf(), before + 1);
  });

  it('is queued up to a limit of open imports per tenant', async () => {
    const [busy, other] = [await newTenant(test), await newTenant(test)];
    for (let n = 0; n < TABLES.mostOpen; n++) assert.equal((await upload(test, busy.key, FILE)).status, 202);
    const refused = await upload(test, busy.key, FILE);
    assert.equal(refused.status, 409);
    assert.equal((await upload(test, other.key, FILE)).status, 202);
    assert.equal(await importsOf(busy), TABLES.mostOpen);
  });
});
