import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';
import { GuessLimiter, guessesAtCode } from '../sessions/guess-limits.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { asOwner, dump, spellings, untilBlocked } from '../testing/owner.ts';
import { addPerson, COOKIE, deviceOf, type Person, setCookie, signIn, statusOf } from '../testing/people.ts';
import { deleteLapsedTotp } from './second-factors.sql.ts';
import { codeAt, stepAt } from './totp.ts';

const ORIGIN = 'https://app.colonnade.example';
const test = await useApp({ PUBLIC_URL: ORIGIN });
const tenant = await newTenant(test);

const call = (token: string, url: string, body: object, method = 'POST') =>
  test.call(method, `/v1/auth/${url}`, { token, body });
const codeOf = (secret: string, stepsAhead = 0) => codeAt(secret, stepAt(test.now()) + stepsAhead);

async function withApp(person?: Person) {
  const who = person ?? (await addPerson(test, tenant, 'admin'));
  const { token, cookie } = await signIn(test, who);
  const begun = await call(token, 'second-factors/totp', { password: who.password });
  assert.equal(begun.status, 200, begun.text);
  const { id, secret, address } = begun.body.data;
  const confirmed = await call(token, `second-factors/${id}/confirm`, { code: codeOf(secret) });
  assert.equal(confirmed.status, 200, confirmed.text);
  // The next code differs from the first one.
  test.advance(60_000);
  return { ...who, token, cookie, id, secret, address, codes: confirmed.body.data.recoveryCodes as string[] };
}

async function ticketOf(person: Person, device?: string) {
  const { email, password } = person;
  const headers = device === undefined ? undefined : { cookie: `__Host-colonnade-device=${device}` };
  const answer = await test.call('POST', '/v1/auth/sign-in', { body: { email, password }, headers });
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.error.code, 'second_factor_required');
  assert.equal(answer.headers['set-cookie'], undefined);
  return answer.body.error.details;
}
const secondStep = (body: object, headers?: Record<string, string>): Promise<Answer> =>
  test.call('POST', '/v1/auth/sign-in/second-factor', { body, headers });

