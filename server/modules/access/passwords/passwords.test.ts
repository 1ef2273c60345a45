import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, it } from 'node:test';
import { hashAsTheProgram } from '../testing/password-cost.ts';
import { checkPassword, hashPassword, matchPassword, saltOf } from './passwords.ts';

describe('a stored password', () => {
  hashAsTheProgram();

  it('is an argon2id hash with a salt of its own', async () => {
    const [one, other] = [await hashPassword('the same password'), await hashPassword('the same password')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    assert.notEqual(one, other);
    assert.equal(await checkPassword('the same password', one), true);
    assert.equal(await checkPassword('The same password', one), false);
  });

  it('is recognised however its letters were composed', async () => {
    const stored = await hashPassword('Amélie Poulain');
    assert.equal(await checkPassword('Ame\u0301lie Poulain', stored), true);
    assert.equal(await checkPassword('Amelie Poulain', stored), false);
  });

  it('never matches for an account that does not exist', async () => {
    assert.deepEqual(await matchPassword('', []), []);
  });

  it('identifies the accounts of an address that it opens, whichever they are', async () => {
    const first = await hashPassword('chosen first');
    const hashes = [
      first,
      await hashPassword('chosen next', saltOf(first)),
      await hashPassword('x', saltOf(first)),
      await hashPassword('x', saltOf(first)),
    ];
    assert.deepEqual(await matchPassword('chosen first', hashes), [0]);
    assert.deepEqual(await matchPassword('chosen next', hashes), [1]);
    assert.deepEqual(await matchPassword('x', hashes), [2, 3]);
    assert.deepEqual(await matchPassword('y', hashes), []);
  });

  it('opens accounts whose hashes have different costs', async () => {
    const now = await hashPassword('the same password');
    const nonce = saltOf(now);
    const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync('argon2id', { message: 'the same password', nonce, ...cost });
    const [salt, derived] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
    const earlier = `$argon2id$v=19$m=64,t=1,p=1$${salt}$${derived}`;
    assert.deepEqual(await matchPassword('the same password', [now, earlier]), [0, 1]);
    assert.deepEqual(await matchPassword('another password', [earlier, now]), []);
  });
});
