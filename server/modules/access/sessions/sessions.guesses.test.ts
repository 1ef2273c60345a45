import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AppError } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/network.ts';
import { type Answer, newTenant, useApp } from '../../../testing.ts';
import { resetPassword } from '../passwords/password-links.ts';
import { codeAt, stepAt } from '../second-factors/totp.ts';
import { findAccounts } from '../staff/accounts.sql.ts';
import { forgetGuesses } from '../testing/guesses.ts';
import { invited, join } from '../testing/invitations.ts';
import { hashedAsByTheProgram } from '../testing/password-cost.ts';
import { addPerson, deviceOf, withSecondApp } from '../testing/people.ts';
import type { Limit } from './guess-limits.sql.ts';
import { GuessLimiter, guessesFrom, guessesOnDevice } from './guess-limits.ts';

// A proxy reports where a request comes from, so that these tests can come from many networks.
const test = await useApp({ TRUST_PROXY: '127.0.0.1', AUTH_FAILURES_PER_MINUTE: '20' });
const tenant = await newTenant(test);

let networks = 0;
const elsewhere = () => `198.51.100.${++networks}`;

type Guess = { email: string; password?: string; from?: string; device?: string };
const request = ({ email, password = 'a wrong guess', from = elsewhere(), device }: Guess) => ({
  body: { email, password },
  headers: {
    'x-forwarded-for': from,
    ...(device !== undefined && { cookie: `__Host-colonnade-device=${device}` }),
  },
});
const guess = (options: Guess): Promise<Answer> => test.call('POST', '/v1/auth/sign-in', request(options));

/** Sends a change of the signed-in account, on a device or without one. */
const inSession =
  (token: string, device = () => '') =>
  (url: string, body: object): Promise<Answer> =>
    test.call('POST', `/v1/auth/${url}`, {
      token,
      body,
      headers: { cookie: `__Host-colonnade-device=${device()}` },
    });

/**
 * Returns how many of so many wrong guesses are admitted: counted as a sign-in counts them, without hashing a password for each.
 */
async function tried(count: number, limits: (index: number) => Limit[]): Promise<number> {
  const guesses = new GuessLimiter(test.db);
  const isLetThrough = async (index: number): Promise<boolean> => {
    try {
      await guesses.limit(limits(index), async (note) => {
        await note();
        return null;
      });
      return true;
    } catch (error) {
      // A busy machine may refuse a connection, which counts no guess.
      if ((error as AppError).code === 'unavailable') return isLetThrough(index);
      assert.equal((error as AppError).code, 'rate_limited');
      return false;
    }
  };
  const outcomes = await Promise.all(Array.from({ length: count }, (_, index) => isLetThrough(index)));
  return outcomes.filter(Boolean).length;
}

/** Thirty are admitted at once, and one more for every two seconds that it took. */
async function assertThirtyOfForty(limits: (index: number) => Limit[]): Promise<void> {
  const begun = performance.now();
  const spent = await tried(40, limits);
  const most = 30 + Math.ceil((performance.now() - begun) / 2_000);
  assert.ok(spent >= 30 && spent <= most, `${spent} of at most ${most}`);
}

describe('guessing at the sign-in', () => {
  it('ends after ten wrong passwords for an account from one network, and locks nobody out elsewhere', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const from = elsewhere();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess({ email: owner.email, from })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(401), 429, 429]);
    const refused = await guess({ ...owner, from });
    assert.equal(refused.status, 429);
    assert.equal(refused.body.error.code, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 200);
    assert.equal((await guess({ ...owner })).status, 200, 'the owner, from another network');
    await forgetGuesses(test, 300);
    assert.equal((await guess({ ...owner, from: elsewhere() })).status, 200);
  });

  it('is the same, byte for byte, for an account that does not exist', async () => {
    const email = 'nobody@nowhere.example';
    const from = elsewhere();
    assert.equal((await guess({ email, from })).status, 401);
    assert.equal(await tried(12, () => guessesFrom(from, email)), 9);
    assert.equal((await guess({ email: 'Nobody@Nowhere.example', from })).status, 429);
  });

  it('ends after thirty from one network, whatever the account', async () => {
    const from = elsewhere();
    await assertThirtyOfForty((index) => guessesFrom(from, `${index}@somewhere.example`));
    assert.equal((await guess({ email: 'another@somewhere.example', from })).status, 429);
  });

  it('counts forty addresses of one IPv6 /64 as one network', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `2001:db8:5:6:${index.toString(16)}::1`);
    await assertThirtyOfForty((index) => guessesFrom(networkOf(addresses[index]!), `${index}@v6.example`));
    assert.equal((await guess({ email: 'v6@somewhere.example', from: '2001:db8:5:6:ffff::9' })).status, 429);
    const neighbour = { email: 'v6@somewhere.example', from: '2001:db8:5:7::1' };
    assert.equal((await guess(neighbour)).status, 401);
  });

  it('from many networks is slowed for the account as a whole, and the owner still signs in on a known device', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const device = deviceOf(await guess({ ...owner }));
    const flood = (index: number) => guessesFrom(`203.0.113.${index}`, owner.email);
    assert.equal(await tried(80, flood), 50);
    assert.equal((await guess({ ...owner })).status, 429, 'an unknown device waits');
    const home = await guess({ ...owner, device });
    assert.equal(home.status, 200, 'the known one does not');
    assert.equal(deviceOf(home).split('.')[0], device.split('.')[0]);
    await forgetGuesses(test, 240);
    assert.equal(await tried(5, flood), 1, 'a guess every four minutes');
  });

  it('counts the same in every process', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const from = elsewhere();
    assert.equal(await tried(10, () => guessesFrom(from, owner.email)), 10);
    await withSecondApp(test, async (app) => {
      const { body, headers } = request({ ...owner, from });
      const answer = await app.inject({ method: 'POST', url: '/v1/auth/sign-in', payload: body, headers });
      assert.equal(answer.statusCode, 429);
    });
  });
});

