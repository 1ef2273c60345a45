import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();

const place = (metadata: string, headers?: Record<string, string>) =>
  test.call('POST', '/v1/crm/orders', {
    token: tenant.key,
    headers,
    body: `{"customerId":"${customerId}","items":[{"sku":"S","name":"N"}],"metadata":${metadata}}`,
  });
/** The text of metadata in an answer: it is the last field but one. */
const metadataOf = (text: string) => /"metadata":(.*),"createdAt":"[^"]*"\}\}$/s.exec(text)?.[1];

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

async function refused(metadata: string): Promise<{ path: string; code: string }[]> {
  const answer = await place(metadata);
  assert.equal(answer.status, 422);
  return answer.body.error.details;
}

describe('metadata', () => {
  const cases = {
    'keys in the order they were sent, also those that look like numbers': '{"b":1,"10":2,"a":3,"2":4,"1":5}',
    'keys that mean something in JavaScript':
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}},"toString":null,"toJSON":1,"hasOwnProperty":[]}',
    'numbers as they were spelled': '{"a":1.50,"b":1e2,"c":-0,"d":1.0,"e":9007199254740991,"f":0.1,"g":1E+2}',
    'any text': '{"é漢😀":"\\u00e9 \\ud83d\\ude00 \\/ \\n \\" \u2028","":""}',
    'any shape': '{"list":[1,[],{},[[null,true,false]]],"object":{"a":{"b":[{"c":""}]}}}',
    'another metadata inside': '{"metadata":{"metadata":{"2":1,"1":2}}}',
    'nothing at all': '{}',
    'twice the same key': '{"a":1,"a":2}',
  };
  for (const [what, text] of Object.entries(cases)) {
    it(`is returned verbatim with ${what}`, async () => {
      const created = await place(text);
      assert.equal(created.status, 201);
      assert.equal(metadataOf(created.text), text);
      const url = `/v1/crm/orders/${created.body.data.id}`;
      assert.equal((await test.call('GET', url, { token: tenant.key })).text, created.text);
    });
  }

  it('is returned without the white space between its parts, and with that inside of texts', async () => {
    const { text } = await place('{ "b" : [ 1 ,\n2 ] ,\t"a":"  x  " }');
    assert.equal(metadataOf(text), '{"b":[1,2],"a":"  x  "}');
  });

  it('is returned verbatim from a replay too', async () => {
    const text = '{"10":1.50,"2":1e2,"__proto__":1}';
    const headers = { 'idempotency-key': 'metadata' };
    const first = await place(text, headers);
    const replay = await place(text, headers);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
    assert.equal(replay.text, first.text);
  });

  it('does not change the prototype of other objects', async () => {
    await place('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('has at most 64 KiB and 32 levels', async () => {
    assert.equal((await place(ofSize(64 * 1024))).status, 201);
    assert.equal((await place(nested(32))).status, 201);
    for (const text of [ofSize(64 * 1024 + 1), nested(33), `{"a":${'['.repeat(32)}${']'.repeat(32)}}`]) {
      assert.deepEqual(
        (await refused(text)).map(({ path }) => path),
        ['metadata'],
      );
    }
    // Counted in bytes of UTF-8, not in characters.
    assert.equal((await place(`{"a":"${'漢'.repeat(21_800)}"}`)).status, 201);
    assert.equal((await place(`{"a":"${'漢'.repeat(22_000)}"}`)).status, 422);
  });

  it('is refused with the path of a value that JavaScript cannot represent exactly', async () => {
    for (const number of [
      '1e400',
      '-1e400',
      '9007199254740993',
      '12345678901234567890',
      '0.1234567890123456789',
    ]) {
      assert.deepEqual(
        (await refused(`{"a":[{"b":${number}}]}`)).map(({ path, code }) => [path, code]),
        [['metadata.a[0].b', 'number_not_exact']],
      );
    }
  });

  it('must be an object', async () => {
    for (const text of ['null', '[]', '"x"', '1', 'true']) {
      assert.deepEqual(
        (await refused(text)).map(({ path, code }) => [path, code]),
        [['metadata', 'wrong_type']],
      );
    }
  });
});
