import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { asOwner, untilBlocked } from './testing/owner.ts';
import { addPerson, refresh, signIn, statusOf } from './testing/people.ts';

// A proxy tells where a request comes from, so that these tests can come from many places.
const test = await useApp({ TRUST_PROXY: '127.0.0.1' });
const tenant = await newTenant(test);

const change = (token: string, currentPassword: string, newPassword: string) =>
  test.call('POST', '/v1/auth/change-password', { token, body: { currentPassword, newPassword } });

describe('changing one’s password', () => {
  it('needs the current one, then only the new one opens', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const wrong = await change(token, 'not the password', 'another password');
    assert.equal(wrong.status, 422);
    assert.deepEqual(wrong.body.error.details, [
      { path: 'currentPassword', code: 'wrong_password', message: 'is not your current password' },
    ]);
    const { status, body } = await change(token, person.password, 'another password');
    assert.deepEqual([status, body.data], [200, { changed: true }]);
    assert.equal((await signIn(test, person)).answer.status, 401);
    assert.equal((await signIn(test, { ...person, password: 'another password' })).answer.status, 200);
  });

  it('ends every other sign-in of that person, in every tenant, and keeps this one', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const elsewhere = await newTenant(test);
    await addPerson(test, elsewhere, 'viewer', person.email);
    const bystander = await signIn(test, await addPerson(test, tenant, 'viewer'));
    const kept = await signIn(test, person);
    const others = [await signIn(test, person), await signIn(test, person, elsewhere.slug)];
    await change(kept.token, person.password, 'another password');
    for (const other of others) {
      assert.equal(await statusOf(test, other.token), 401);
      assert.equal((await refresh(test, other.cookie)).answer.status, 401);
    }
    assert.deepEqual([await statusOf(test, kept.token), await statusOf(test, bystander.token)], [200, 200]);
    assert.equal((await refresh(test, kept.cookie)).answer.status, 200);
  });

  it('also ends a sign-in that is under way: it waits for the change, then the old password is wrong', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const racer = await asOwner(test, async (client) => {
      await client.query('begin');
      await client.query("update people set password_hash = password_hash || 'x' where email = $1", [
        person.email,
      ]);
      const underWay = signIn(test, person);
      await untilBlocked(client);
      await client.query('commit');
      return underWay;
    });
    assert.equal(racer.answer.status, 401);
  });

  it('from two places at once lets one through, and keeps only that one signed in', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const places = [await signIn(test, person), await signIn(test, person)];
    const answers = await Promise.all(
      places.map(({ token }, place) => change(token, person.password, `chosen in place ${place}`)),
    );
    const won = answers.findIndex((answer) => answer.status === 200);
    assert.ok([401, 422].includes(answers[1 - won]!.status), 'the other one was too late');
    const statuses = await Promise.all(places.map(({ token }) => statusOf(test, token)));
    assert.deepEqual([statuses[won], statuses[1 - won]], [200, 401]);
    const { answer } = await signIn(test, { ...person, password: `chosen in place ${won}` });
    assert.equal(answer.status, 200);
  });

  it('takes 10 to 200 characters, whatever they are', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    for (const password of ['', 'nine char', 'x'.repeat(201)]) {
      const { status, body } = await change(token, person.password, password);
      assert.equal(status, 422);
      assert.equal(body.error.details[0].path, 'newPassword');
    }
    const good = ['ten chars!', 'пароль из букв', `${'🔑'.repeat(199)} `];
    for (const password of good) {
      assert.equal((await change(token, person.password, password)).status, 200);
      person.password = password;
      assert.equal((await signIn(test, person)).answer.status, 200);
    }
  });

  it('is limited like guessing at the sign-in', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const guesses = Array.from({ length: 10 }, () => change(token, 'wrong', 'another password'));
    for (const { status } of await Promise.all(guesses)) assert.equal(status, 422);
    assert.equal((await change(token, person.password, 'another password')).status, 429);
  });
});

describe('guessing at the sign-in', async () => {
  const owner = await addPerson(test, tenant, 'owner');
  const from = (address: number, email: string, password = 'a wrong guess') =>
    test.call('POST', '/v1/auth/sign-in', {
      body: { email, password },
      headers: { 'x-forwarded-for': `203.0.113.${address}` },
    });

  it('gets 429 after ten wrong passwords for an account, and after thirty from an address', async () => {
    const accounts = [owner.email, 'nobody@nowhere.example', 'no one at all'];
    const guesses = accounts.flatMap((email) => Array.from({ length: 10 }, () => from(1, email)));
    for (const answer of await Promise.all(guesses)) assert.equal(answer.status, 401);
    for (const email of accounts)
      assert.equal(
        (await from(2, email.toUpperCase(), owner.password)).status,
        429,
        `${email}, from elsewhere`,
      );
    const refused = await from(1, 'someone@else.example');
    assert.equal(refused.status, 429, 'another account, from the same address');
    assert.equal(refused.body.error.code, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await from(2, 'someone@else.example')).status, 401, 'another account, from elsewhere');
    test.advance(60_000);
    assert.equal((await from(1, owner.email, owner.password)).status, 200);
  });

  it('is no concern of those who know their password, however often they sign in', async () => {
    for (let round = 0; round < 11; round++) assert.equal((await signIn(test, owner)).answer.status, 200);
  });
});
