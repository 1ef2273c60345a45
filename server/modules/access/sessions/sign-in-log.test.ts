import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';
import { createAuditNotes } from '../audit-log/audit-notes.ts';
import { createLastUsed } from '../keys/last-used.ts';
import { resetPassword } from '../passwords/password-links.ts';
import { codeAt, stepAt } from '../second-factors/totp.ts';
import { findAccounts } from '../staff/accounts.sql.ts';
import { invited, join } from '../testing/invitations.ts';
import { asOwner } from '../testing/owner.ts';
import { addPerson, COOKIE, deviceOf, refresh, signIn, withSecondApp } from '../testing/people.ts';
import { GuessLimiter, guessesFrom } from './guess-limits.ts';

const test = await useApp({ TRUST_PROXY: '127.0.0.1' });
const tenant = await newTenant(test);

type Row = {
  action: string;
  actor_type: string;
  actor_id: string | null;
  subject_id: string;
  details: object;
};
/** Returns the rows of a tenant's log about a subject, the latest first. */
const logOf = (subjectId: string, of = tenant): Promise<Row[]> =>
  asOwner(test, async (client) => {
    const { rows } = await client.query<Row>(
      `select action, actor_type, actor_id, subject_id, details from audit_log
       where tenant_id = $1 and subject_id = $2 order by seq desc`,
      [of.id, subjectId],
    );
    return rows;
  });
const actionsOf = async (subjectId: string, of = tenant) =>
  (await logOf(subjectId, of)).map(({ action }) => action).filter((action) => action !== 'staff.added');
const browser = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Testbrowser/1.0' };
const origin = { address: '203.0.113.9', userAgent: 'Testbrowser/1.0' };

