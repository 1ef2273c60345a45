import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mask, withoutSecretParameters, withoutSecrets } from './redaction.ts';

const clean = (text: string) => withoutSecrets(Buffer.from(text));

describe('a stored body', () => {
  it('is as it was sent, if it names no secret', () => {
    for (const text of ['{"total": 1e400,  "total":2}', 'not JSON at all', '{"name":"خوارزمي"}']) {
      assert.equal(clean(text), text);
    }
    assert.equal(withoutSecrets(undefined), null);
    assert.equal(clean(''), null);
  });

  it('has neither values of secret names, at any depth, nor keys of ours', () => {
    for (const name of [
      'password',
      'newPassword',
      'client_secret',
      'refreshToken',
      'API-Key',
      'cardNumber',
      'pin',
    ]) {
      for (const value of ['"hunter2"', '["hunter2"]', '{"is":"hunter2"}']) {
        const kept = clean(`{"a":[{"${name}":${value},"b":1}]}`)!;
        assert.deepEqual(JSON.parse(kept), { a: [{ [name]: '[removed]', b: 1 }] });
      }
    }
    assert.equal(clean('{"note":"sk_live_abcdefgh_hunter2"}'), '{"note":"sk_live_abcdefgh…"}');
    assert.equal(clean('{"note":"eyJhbGciOiJFZERTQSJ9.eyJzdWIi.hunter2"}'), '{"note":"eyJ…"}');
  });

  it('ends before the name of a secret, if it is not JSON, too large, or nested too deeply to be parsed', () => {
    for (const text of [
      `{"a":1,"password":"hunter2`,
      `{'password': 'hunter2'}`,
      `{"a":"${'x'.repeat(100)}","password":"hunter2","b":"${'x'.repeat(20_000)}"}`,
      `{"password":"hunter2","a":${'['.repeat(8_000)}}`,
    ]) {
      const kept = clean(text)!;
      assert.ok(!kept.includes('hunter2'), kept);
      assert.match(kept, /\[the rest names a secret\]$/);
    }
  });

  it('has at most 4 KiB and no character that PostgreSQL cannot store', () => {
    assert.ok(clean('x'.repeat(1_000_000))!.length <= 4_097);
    assert.equal(clean('a\0b'), 'a\uFFFDb');
  });
});

it('a stored query has no values of secret names', () => {
  assert.equal(
    withoutSecretParameters('q=tea&access%5Ftoken=hunter2&limit=%E0%A4%A'),
    'q=tea&access%5Ftoken=[removed]&limit=%E0%A4%A',
  );
});

describe('a failed request', () => {
  it('leaves no secret in values that name one, whatever their own name is', () => {
    for (const body of [
      '{"webhookUrl":"https://h.example/?token=S3CRET"}',
      '[{"name":"Authorization","value":"Bearer S3CRET"}]',
      '{"pass\\u0077ord":"S3CRET"}',
      '{"body":"{\\"apiKey\\":\\"S3CRET\\"}"}',
      '{"pwd":"S3CRET","otp":"S3CRET","accessKey":"S3CRET","signature":"S3CRET"}',
    ])
      assert.doesNotMatch(withoutSecrets(Buffer.from(body))!, /S3CRET/, body);
    assert.doesNotMatch(
      withoutSecretParameters('callback=https%3A%2F%2Fx%2F%3Fapi_key%3DS3CRET&signature=S3CRET'),
      /S3CRET/,
    );
  });

  it('is read in time that grows with its length alone', () => {
    const took = (length: number) => {
      const body = Buffer.from('-eyJ'.repeat(length / 4));
      const began = performance.now();
      for (let n = 0; n < 20; n++) mask(body.toString());
      return performance.now() - began;
    };
    took(4_000);
    const [short, long] = [took(4_000), took(64_000)];
    assert.ok(long < 16 * 6 * Math.max(short, 0.5), `${short} ms, and ${long} ms for sixteen times as much`);
  });
});