describe('an authenticator app', () => {
  it('is set up with the password and a first code, and gives ten recovery codes', async () => {
    const person = await withApp();
    assert.equal(person.codes.length, 10);
    assert.equal(new Set(person.codes).size, 10);
    assert.match(person.address, /^otpauth:\/\/totp\/Colonnade.*secret=[A-Z2-7]{32}&issuer=/);
    const { body } = await test.call('GET', '/v1/auth/second-factors', { token: person.token });
    assert.equal(body.data.recoveryCodesLeft, 10);
    assert.deepEqual(
      body.data.factors.map((factor: Record<string, unknown>) => [
        factor.kind,
        factor.name,
        factor.lastUsedAt,
      ]),
      [['totp', 'Authenticator app', null]],
    );
  });

  it('is not set up without the password, nor with a wrong code', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const wrong = await call(token, 'second-factors/totp', { password: 'not it' });
    assert.deepEqual([wrong.status, wrong.body.error.details[0].code], [422, 'wrong_password']);
    const { id, secret } = (await call(token, 'second-factors/totp', person)).body.data;
    const off = await call(token, `second-factors/${id}/confirm`, { code: codeOf(secret, 5) });
    assert.deepEqual([off.status, off.body.error.details[0].code], [422, 'wrong_code']);
    assert.equal((await signIn(test, person)).answer.status, 200, 'begun is not done');
  });

  it('lapses ten minutes after it was begun, by the database’s clock, or when the password is changed', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const begin = async (password: string) =>
      (await call(token, 'second-factors/totp', { password })).body.data as { id: string; secret: string };
    const confirm = ({ id, secret }: { id: string; secret: string }) =>
      call(token, `second-factors/${id}/confirm`, { code: codeOf(secret) });
    const late = await begin(person.password);
    await asOwner(test, (client) =>
      client.query(
        "update second_factors set created_at = created_at - interval '10 minutes' where id = $1",
        [late.id],
      ),
    );
    assert.equal((await confirm(late)).status, 404);
    await deleteLapsedTotp(test.db);
    const { rowCount } = await asOwner(test, (client) =>
      client.query('select from second_factors where id = $1', [late.id]),
    );
    assert.equal(rowCount, 0, 'its secret is not kept');
    const before = await begin(person.password);
    const newPassword = 'the later words of 1999';
    const change = { currentPassword: person.password, newPassword };
    assert.equal((await call(token, 'change-password', change)).status, 200);
    assert.equal((await confirm(before)).status, 404);
    assert.equal((await confirm(await begin(newPassword))).status, 200);
  });

  it('allows ten guesses, also before it is confirmed', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { token } = await signIn(test, person);
    const { id, secret } = (await call(token, 'second-factors/totp', person)).body.data;
    const confirm = async (code: string) =>
      (await call(token, `second-factors/${id}/confirm`, { code })).status;
    let wrong = 0;
    // Ten are allowed at once; on a slow machine some are restored meanwhile.
    while (wrong < 100 && (await confirm(codeOf(secret, 5))) === 422) wrong++;
    assert.ok(wrong >= 10 && wrong < 100, `${wrong}`);
    assert.equal(await confirm(codeOf(secret)), 429);
  });

  it('is required at the next sign-in: a ticket first, then the session', async () => {
    const person = await withApp();
    const { ticket, methods, passkey } = await ticketOf(person);
    assert.deepEqual([methods, passkey], [['totp', 'recovery_code'], null]);
    const answer = await secondStep({ ticket, code: codeOf(person.secret) });
    assert.equal(answer.status, 200, answer.text);
    assert.match(setCookie(answer), /^__Host-colonnade-refresh=/);
    assert.equal(await statusOf(test, answer.body.data.accessToken), 200);
  });

  it('accepts a code once, of the current step or of a neighbouring one', async () => {
    const person = await withApp();
    const code = codeOf(person.secret);
    const tickets = [await ticketOf(person), await ticketOf(person), await ticketOf(person)];
    assert.equal(
      (await secondStep({ ticket: tickets[0].ticket, code: codeOf(person.secret, 2) })).status,
      422,
    );
    assert.equal((await secondStep({ ticket: tickets[0].ticket, code })).status, 200);
    const replayed = await secondStep({ ticket: tickets[1].ticket, code });
    assert.deepEqual([replayed.status, replayed.body.error.details[0].code], [422, 'wrong_code']);
    const next = codeOf(person.secret, 1);
    assert.equal((await secondStep({ ticket: tickets[1].ticket, code: next })).status, 200);
    const before = await secondStep({ ticket: tickets[2].ticket, code });
    assert.equal(before.status, 422, 'an older one than the last that was used');
  });

  it('ends the sign-ins that were made without it', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const before = await signIn(test, person);
    const { token } = await withApp(person);
    assert.equal(await statusOf(test, before.token), 401);
    assert.equal(await statusOf(test, token), 200, 'the one it was set up in goes on');
  });

  it('is stored sealed, and its recovery codes as proofs', async () => {
    const person = await withApp();
    const everything = await dump(test);
    for (const text of [
      person.secret,
      ...person.codes,
      ...person.codes.map((code) => code.replaceAll('-', '')),
    ])
      for (const spelling of spellings(text)) assert.ok(!everything.includes(spelling));
  });

  it('cannot be confirmed or removed by another account', async () => {
    const person = await withApp();
    const other = await addPerson(test, tenant, 'owner');
    const { token } = await signIn(test, other);
    for (const [what, body] of [
      ['confirm', { code: codeOf(person.secret) }],
      ['remove', { password: other.password }],
    ] as const)
      assert.equal((await call(token, `second-factors/${person.id}/${what}`, body)).status, 404, what);
    await ticketOf(person);
  });

  it('is removed with the password, and its recovery codes with it', async () => {
    const person = await withApp();
    const { ticket } = await ticketOf(person);
    const { accessToken } = (await secondStep({ ticket, code: codeOf(person.secret) })).body.data;
    const url = `second-factors/${person.id}/remove`;
    assert.equal((await call(accessToken, url, { password: 'not it' })).status, 422);
    assert.equal((await call(accessToken, url, { password: person.password })).status, 200);
    assert.equal((await signIn(test, person)).answer.status, 200);
    const { rowCount } = await asOwner(test, (client) =>
      client.query('select from recovery_codes c join people p on p.id = c.person_id where p.email = $1', [
        person.email,
      ]),
    );
    assert.equal(rowCount, 0);
  });
});