describe('a known device', () => {
  it('has ten guesses of its own', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const device = deviceOf(await guess({ ...owner }));
    assert.equal((await guess({ email: owner.email, device })).status, 401);
    assert.equal(await tried(15, () => guessesOnDevice(device.split('.')[0]!, owner.email, [])), 9);
    assert.equal((await guess({ ...owner, device })).status, 429);
    assert.equal((await guess({ ...owner })).status, 200, 'without it, by the limit of strangers');
  });

  it('shares its guesses with the other known devices of the account', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const devices = [deviceOf(await guess({ ...owner })), deviceOf(await guess({ ...owner }))];
    const account = devices[0]!.split('.')[1]!.slice(0, 36);
    const made = (index: number) => guessesOnDevice(`device ${index % 10}`, owner.email, [account]);
    assert.equal(await tried(80, made), 50);
    assert.equal((await guess({ ...owner, device: devices[1]! })).status, 429);
    assert.equal((await guess({ ...owner })).status, 200, 'without it, by the limit of strangers');
  });

  it('is unknown after half a year, and after a change of the password', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const first = await guess({ ...owner });
    const device = deviceOf(first);
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, owner.email));
    assert.equal((await guess({ ...owner, device })).status, 200, 'known so far');
    const password = 'the later words of 1999';
    const changed = await test.call('POST', '/v1/auth/change-password', {
      token: first.body.data.accessToken,
      body: { currentPassword: owner.password, newPassword: password },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await guess({ ...owner, password, device })).status, 429, 'another password');
    await forgetGuesses(test, 240);
    // A refusal is remembered for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const later = deviceOf(await guess({ ...owner, password }));
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, owner.email));
    test.advance(179 * 86_400_000);
    assert.equal((await guess({ ...owner, password, device: later })).status, 200, 'known so far');
    test.advance(2 * 86_400_000);
    assert.equal((await guess({ ...owner, password, device: later })).status, 429, 'too long ago');
  });

  it('stays unknown when the password, or the factors, are changed back', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const first = await guess({ ...owner });
    const token: string = first.body.data.accessToken;
    const post = inSession(token);
    const other = 'the later words of 1999';
    const flood = () => tried(80, (index) => guessesFrom(`192.0.2.${index}`, owner.email));
    const change = (currentPassword: string, newPassword: string) =>
      post('change-password', { currentPassword, newPassword });
    await change(owner.password, other);
    const known = deviceOf(await change(other, owner.password));
    await flood();
    assert.equal((await guess({ ...owner, device: deviceOf(first) })).status, 429, 'the same password again');
    assert.equal((await guess({ ...owner, device: known })).status, 200, 'the one it was changed on');
    const { id, secret } = (await post('second-factors/totp', owner)).body.data;
    const code = codeAt(secret, stepAt(test.now()));
    assert.equal((await post(`second-factors/${id}/confirm`, { code })).status, 200);
    assert.equal((await post(`second-factors/${id}/remove`, owner)).status, 200);
    assert.equal((await guess({ ...owner, device: known })).status, 429, 'without a second factor again');
  });

  it('stays known when the password or the second factors are changed on it', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const first = await guess({ ...owner });
    let device = deviceOf(first);
    const post = inSession(first.body.data.accessToken, () => device);
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, owner.email));
    const password = 'the later words of 1999';
    const staysKnown = async (answer: Answer, status: number) => {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(deviceOf(answer).split('.')[0], device.split('.')[0]);
      device = deviceOf(answer);
      assert.equal((await guess({ ...owner, password, device })).status, status);
    };
    await staysKnown(
      await post('change-password', { currentPassword: owner.password, newPassword: password }),
      200,
    );
    const { id, secret } = (await post('second-factors/totp', { password })).body.data;
    const code = codeAt(secret, stepAt(test.now()));
    await staysKnown(await post(`second-factors/${id}/confirm`, { code }), 403);
    await staysKnown(await post(`second-factors/${id}/remove`, { password }), 200);
  });

  it('becomes known when an account joins or sets a password by a link on it, unless a second factor was not shown', async () => {
    const email = `joining@${tenant.slug}.example`;
    const password = 'chosen by one who joins';
    const joined = await join(test, await invited(test, tenant, email), password);
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, email));
    const signedIn = await guess({ email, password, device: deviceOf(joined) });
    assert.equal(signedIn.status, 200, 'joined');
    const setAnew = async (newPassword: string) => {
      const [account] = await findAccounts(test.db, email, null);
      const token = await resetPassword(test.db, test.now(), account!);
      const answer = await test.call('POST', '/v1/auth/set-password', { body: { token, newPassword } });
      assert.equal(answer.status, 200, answer.text);
      return deviceOf(answer);
    };
    const device = await setAnew('chosen by a link');
    const again = await guess({ email, password: 'chosen by a link', device });
    assert.equal(again.status, 200, 'set by a link');
    const post = inSession(again.body.data.accessToken);
    const { id, secret } = (await post('second-factors/totp', { password: 'chosen by a link' })).body.data;
    await post(`second-factors/${id}/confirm`, { code: codeAt(secret, stepAt(test.now())) });
    assert.equal(await setAnew('chosen by another link'), '', 'without its second factor');
  });

  it('is known only for the accounts that signed in on it, and not when its cookie is made up', async () => {
    const [ada, grace] = [await addPerson(test, tenant, 'admin'), await addPerson(test, tenant, 'admin')];
    const adas = deviceOf(await guess({ ...ada }));
    const shared = deviceOf(await guess({ ...grace, device: adas }));
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, grace.email));
    const now = Math.floor(test.now().getTime() / 1000);
    const madeUp = `${'A'.repeat(22)}.${randomUUID()}~${now}~${'a'.repeat(43)}~${'a'.repeat(43)}`;
    for (const device of [adas, madeUp, '', `${shared}x`, shared.replace(/^./, '_')])
      assert.equal((await guess({ ...grace, device })).status, 429, device);
    for (const person of [ada, grace]) assert.equal((await guess({ ...person, device: shared })).status, 200);
  });

  it('is unknown for other accounts of the same address, whoever made them', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    const malicious = await newTenant(test);
    const mine = { email: owner.email, password: 'chosen by someone else' };
    await join(test, await invited(test, malicious, owner.email), mine.password);
    const first = await guess({ ...mine });
    assert.equal(first.status, 200);
    const device = deviceOf(first);
    await tried(80, (index) => guessesFrom(`192.0.2.${index}`, owner.email));
    assert.equal((await guess({ ...owner, device })).status, 401, 'no guess is left, and none is told of');
    assert.equal((await guess({ ...mine, device })).status, 200);
  });

  it('is admitted while another account signs in on its own device, over and over', () =>
    hashedAsByTheProgram(async () => {
      const [busy, other] = [await addPerson(test, tenant, 'admin'), await addPerson(test, tenant, 'admin')];
      const [theirs, mine] = [deviceOf(await guess({ ...busy })), deviceOf(await guess({ ...other }))];
      // More than may wait at once.
      const flood = Array.from({ length: 40 }, () => guess({ ...busy, device: theirs }));
      assert.equal((await guess({ ...other, device: mine })).status, 200);
      for (const { status } of await Promise.all(flood)) assert.ok([200, 429].includes(status), `${status}`);
    }));

  it('is a cookie that only our own pages send and no script can read', async () => {
    const answer = await guess(await addPerson(test, tenant, 'viewer'));
    const cookie = [answer.headers['set-cookie']].flat().find((text) => String(text).includes('device'));
    assert.match(
      String(cookie),
      /^__Host-colonnade-device=[\w.~-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

it('wrong API keys from one IPv6 /64 count as from one network', async () => {
  const statuses = [];
  for (let host = 1; host <= 25; host++) {
    const answer = await test.call('GET', '/v1/me', {
      token: 'sk_live_nonsense',
      headers: { 'x-forwarded-for': `2001:db8:9:9::${host.toString(16)}` },
    });
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(5).fill(429)]);
});
