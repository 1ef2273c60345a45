/** An account whose password another person chose gets no session before its owner sets a new one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '#kernel/db/db.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { findAccounts } from '../staff/accounts.sql.ts';
import { asOwner } from '../testing/owner.ts';
import { addPerson, signIn, statusOf, withSecondApp } from '../testing/people.ts';
import { resetPassword } from './password-links.ts';

const test = await useApp();
const tenant = await newTenant(test);

/** An account that a tenant made, as the upgrade leaves it. */
async function chosenByATenant() {
  const person = await addPerson(test, tenant, 'admin');
  await asOwner(test, (client) =>
    client.query('update people set must_set_password = true where email = $1', [person.email]),
  );
  return person;
}

const setPassword = (token: string, newPassword: string) =>
  test.call('POST', '/v1/auth/set-password', { body: { token, newPassword } });

describe('a password that somebody else chose', () => {
  it('opens no session, but lets its owner set one that does', async () => {
    const person = await chosenByATenant();
    const { answer, cookie } = await signIn(test, person);
    assert.deepEqual([answer.status, cookie], [403, '']);
    const { code, details } = answer.body.error;
    assert.equal(code, 'password_change_required');
    assert.equal(details.expiresIn, 900);
    assert.deepEqual((await setPassword(details.token, 'a password of my own')).body.data, { changed: true });
    assert.equal((await signIn(test, person)).answer.status, 401, 'the old one');
    assert.equal((await signIn(test, { ...person, password: 'a password of my own' })).answer.status, 200);
    const log = await test.call('GET', '/v1/audit-log?action=staff.password_set', {
      token: await tenant.staff('owner'),
    });
    assert.equal(log.body.data[0].subject.id, person.memberId);
  });

  it('is not revealed as such by a sign-in with a wrong password', async () => {
    const person = await chosenByATenant();
    const { answer } = await signIn(test, { ...person, password: 'a wrong one' });
    assert.equal(answer.status, 401);
  });

  it('yields a token that works once, until the next one, and for a quarter of an hour by the database’s clock', async () => {
    const person = await chosenByATenant();
    const tokenOf = async () => (await signIn(test, person)).answer.body.error.details.token;
    const [first, second] = [await tokenOf(), await tokenOf()];
    assert.equal((await setPassword(first, 'a password of my own')).status, 404);
    await asOwner(test, (client) =>
      client.query("update password_links set expires_at = expires_at - interval '15 minutes'"),
    );
    assert.equal((await setPassword(second, 'a password of my own')).status, 404);
    const third = await tokenOf();
    const answers = await Promise.all([
      setPassword(third, 'chosen in one tab'),
      setPassword(third, 'chosen in another'),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });

  it('ends every sign-in of the account once it is replaced', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const before = await signIn(test, person);
    await asOwner(test, (client) =>
      client.query('update people set must_set_password = true where email = $1', [person.email]),
    );
    const { token } = (await signIn(test, person)).answer.body.error.details;
    assert.equal((await setPassword(token, 'a password of my own')).status, 200);
    assert.equal(await statusOf(test, before.token), 401);
  });
});

describe('a reset by the operator', () => {
  const reset = async (email: string) => {
    const [account] = await findAccounts(test.db, email, null);
    return resetPassword(test.db, test.now(), account!);
  };

  it('keeps its link when a sign-in with the old password is under way', async () => {
    const person = await chosenByATenant();
    const { email, password } = person;
    const [arrived, isReset] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The sign-in has found the old password right, and writes its link after the reset.
    const slow = (db: Db): Db => ({
      ...db,
      identity: async (work) => {
        arrived.resolve();
        await isReset.promise;
        return db.identity(work);
      },
    });
    const { link, underWay } = await withSecondApp(
      test,
      async (app) => {
        const payload = { email, password };
        const answer = app.inject({ method: 'POST', url: '/v1/auth/sign-in', payload }).then((sent) => sent);
        await arrived.promise;
        const secret = await reset(email);
        isReset.resolve();
        return { link: secret, underWay: await answer };
      },
      slow,
    );
    assert.equal(underWay.statusCode, 401, underWay.body);
    assert.equal((await setPassword(link, 'a password of my own')).status, 200);
  });

  it('ends the token of an earlier sign-in', async () => {
    const person = await chosenByATenant();
    const { token } = (await signIn(test, person)).answer.body.error.details;
    const link = await reset(person.email);
    assert.equal((await setPassword(token, 'the words of a thief')).status, 404);
    assert.equal((await setPassword(link, 'a password of my own')).status, 200);
  });
});