describe('a ticket', () => {
  it('opens once, for five minutes, while the password is the same, and only if the server made it', async () => {
    const person = await withApp();
    const { ticket } = await ticketOf(person);
    const first = await secondStep({ ticket, code: codeOf(person.secret) });
    assert.equal(first.status, 200);
    test.advance(60_000);
    assert.equal((await secondStep({ ticket, code: codeOf(person.secret) })).status, 401, 'a second time');
    const late = (await ticketOf(person)).ticket;
    const [payload, signature] = late.split('.');
    const forged = `${Buffer.from(Buffer.from(payload, 'base64url').toString().replace('expires', 'expired')).toString('base64url')}.${signature}`;
    for (const bad of [forged, 'x', `${late}.`, `${payload}.`, late.slice(0, -1)])
      assert.equal((await secondStep({ ticket: bad, code: codeOf(person.secret) })).status, 401, bad);
    test.advance(5 * 60_000);
    assert.equal((await secondStep({ ticket: late, code: codeOf(person.secret) })).status, 401, 'too late');
    const { token } = await signInWith(person);
    const old = (await ticketOf(person)).ticket;
    const change = { currentPassword: person.password, newPassword: 'one nobody knows yet' };
    assert.equal((await call(token, 'change-password', change)).status, 200);
    test.advance(60_000);
    assert.equal(
      (await secondStep({ ticket: old, code: codeOf(person.secret) })).status,
      401,
      'another password',
    );
  });
});

it('a sign-in with the password alone that is under way while the first factor is confirmed opens no session', async () => {
  const person = await addPerson(test, tenant, 'admin');
  const { token } = await signIn(test, person);
  const { id } = (await call(token, 'second-factors/totp', person)).body.data;
  await asOwner(test, async (client) => {
    // Does what the confirmation does, and stays open before its commit.
    await client.query('begin');
    await client.query('select from people where email = $1 for no key update', [person.email]);
    await client.query('update second_factors set confirmed_at = now(), totp_step = 1 where id = $1', [id]);
    const underWay = signIn(test, person);
    await asOwner(test, untilBlocked);
    await client.query('commit');
    assert.equal((await underWay).answer.status, 401);
  });
  await ticketOf(person);
});

async function signInWith(person: Person & { secret: string }) {
  test.advance(60_000);
  const { ticket } = await ticketOf(person);
  const answer = await secondStep({ ticket, code: codeOf(person.secret) });
  assert.equal(answer.status, 200, answer.text);
  return { token: answer.body.data.accessToken as string, answer };
}

describe('guessing at codes', () => {
  it('ends after ten, of recovery codes too, whatever the ticket, but not on a device the owner signed in from', async () => {
    const person = await withApp();
    const device = deviceOf((await signInWith(person)).answer);
    const { ticket } = await ticketOf(person);
    assert.equal((await secondStep({ ticket, code: '000000' })).status, 422);
    const id = (
      await asOwner(test, (client) => client.query('select id from people where email = $1', [person.email]))
    ).rows[0].id;
    const guesses = new GuessLimiter(test.db);
    for (let wrong = 0; wrong < 9; wrong++)
      await guesses.limit(guessesAtCode(id, null), async (count) => count().then(() => null));
    test.advance(60_000);
    const another = await ticketOf(person);
    assert.equal((await secondStep({ ticket: another.ticket, code: codeOf(person.secret) })).status, 429);
    const passkey = await secondStep({ ticket: another.ticket, passkey: { id: 'none' } });
    assert.equal(passkey.status, 422, 'looked at, for nobody can guess one');
    assert.equal((await secondStep({ ticket: another.ticket, recoveryCode: person.codes[0] })).status, 429);
    const both = { ticket: another.ticket, passkey: {}, recoveryCode: person.codes[0] };
    assert.equal(
      (await secondStep(both)).body.error.details[0].code,
      'one_proof',
      'not uncounted beside a passkey',
    );
    const home = await secondStep(
      { ticket: another.ticket, code: codeOf(person.secret) },
      { cookie: `__Host-colonnade-device=${device}` },
    );
    assert.equal(home.status, 200, home.text);
  });
});

