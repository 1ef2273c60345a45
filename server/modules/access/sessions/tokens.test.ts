import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { deriveSecrets } from '#kernel/secrets.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, signIn, statusOf } from '../testing/people.ts';
import { createTokens } from './tokens.ts';

const test = await useApp();
const tenant = await newTenant(test);
const viewer = await addPerson(test, tenant, 'viewer');
const { token } = await signIn(test, viewer);
const claims = decodeJwt(token);
const header = decodeProtectedHeader(token) as { alg: string; kid: string; typ: string };
const [signing] = test.kernel.secrets.tokenKeys;
const [head, payload, signature] = token.split('.') as [string, string, string];

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (change: object, key = signing!.key, protectedHeader: object = {}) =>
  new SignJWT({ ...claims, ...change }).setProtectedHeader({ ...header, ...protectedHeader }).sign(key);

describe('an access token', () => {
  it('is an EdDSA JWT that carries tenant and role for ten minutes', () => {
    assert.deepEqual(header, { alg: 'EdDSA', kid: signing!.kid, typ: 'at+jwt' });
    const { iat, exp, sid, ...rest } = claims;
    assert.equal(exp! - iat!, 600);
    assert.equal(typeof sid, 'string');
    assert.deepEqual(rest, { iss: 'colonnade', aud: 'colonnade', tenant: tenant.id, role: 'viewer' });
  });

  it('signed by the server with the same claims is accepted, so that the refusals below mean something', async () => {
    assert.equal(await statusOf(test, await sign({})), 200);
  });
});

describe('a forged access token gets 401', () => {
  const publicKey = createPublicKey(signing!.key);
  const asHmacKey = (format: 'pem' | 'der') =>
    Buffer.from(
      format === 'pem'
        ? publicKey.export({ type: 'spki', format })
        : publicKey.export({ type: 'spki', format }),
    );
  const foreign = generateKeyPairSync('ed25519').privateKey;
  const past = Math.floor(test.now().getTime() / 1000) - 1;
  const forgeries: Record<string, () => string | Promise<string>> = {
    'with no signature and alg none': () => new UnsecuredJWT(claims).encode(),
    'with alg none and our header': () => `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'with alg nOnE and the old signature': () =>
      `${encode({ ...header, alg: 'nOnE' })}.${payload}.${signature}`,
    'signed with HS256 and our public key (PEM)': () => sign({}, asHmacKey('pem') as never, { alg: 'HS256' }),
    'signed with HS256 and our public key (DER)': () => sign({}, asHmacKey('der') as never, { alg: 'HS256' }),
    'signed with HS256 and the id of our key': () =>
      sign({}, Buffer.from(signing!.kid.padEnd(32, '0')) as never, { alg: 'HS256' }),
    'signed with another key under our key id': () => sign({}, foreign),
    'signed with another key under a key id of its own': () => sign({}, foreign, { kid: 'ffffffff' }),
    'signed with our key under a foreign key id': () => sign({}, signing!.key, { kid: 'ffffffff' }),
    'signed with our key and no key id': () => sign({}, signing!.key, { kid: undefined }),
    'that brings its own key along': () =>
      sign({}, foreign, { jwk: createPublicKey(foreign).export({ format: 'jwk' }), kid: undefined }),
    'of another installation': () =>
      createTokens(deriveSecrets(['another secret, also long enough to be one']), test.now).issue({
        sessionId: String(claims.sid),
        tenantId: tenant.id,
        role: 'viewer',
      }),
    'for another audience': () => sign({ aud: 'another service' }),
    'for no audience': () => sign({ aud: undefined }),
    'of another issuer': () => sign({ iss: 'somebody' }),
    'of another type': () => sign({}, signing!.key, { typ: 'JWT' }),
    'that has expired': () => sign({ exp: past }),
    'that never expires': () => sign({ exp: undefined }),
    'that is not valid yet': () => sign({ nbf: past + 3600 }),
    'without a sign-in': () => sign({ sid: undefined }),
    'for a sign-in that does not exist': () => sign({ sid: crypto.randomUUID() }),
    'with an edited role': () => `${head}.${encode({ ...claims, role: 'owner' })}.${signature}`,
    'with an edited tenant': () =>
      `${head}.${encode({ ...claims, tenant: crypto.randomUUID() })}.${signature}`,
    'with a longer life': () => `${head}.${encode({ ...claims, exp: claims.exp! + 1e6 })}.${signature}`,
    'without its signature': () => `${head}.${payload}.`,
    'without its last part': () => `${head}.${payload}`,
    'cut short by one character': () => token.slice(0, -1),
    'cut in half': () => token.slice(0, token.length / 2),
    'with a fourth part': () => `${token}.${signature}`,
    'with an unknown critical header': () =>
      `${encode({ ...header, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    'of two dots': () => '..',
    'whose parts are not JSON': () => 'a.b.c',
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    it(what, async () => {
      const answer = await test.call('GET', '/v1/me', { token: await forge() });
      assert.equal(answer.status, 401);
      assert.equal(answer.body.error.code, 'unauthorized');
    });
  }

  it('or grants no more than before: also with our own signature, the database decides on the role', async () => {
    const forged = await sign({ role: 'owner', tenant: crypto.randomUUID() });
    const { body } = await test.call('GET', '/v1/me', { token: forged });
    assert.equal(body.data.actor.role, 'viewer');
    assert.equal(body.data.tenant.id, tenant.id);
    assert.equal((await test.call('GET', '/v1/staff', { token: forged })).status, 403);
  });
});

describe('a change of the installation’s secret', () => {
  it('keeps tokens of the former one valid, and signs with the new one', async () => {
    const [former, current] = [
      'the former secret, long enough to be one',
      'the current secret, long enough to be one',
    ];
    const claimed = { sessionId: 'a sign-in', tenantId: tenant.id, role: 'viewer' };
    const old = await createTokens(deriveSecrets([former]), test.now).issue(claimed);
    const rotated = createTokens(deriveSecrets([current, former]), test.now);
    assert.equal(await rotated.check(old), 'a sign-in');
    const onlyNew = createTokens(deriveSecrets([current]), test.now);
    assert.equal(await onlyNew.check(await rotated.issue(claimed)), 'a sign-in');
    assert.equal(await onlyNew.check(old), null);
  });
});

it('an access token that was accepted before is refused when its ten minutes are over', async () => {
  const { token } = await signIn(test, viewer);
  assert.equal(await statusOf(test, token), 200);
  test.advance(600_000);
  assert.equal(await statusOf(test, token), 401);
});
