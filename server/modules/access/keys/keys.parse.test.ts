import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { parseKey, secretMatches } from './keys.ts';

const base62 = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    minLength: length,
    maxLength: length,
  });
const parts = fc.record({ keyId: base62(8), secret: base62(43) }, { noNullPrototype: true });
const write = ({ keyId, secret }: { keyId: string; secret: string }) => `sk_live_${keyId}_${secret}`;

describe('reading a key', () => {
  it('returns the two parts it was made of', () => {
    fc.assert(fc.property(parts, (key) => assert.deepEqual(parseKey(write(key)), key)));
  });

  it('refuses a key with one character more, less or out of the alphabet', () => {
    const place = fc.nat({ max: write({ keyId: 'x'.repeat(8), secret: 'x'.repeat(43) }).length - 1 });
    const foreign = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(parts, place, foreign, (key, at, letter) => {
        const text = write(key);
        assert.equal(parseKey(text.slice(0, at) + text.slice(at + 1)), null);
        assert.equal(parseKey(`${text.slice(0, at)}x${text.slice(at)}`), null);
        fc.pre(!/^[0-9A-Za-z_]$/.test(letter));
        assert.equal(parseKey(text.slice(0, at) + letter + text.slice(at + 1)), null);
      }),
    );
  });

  it('never throws, and accepts a text only when it can be written back the same', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map((text) => `sk_live_${text}`),
      fc.tuple(parts, fc.string({ unit: 'binary', maxLength: 2 })).map(([key, tail]) => write(key) + tail),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const key = parseKey(text);
        assert.ok(key === null || write(key) === text);
      }),
    );
  });
});

describe('comparing a secret', () => {
  it('accepts the secret whose hash is stored and no other', () => {
    fc.assert(
      fc.property(base62(43), base62(43), (secret, other) => {
        assert.equal(secretMatches(secret, sha256(secret)), true);
        assert.equal(secretMatches(other, sha256(secret)), other === secret);
      }),
    );
  });

  it('accepts nothing for a key that does not exist', () => {
    assert.equal(secretMatches(randomBase62(43), undefined), false);
  });

  it('takes as long for a key that does not exist as for a wrong secret', () => {
    const secret = randomBase62(43);
    const stored = sha256(randomBase62(43));
    const times = { unknown: [] as number[], wrong: [] as number[] };
    const timed = (kind: keyof typeof times, hash: Buffer | undefined) => {
      const began = performance.now();
      for (let call = 0; call < 500; call++) secretMatches(secret, hash);
      times[kind].push(performance.now() - began);
    };
    for (let round = 0; round < 40; round++) {
      timed('unknown', undefined);
      timed('wrong', stored);
    }
    // The quickest of many rounds is the one least disturbed by other processes.
    const ratio = Math.min(...times.unknown) / Math.min(...times.wrong);
    assert.ok(ratio > 0.5 && ratio < 2, `unknown : wrong = ${ratio}`);
  });
});

describe('a new secret', () => {
  it('uses all 62 characters about equally', () => {
    const counts: Record<string, number> = {};
    for (const character of randomBase62(310_000)) counts[character] = (counts[character] ?? 0) + 1;
    assert.equal(Object.keys(counts).length, 62);
    // Each is expected 5000 times with a deviation of about 70: eight of them away is not chance.
    for (const [character, count] of Object.entries(counts))
      assert.ok(Math.abs(count - 5000) < 560, `${character}: ${count}`);
  });
});
