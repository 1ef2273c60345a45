import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { newSigningSecret, secretPreview, signBody, verifySignature } from './signature.ts';

const anyBody = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const anySecret = fc.string({ minLength: 1, maxLength: 40 }).map((text) => `whsec_${text}`);

test('a known body and secret give the published HMAC', () => {
  // RFC 4231, test case 2.
  assert.equal(
    signBody('Jefe', 'what do ya want for nothing?'),
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('the exact bytes verify, as text and as bytes', () => {
  fc.assert(
    fc.property(anySecret, fc.string({ unit: 'grapheme' }), (secret, text) => {
      const bytes = Buffer.from(text, 'utf8');
      assert.equal(signBody(secret, text), signBody(secret, bytes));
      assert.ok(verifySignature(secret, bytes, signBody(secret, text)));
    }),
  );
});

test('one changed byte of the body does not verify', () => {
  fc.assert(
    fc.property(anySecret, anyBody, fc.nat(), fc.integer({ min: 1, max: 255 }), (secret, body, at, flip) => {
      const changed = Buffer.from(body);
      changed[at % body.length]! ^= flip;
      assert.equal(verifySignature(secret, changed, signBody(secret, body)), false);
    }),
  );
});

test('another secret does not verify', () => {
  fc.assert(
    fc.property(anySecret, anySecret, anyBody, (secret, other, body) => {
      fc.pre(secret !== other);
      assert.equal(verifySignature(other, body, signBody(secret, body)), false);
    }),
  );
});

test('an independent library accepts our signatures', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (body) => {
      const secret = newSigningSecret();
      assert.ok(await verify(secret, body, signBody(secret, body)));
    }),
  );
});

test('a malformed header does not verify and does not throw', () => {
  const good = signBody('whsec_x', 'body');
  const hex = good.slice('sha256='.length);
  const bad = [
    undefined,
    null,
    5,
    '',
    'sha256=',
    hex,
    `sha1=${hex}`,
    `${good}0`,
    good.slice(0, -1),
    `${good}\n`,
  ];
  const worse = [
    ` ${good}`,
    `sha256=${'é'.repeat(64)}`,
    `sha256=${'g'.repeat(64)}`,
    [good],
    `${good}, ${good}`,
  ];
  for (const header of [...bad, ...worse]) assert.equal(verifySignature('whsec_x', 'body', header), false);
  assert.ok(verifySignature('whsec_x', 'body', good));
});

test('a new secret has 256 random bits in standard base64 after whsec_', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  assert.equal(new Set(secrets).size, 100);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
  }
});

test('the preview is the first 8 characters', () => {
  const secret = newSigningSecret();
  assert.equal(secretPreview(secret), secret.slice(0, 8));
  assert.equal(secretPreview(secret).length, 8);
});