describe('the audit log records', () => {
  it('a sign-in and its end, with address and browser', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { email, password } = person;
    const answer = await test.call('POST', '/v1/auth/sign-in', {
      body: { email, password },
      headers: browser,
    });
    assert.equal(answer.status, 200);
    const [signedIn] = await logOf(person.memberId);
    assert.deepEqual(signedIn, {
      action: 'staff.signed_in',
      actor_type: 'staff',
      actor_id: person.memberId,
      subject_id: person.memberId,
      details: origin,
    });
    const { cookie } = await signIn(test, person);
    const headers = { cookie: `${COOKIE}=${cookie}`, ...browser };
    for (let round = 0; round < 2; round++) await test.call('POST', '/v1/auth/sign-out', { headers });
    assert.deepEqual(await actionsOf(person.memberId), [
      'staff.signed_out',
      'staff.signed_in',
      'staff.signed_in',
    ]);
  });

  it('a change of password and a switch, in each tenant that it concerns', async () => {
    const elsewhere = await newTenant(test);
    const person = await addPerson(test, tenant, 'viewer');
    const there = await addPerson(test, elsewhere, 'viewer', person.email);
    const { token, cookie } = await signIn(test, person, tenant.slug);
    const body = { currentPassword: person.password, newPassword: 'a password of mine alone' };
    assert.equal((await test.call('POST', '/v1/auth/change-password', { token, body })).status, 200);
    const headers = { cookie: `${COOKIE}=${cookie}` };
    const moved = { body: { tenant: elsewhere.slug }, headers };
    assert.equal((await test.call('POST', '/v1/auth/switch-tenant', moved)).status, 200);
    assert.deepEqual(await actionsOf(person.memberId), [
      'staff.signed_out',
      'staff.password_changed',
      'staff.signed_in',
    ]);
    assert.deepEqual(await actionsOf(there.memberId, elsewhere), [
      'staff.signed_in',
      'staff.password_changed',
    ]);
  });

  it('a change of password or factors, or the change fails', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const post = (url: string, body: object) => test.call('POST', `/v1/auth/${url}`, { token, body });
    const { password } = person;
    const begun = (await post('second-factors/totp', { password })).body.data;
    const code = () => codeAt(begun.secret, stepAt(test.now()));
    const [account] = await findAccounts(test.db, person.email, null);
    const factors = async () => (await test.call('GET', '/v1/auth/second-factors', { token })).body.data;
    const states = async () => [
      (await findAccounts(test.db, person.email, null))[0]!.password_hash === account!.password_hash,
      (await factors()).factors.length,
    ];
    const whileTheLogFails = async (change: () => Promise<Answer>) => {
      await asOwner(test, (client) =>
        client.query(`
          create function fail_for_this_test() returns trigger language plpgsql as $$ begin raise 'no row'; end $$;
          create trigger fails before insert on audit_log for each row execute function fail_for_this_test()`),
      );
      try {
        assert.equal((await change()).status, 500);
      } finally {
        await asOwner(test, (client) => client.query('drop function fail_for_this_test cascade'));
      }
    };
    const newPassword = 'a password of mine alone';
    await whileTheLogFails(() => post('change-password', { currentPassword: password, newPassword }));
    await whileTheLogFails(() => post(`second-factors/${begun.id}/confirm`, { code: code() }));
    assert.deepEqual(await states(), [true, 0]);
    const { recoveryCodes } = (await post(`second-factors/${begun.id}/confirm`, { code: code() })).body.data;
    await whileTheLogFails(() => post('recovery-codes', { password }));
    await whileTheLogFails(() => post(`second-factors/${begun.id}/remove`, { password }));
    assert.deepEqual(await states(), [true, 1]);
    const { ticket } = (await signIn(test, person)).answer.body.error.details;
    const proof = { ticket, recoveryCode: recoveryCodes[0] };
    assert.equal((await post('sign-in/second-factor', proof)).status, 200, 'the codes are the same');
    const secret = await resetPassword(test.db, test.now(), account!);
    const link = { token: secret, newPassword };
    await whileTheLogFails(() => post('set-password', link));
    assert.equal((await post('set-password', link)).status, 200, 'the link was not used up');
  });

  it('a refresh token that was used twice', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { cookie } = await signIn(test, person);
    await refresh(test, cookie);
    test.advance(60_000);
    assert.equal((await refresh(test, cookie)).answer.status, 401);
    assert.equal((await actionsOf(person.memberId))[0], 'staff.session_ended_by_used_token');
  });

  it('failed sign-ins in one row a minute with their number, in every tenant of the account', async () => {
    const elsewhere = await newTenant(test);
    const person = await addPerson(test, tenant, 'viewer');
    const there = await addPerson(test, elsewhere, 'viewer', person.email);
    const body = { email: person.email, password: 'a wrong guess' };
    await withSecondApp(test, async (app) => {
      const guesses = Array.from({ length: 5 }, () =>
        app.inject({ method: 'POST', url: '/v1/auth/sign-in', payload: body, headers: browser }),
      );
      for (const { statusCode } of await Promise.all(guesses)) assert.equal(statusCode, 401);
    });
    for (const [id, of] of [
      [person.memberId, tenant],
      [there.memberId, elsewhere],
    ] as const) {
      const failures = (await logOf(id, of)).filter(({ action }) => action === 'staff.sign_in_failed');
      assert.ok(failures.length <= 2, `${failures.length} rows`);
      const counts = failures.map(({ details }) => (details as { count?: number }).count ?? 1);
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        5,
      );
      const { count: _, ...told } = failures[0]!.details as { count?: number };
      assert.deepEqual([told, failures[0]!.actor_type], [{}, 'system']);
    }
  });

  it('the origin of a failed sign-in only where the device or the password proves whose account it was', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const squatters = await newTenant(test);
    const squatted = { email: person.email, password: 'chosen by a squatter' };
    await join(test, await invited(test, squatters, person.email), squatted.password);
    const squatter = (await signIn(test, squatted)).answer.body.data.actor.id as string;
    const device = deviceOf((await signIn(test, person)).answer);
    const failuresOf = async (id: string, of = tenant) =>
      (await logOf(id, of)).filter(({ action }) => action === 'staff.sign_in_failed');
    const fail = async (password: string, headers: Record<string, string>) => {
      const payload = { email: person.email, password };
      await withSecondApp(test, async (app) => {
        const answer = await app.inject({ method: 'POST', url: '/v1/auth/sign-in', payload, headers });
        assert.equal(answer.statusCode, 401);
      });
    };
    await fail('a wrong guess', browser);
    for (const [id, of] of [
      [person.memberId, tenant],
      [squatter, squatters],
    ] as const)
      assert.deepEqual(
        (await failuresOf(id, of)).map(({ details }) => details),
        [{}],
        'by address alone',
      );
    const known = { ...browser, cookie: `__Host-colonnade-device=${device}` };
    await fail('a wrong guess', known);
    assert.deepEqual((await failuresOf(person.memberId))[0]!.details, origin, 'on a device of theirs');
    // On that device the squatter's password is right, and refused once strangers have no guess left.
    const guesses = new GuessLimiter(test.db);
    for (let network = 0; network < 50; network++)
      await guesses.spend(guessesFrom(`192.0.2.${network}`, person.email)).catch(() => {});
    await fail(squatted.password, known);
    const told = (await failuresOf(squatter, squatters)).map(({ details }) => details);
    assert.deepEqual(
      told,
      [origin, {}],
      'whoever knows the password; and nothing of the device that is known',
    );
    assert.equal((await failuresOf(person.memberId)).length, 2);
  });

  it('exports, with their author and subject', async () => {
    const { app } = test;
    await withSecondApp(test, async (other) => {
      for (const url of ['/v1/crm/customers/export', '/v1/crm/orders/export', '/v1/redirects/export'])
        assert.equal(
          (await other.inject({ url, headers: { authorization: `Bearer ${tenant.key}` } })).statusCode,
          200,
        );
      assert.ok(app !== other);
    });
    const rows = [...(await logOf('customers')), ...(await logOf('orders')), ...(await logOf('redirects'))];
    assert.deepEqual(
      rows.map(({ action, actor_type }) => [action, actor_type]),
      Array(3).fill(['data.exported', 'api_key']),
    );
  });

  it('the use of a key from a network it was not used from before, once', async () => {
    const token = await tenant.keyWith('read:crm');
    const keyId: string = (await test.call('GET', '/v1/me', { token })).body.data.actor.id;
    const use = async (...addresses: string[]) => {
      const notes = createAuditNotes(test.db, test.kernel.log);
      const lastUsed = createLastUsed(test.db, notes);
      for (const address of addresses) lastUsed.note(tenant.id, keyId, test.now(), address);
      await lastUsed.flush();
      await notes.flush();
    };
    await use('192.0.2.1');
    const count = async () =>
      (await actionsOf(keyId)).filter((action) => action === 'api_key.used_from_new_network').length;
    assert.equal(await count(), 0, 'where it was first used, it lives');
    await use('192.0.2.1', '2001:db8::1', '2001:db8::2', '198.51.100.7');
    await use('2001:db8::3', '198.51.100.7');
    assert.equal(await count(), 2);
    const { details } = (await logOf(keyId)).find(
      ({ action }) => action === 'api_key.used_from_new_network',
    )!;
    assert.ok('network' in details);
  });

  it('all of it in one intact chain', async () => {
    const token = await tenant.staff('owner');
    const { body } = await test.call('GET', '/v1/audit-log/verification', { token });
    assert.equal(body.data.intact, true);
  });
});
