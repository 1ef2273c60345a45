import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPassword, hashPassword, matchPassword, saltOf, takeTurns } from './passwords.ts';

describe('a stored password', () => {
  it('is an argon2id hash with a salt of its own', async () => {
    const [one, other] = [await hashPassword('the same password'), await hashPassword('the same password')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    assert.notEqual(one, other);
    assert.equal(await checkPassword('the same password', one), true);
    assert.equal(await checkPassword('The same password', one), false);
  });

  it('is recognised in whichever way its letters were composed', async () => {
    const stored = await hashPassword('Amélie Poulain');
    assert.equal(await checkPassword('Ame\u0301lie Poulain', stored), true);
    assert.equal(await checkPassword('Amelie Poulain', stored), false);
  });

  it('is never right for someone who does not exist', async () => {
    assert.deepEqual(await matchPassword('', []), []);
  });

  it('tells which accounts of an address are meant, whichever they are', async () => {
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
});

describe('many passwords at once', () => {
  it('are hashed a few at a time, in turn; a flood is told to come back rather than queued for ever', async () => {
    const inTurn = takeTurns(2, 3);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const hash = async (which: number) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      order.push(which);
      running--;
    };
    const attempts = Array.from({ length: 7 }, (_, which) => inTurn(() => hash(which)));
    const outcomes = await Promise.allSettled(attempts);
    assert.equal(most, 2);
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.deepEqual(
      refused.map(({ reason }) => reason.code),
      ['unavailable', 'unavailable'],
    );
  });

  it('lets the next one in after one that failed', async () => {
    const inTurn = takeTurns(1, 1);
    const failing = inTurn(() => Promise.reject(new Error('out of memory')));
    const next = inTurn(async () => 'hashed');
    await assert.rejects(failing, /out of memory/);
    assert.equal(await next, 'hashed');
    assert.equal(await inTurn(async () => 'hashed'), 'hashed');
  });
});
