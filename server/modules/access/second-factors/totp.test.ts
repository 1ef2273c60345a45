import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeAt, fromBase32, newTotpSecret, stepAt, stepOf } from './totp.ts';

// "12345678901234567890" in base32, the secret of RFC 6238, appendix B.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it('is the one of RFC 6238', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const)
      assert.equal(codeAt(SECRET, stepAt(new Date(seconds * 1000))), code);
  });

  it('is valid one step before and after its own, and no longer', () => {
    const code = codeAt(SECRET, 1000);
    const at = (step: number) => stepOf(SECRET, code, new Date(step * 30_000));
    assert.deepEqual([998, 999, 1000, 1001, 1002].map(at), [null, 1000, 1000, 1000, null]);
    assert.equal(stepOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, new Date(30_000_000)), 1000);
  });

  it('is made from 160 random bits', () => {
    assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
    assert.equal(fromBase32(SECRET).toString(), '12345678901234567890');
  });
});