describe('a recovery code', () => {
  it('opens once, in any spelling, and can be renewed', async () => {
    const person = await withApp();
    const [code] = person.codes;
    const typed = ` ${code!.toUpperCase().replaceAll('-', ' ')}`;
    const { ticket } = await ticketOf(person);
    const opened = await secondStep({ ticket, recoveryCode: typed });
    assert.equal(opened.status, 200, opened.text);
    const again = await secondStep({ ticket: (await ticketOf(person)).ticket, recoveryCode: code });
    assert.deepEqual([again.status, again.body.error.details[0].path], [422, 'recoveryCode']);
    const { accessToken } = opened.body.data;
    const stale = await secondStep({ ticket, recoveryCode: person.codes[2] });
    assert.equal(stale.status, 401, 'the ticket was used');
    const spared = { ticket: (await ticketOf(person)).ticket, recoveryCode: person.codes[2] };
    assert.equal((await secondStep(spared)).status, 200, 'the code was not');
    const renewed = await call(accessToken, 'recovery-codes', { password: person.password });
    assert.equal(renewed.body.data.recoveryCodes.length, 10);
    const old = await secondStep({ ticket: (await ticketOf(person)).ticket, recoveryCode: person.codes[1] });
    assert.equal(old.status, 422);
  });
});

describe('a passkey', () => {
  it('is made for this site, asked for at sign-in, and opens with its signature alone', async () => {
    const person = await addPerson(test, tenant, 'owner');
    const { token } = await signIn(test, person);
    const { ticket, options } = (await call(token, 'second-factors/passkey', person)).body.data;
    assert.equal(options.rp.id, 'app.colonnade.example');
    const authenticator = createAuthenticator(ORIGIN);
    const phisher = createAuthenticator('https://app.colonnade.example.evil.example');
    const keep = (response: object) =>
      call(token, 'second-factors/passkey/confirm', { ticket, name: 'Laptop', response });
    assert.equal((await keep(phisher.register(options))).status, 422, 'made on another site');
    assert.equal((await keep({ nonsense: true })).status, 422);
    const made = await keep(authenticator.register(options));
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.data.recoveryCodes.length, 10);

    const asked = await ticketOf(person);
    assert.deepEqual(asked.methods, ['passkey', 'recovery_code']);
    const stolen = createAuthenticator(ORIGIN).sign(asked.passkey);
    for (const passkey of [stolen, { ...authenticator.sign(asked.passkey), id: 'x' }, {}])
      assert.equal((await secondStep({ ticket: asked.ticket, passkey })).status, 422);
    const other = await ticketOf(person);
    const signed = authenticator.sign(asked.passkey);
    assert.equal(
      (await secondStep({ ticket: other.ticket, passkey: signed })).status,
      422,
      'for another ticket',
    );
    assert.equal((await secondStep({ ticket: asked.ticket, passkey: signed })).status, 200);
    assert.equal((await secondStep({ ticket: asked.ticket, passkey: signed })).status, 401, 'a second time');
  });
});

