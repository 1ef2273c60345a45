import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutSecretParameters, withoutSecrets } from './redaction.ts';

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
