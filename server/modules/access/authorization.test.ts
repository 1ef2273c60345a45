import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { key } = tenant;
const other = await tenant.keyWith('read:crm');
const [, , keyId, secret] = key.split('_') as [string, string, string, string];
const otherSecret = other.split('_')[3];

const ask = (authorization?: string) =>
  test.call('GET', '/v1/me', { headers: authorization === undefined ? {} : { authorization } });

function assertUnauthorized(answer: Awaited<ReturnType<typeof ask>>): void {
  assert.equal(answer.status, 401);
  assert.equal(answer.headers['www-authenticate'], 'Bearer');
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const { message, requestId, ...error } = answer.body.error;
  assert.deepEqual({ ...answer.body, error }, { success: false, error: { code: 'unauthorized' } });
  assert.equal(requestId, answer.headers['x-request-id']);
  assert.ok(!message.includes(secret) && !message.includes(keyId), 'the answer repeats nothing of the key');
}

describe('an Authorization header that proves nothing gets 401 in the envelope', () => {
  const cases: Record<string, string | undefined> = {
    'no header': undefined,
    'an empty header': '',
    'only spaces': '   ',
    'the scheme alone': 'Bearer',
    'the scheme and a space': 'Bearer ',
    'the key without a scheme': key,
    'Basic with the key as the user': `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'another scheme': `Token ${key}`,
    'a scheme that only begins like Bearer': `Bearerx ${key}`,
    'no space between scheme and key': `Bearer${key}`,
    'a colon after the scheme': `Bearer: ${key}`,
    'a tab instead of the space': `Bearer\t${key}`,
    'two tokens': `Bearer ${key} ${key}`,
    'two tokens with a comma': `Bearer ${key}, Bearer ${other}`,
    'the key in quotes': `Bearer "${key}"`,
    'a key with a space inside': `Bearer sk_live_ ${keyId}_${secret}`,
    'a no-break space after the key': `Bearer ${key}\u00a0`,
    'unicode letters in the key': `Bearer sk_live_${keyId}_${secret.slice(1)}é`,
    'full-width digits in the key id': `Bearer sk_live_１２３４５６７８_${secret}`,
    'a wrong secret': `Bearer sk_live_${keyId}_${[...secret].reverse().join('')}`,
    "another key's secret": `Bearer sk_live_${keyId}_${otherSecret}`,
    'an unknown key id': `Bearer sk_live_00000000_${secret}`,
    'a secret one character short': `Bearer ${key.slice(0, -1)}`,
    'a secret one character long': `Bearer ${key}0`,
    'no secret': `Bearer sk_live_${keyId}_`,
    'no key id': `Bearer sk_live__${secret}`,
    'the prefix alone': 'Bearer sk_live_',
    'the prefix of a test key': `Bearer ${key.replace('live', 'test')}`,
    'the prefix in capitals': `Bearer ${key.replace('sk_live', 'SK_LIVE')}`,
    'the secret alone': `Bearer ${secret}`,
    'the hash of the secret instead of it': `Bearer sk_live_${keyId}_${'f'.repeat(64)}`,
    'half a megabyte of a key': `Bearer sk_live_${keyId}_${'x'.repeat(500_000)}`,
    'half a megabyte of dots': `Bearer ${'.'.repeat(500_000)}`,
    'the word null': 'Bearer null',
    'a quote for the database': `Bearer sk_live_${keyId.slice(0, 7)}'_${secret}`,
    'a percent sign for the database': `Bearer sk_live_%%%%%%%%_${secret}`,
  };
  for (const [what, header] of Object.entries(cases)) {
    it(what, async () => assertUnauthorized(await ask(header)));
  }

  it('on every route that is not public, also one that does not take the method', async () => {
    for (const { method, url, needs } of test.app.routeList) {
      if (needs.public) continue;
      const answer = await test.call(method, url.replaceAll(/:\w+/g, crypto.randomUUID()));
      assert.equal(answer.status, 401, `${method} ${url}`);
      assert.equal(answer.headers['www-authenticate'], 'Bearer', `${method} ${url}`);
    }
  });
});

describe('an Authorization header in an unusual but proper form', () => {
  it('works with the scheme in any case, as HTTP says', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer '])
      assert.equal((await ask(`${scheme} ${key}`)).status, 200);
  });
});

describe('two Authorization headers', () => {
  it('are not two chances: the request gets 401, whichever of them is right', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const send = async (...tokens: string[]) => {
      const headers = [
        'host',
        'localhost',
        ...tokens.flatMap((token) => ['authorization', `Bearer ${token}`]),
      ];
      const asked = request(`${url}/v1/me`, { headers, agent: false }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      return answer.statusCode;
    };
    assert.deepEqual([await send(key), await send('wrong', key), await send(key, 'wrong')], [200, 401, 401]);
  });
});

describe('wrong credentials', () => {
  it('are limited per address with 429, which never locks out a valid key', async () => {
    const strict = await useApp({ AUTH_FAILURES_PER_MINUTE: '5' });
    const { key: valid } = await newTenant(strict);
    const statuses = [];
    for (let attempt = 0; attempt < 7; attempt++)
      statuses.push((await strict.call('GET', '/v1/me', { token: 'wrong' })).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    const refused = await strict.call('GET', '/v1/me', { token: 'wrong' });
    assert.equal(refused.body.error.code, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await strict.call('GET', '/v1/me', { token: valid })).status, 200);
    strict.advance(60_000);
    assert.equal((await strict.call('GET', '/v1/me', { token: 'wrong' })).status, 401);
  });
});