describe('a tenant that asks for a second factor', () => {
  it('lets a member without one do nothing but set it up, at once and after a switch', async () => {
    const strict = await newTenant(test);
    const owner = await withApp({ ...(await addPerson(test, strict, 'owner')) });
    const boss = (await signInWith(owner)).token;
    const member = await addPerson(test, strict, 'editor');
    const viewer = await addPerson(test, strict, 'viewer');
    await addPerson(test, tenant, 'editor', member.email);
    const [before, untouched] = [await signIn(test, member, strict.slug), await signIn(test, viewer)];
    const set = await test.call('PUT', '/v1/tenant/second-factor', {
      token: boss,
      body: { roles: ['editor', 'admin', 'owner'] },
    });
    assert.equal(set.status, 200, set.text);
    const orders = (token: string) => test.call('GET', '/v1/crm/orders', { token });
    assert.equal((await orders(untouched.token)).status, 200);
    const refused = await orders(before.token);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'second_factor_required']);

    const elsewhere = await signIn(test, member, tenant.slug);
    assert.equal((await orders(elsewhere.token)).status, 200, 'another tenant does not ask');
    const moved = await test.call('POST', '/v1/auth/switch-tenant', {
      body: { tenant: strict.slug },
      headers: { cookie: `${COOKIE}=${elsewhere.cookie}` },
    });
    const { accessToken: token, secondFactorNeeded } = moved.body.data;
    assert.equal(secondFactorNeeded, true);
    assert.equal((await orders(token)).status, 403);
    assert.equal((await test.call('POST', '/v1/crm/customers', { token, body: { name: 'x' } })).status, 403);
    const { id, secret } = (await call(token, 'second-factors/totp', member)).body.data;
    assert.equal((await call(token, `second-factors/${id}/confirm`, { code: codeOf(secret) })).status, 200);
    assert.equal((await orders(token)).status, 200);
    test.advance(60_000);
    const back = await signInWith({ ...member, secret });
    assert.equal((await call(back.token, `second-factors/${id}/remove`, member)).status, 200);
    const slug = (await test.call('GET', '/v1/me', { token: back.token })).body.data.tenant.slug;
    assert.equal(
      (await orders(back.token)).status,
      slug === strict.slug ? 403 : 200,
      'removed is not passed',
    );
  });

  it('is set by an admin, and recorded in the audit log', async () => {
    const strict = await newTenant(test);
    const put = (token: string) =>
      test.call('PUT', '/v1/tenant/second-factor', { token, body: { roles: ['editor'] } });
    assert.equal((await put(await strict.staff('editor'))).status, 403);
    const admin = await strict.staff('admin');
    assert.equal((await put(admin)).status, 200);
    const { body } = await test.call('GET', '/v1/tenant/second-factor', { token: admin });
    assert.deepEqual(body.data, { roles: ['editor'] });
    const log = await test.call('GET', '/v1/audit-log?action=tenant.second_factor_changed', { token: admin });
    assert.deepEqual(log.body.data[0].details, { from: [], to: ['editor'] });
  });

  it('requires one of owners, or no longer, only if an owner says so', async () => {
    const strict = await newTenant(test);
    const [admin, owner] = [await strict.staff('admin'), await strict.staff('owner')];
    const put = async (token: string, ...roles: string[]) =>
      (await test.call('PUT', '/v1/tenant/second-factor', { token, body: { roles } })).status;
    assert.equal(await put(admin, 'owner'), 403, 'asked for by an admin');
    assert.equal(await put(owner, 'owner'), 200);
    const passed = 'update sessions set second_factor_at = now() where tenant_id = $1';
    await asOwner(test, (client) => client.query(passed, [strict.id]));
    assert.equal(await put(admin, 'viewer'), 403, 'lifted by an admin');
    assert.equal(await put(admin, 'viewer', 'owner'), 200, 'left as it is');
    assert.equal(await put(owner), 200);
  });
});

it('the audit log records second factors and wrong codes', async () => {
  const person = await withApp();
  const { rows } = await asOwner(test, (client) =>
    client.query(
      'select action, details from audit_log where tenant_id = $1 and subject_id = $2 order by seq',
      [tenant.id, person.memberId],
    ),
  );
  assert.deepEqual(
    rows.map(({ action, details }) => [action, details.kind]),
    [
      ['staff.added', undefined],
      ['staff.signed_in', undefined],
      ['staff.second_factor_added', 'totp'],
    ],
  );
});
