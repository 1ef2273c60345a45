import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { asOwner, untilBlocked } from '../testing/owner.ts';
import { addPerson, refresh, signIn, statusOf } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);

const change = (token: string, currentPassword: string, newPassword: string) =>
  test.call('POST', '/v1/auth/change-password', { token, body: { currentPassword, newPassword } });

describe('changing one’s password', () => {
  it('needs the current one; afterwards only the new one opens', async () => {
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

  it('waits for the audit log of a tenant without keeping sign-ins of that person waiting', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const changed = await asOwner(test, async (client) => {
      await client.query('begin');
      await client.query("select pg_advisory_xact_lock(hashtextextended('audit:' || $1::uuid, 0))", [
        tenant.id,
      ]);
      const underWay = change(token, person.password, 'another password');
      await asOwner(test, untilBlocked);
      await client.query('select from people where email = $1 for share nowait', [person.email]);
      await client.query('commit');
      return underWay;
    });
    assert.equal(changed.status, 200, changed.text);
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

  it('accepts 10 to 200 characters of any kind', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    for (const password of ['', 'nine char', 'x'.repeat(201)]) {
      const { status, body } = await change(token, person.password, password);
      assert.equal(status, 422);
      assert.equal(body.error.details[0].path, 'newPassword');
    }
    const good = ['ten chars!', 'пароль из букв', `${'🔑 '.repeat(99)}x`];
    for (const password of good) {
      assert.equal((await change(token, person.password, password)).status, 200);
      person.password = password;
      assert.equal((await signIn(test, person)).answer.status, 200);
    }
  });

  it('refuses passwords that guessers try first, and says why', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    for (const password of ['password12', '1234567890', `${tenant.slug}!`, person.email]) {
      const { status, body } = await change(token, person.password, password);
      assert.equal(status, 422, password);
      assert.deepEqual(
        [body.error.details[0].path, body.error.details[0].code],
        ['newPassword', 'weak_password'],
      );
      assert.match(body.error.message, /^newPassword: .*; choose one that nobody would guess$/);
    }
    assert.equal((await signIn(test, person)).answer.status, 200);
  });

  it('limits guesses per person, over all of their sign-ins, and records them in every tenant of theirs', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const sessions = [await signIn(test, person), await signIn(test, person)];
    const statuses = [];
    for (const { token } of sessions)
      for (let wrong = 0; wrong < 6; wrong++)
        statuses.push((await change(token, 'not the password', 'another password')).status);
    assert.deepEqual(statuses, [...Array(10).fill(422), 429, 429]);
    const owner = await tenant.staff('owner');
    const isTold = async () => {
      const url = '/v1/audit-log?action=staff.password_check_failed';
      const { body } = await test.call('GET', url, { token: owner });
      return body.data.some((row: { subject: { id: string } }) => row.subject.id === person.memberId);
    };
    const end = Date.now() + 15_000;
    while (!(await isTold()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(await isTold());
  });

  it('is limited like guessing at the sign-in', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    let wrong = 0;
    // Ten are allowed at once; on a machine that hashes slowly, more are restored meanwhile.
    while (wrong < 50 && (await change(token, 'wrong', 'another password')).status === 422) wrong++;
    assert.ok(wrong >= 10 && wrong < 50, `${wrong}`);
    assert.equal((await change(token, person.password, 'another password')).status, 429);
  });
});

describe('signing in', () => {
  it('is not limited with the right password, however often it is used', async () => {
    const owner = await addPerson(test, tenant, 'owner');
    for (let round = 0; round < 11; round++) assert.equal((await signIn(test, owner)).answer.status, 200);
  });
});
