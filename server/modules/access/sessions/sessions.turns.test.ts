import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppError } from '#kernel/errors.ts';
import { type Answer, newTenant, useApp } from '../../../testing.ts';
import { hashAsTheProgram } from '../testing/password-cost.ts';
import { addPerson, deviceOf, type Person } from '../testing/people.ts';
import { GuessLimiter, guessesFrom } from './guess-limits.ts';

const test = await useApp({ TRUST_PROXY: '127.0.0.1' });
const [flooding, tenant] = [await newTenant(test), await newTenant(test)];

type SignIn = Pick<Person, 'email' | 'password'> & { from?: string; device?: string };
const signIn = ({ email, password, from = '198.51.100.1', device = '' }: SignIn): Promise<Answer> =>
  test.call('POST', '/v1/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': from, cookie: `__Host-colonnade-device=${device}` },
  });

/** Sends the flood at once, then the other sign-in; returns how many of the flood were answered before it. */
async function answeredBefore(flood: SignIn[], other: SignIn): Promise<number> {
  let answered = 0;
  const under = flood.map((each) => signIn(each).finally(() => answered++));
  const { status, text } = await signIn(other);
  const before = answered;
  assert.equal(status, 200, text);
  for (const { status } of await Promise.all(under)) assert.equal(status, 200);
  return before;
}

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

describe('sign-ins with the right password, many at once', () => {
  hashAsTheProgram();

  it('of one account do not make a stranger wait for all of them, on their network or on another', async () => {
    const busy = await addPerson(test, flooding, 'viewer');
    for (const from of ['198.51.100.1', '198.51.100.2']) {
      const other = await addPerson(test, tenant, 'viewer');
      // Twelve each: together fewer than the limit of one account from one network.
      const before = await answeredBefore(times(12, busy), { ...other, from });
      assert.ok(before <= 7, `${from}: after ${before} of 12`);
    }
  });

  it('of many accounts of a tenant do not make a known device of another tenant wait for all of them', async () => {
    const accounts: SignIn[] = [];
    for (let count = 0; count < 6; count++) {
      const person = await addPerson(test, flooding, 'viewer');
      accounts.push({ ...person, device: deviceOf(await signIn(person)) });
    }
    const owner = await addPerson(test, tenant, 'owner');
    const device = deviceOf(await signIn(owner));
    const before = await answeredBefore([...accounts, ...accounts, ...accounts], { ...owner, device });
    assert.ok(before <= 9, `after ${before} of 18`);
  });

  it('are refused after thirty of one account from one network, but not elsewhere or on a known device', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const device = deviceOf(await signIn(owner));
    const guesses = new GuessLimiter(test.db);
    const from = '198.51.100.7';
    // Counted as a sign-in counts them, without hashing a password for each.
    const right = () =>
      guesses
        .limit(guessesFrom(from, owner.email), (count) => count().then(() => true))
        .catch((error: AppError) => assert.equal(error.code, 'rate_limited'));
    const begun = performance.now();
    let spent = 0;
    while (spent < 100 && (await right())) spent++;
    const most = 30 + Math.ceil((performance.now() - begun) / 2_000);
    assert.ok(spent >= 30 && spent <= most, `${spent} of at most ${most}`);
    const refused = await signIn({ ...owner, from });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) <= 2);
    assert.equal((await signIn({ ...owner, from, device })).status, 200, 'on a known device');
    assert.equal((await signIn({ ...owner, from: '198.51.100.8' })).status, 200, 'from another network');
    const other = await addPerson(test, tenant, 'viewer');
    assert.equal((await signIn({ ...other, from })).status, 200, 'another account, from that network');
  });
});
