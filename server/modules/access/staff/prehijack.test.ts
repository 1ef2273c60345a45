/** A tenant invites an address that is not its own, opens the link itself, and waits for the owner of the address to come. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { codeAt, stepAt } from '../second-factors/totp.ts';
import { accept, inviteBy, invited, join, lookUp, secretOf } from '../testing/invitations.ts';
import { addPerson, deviceOf, signIn } from '../testing/people.ts';

const test = await useApp();
const evil = await newTenant(test);
const bank = await newTenant(test);

const tenantsOf = async (token: string): Promise<string[]> =>
  (await test.call('GET', '/v1/auth/tenants', { token })).body.data.map(
    (each: { slug: string }) => each.slug,
  );

describe('a tenant that invites an address first', () => {
  it('gains nothing in a tenant that invites it later: not its rights, not its list, not its password', async () => {
    const cfo = 'cfo@bank.example';
    const attacker = { email: cfo, password: 'attacker-chosen-1' };
    assert.equal((await join(test, await invited(test, evil, cfo), attacker.password)).status, 200);
    assert.equal((await signIn(test, attacker)).answer.body.data.tenant.slug, evil.slug);

    const link = await invited(test, bank, cfo, 'owner');
    assert.equal((await signIn(test, attacker, bank.slug)).answer.status, 401, 'while it is open');
    const victim = { email: cfo, password: 'chosen by the cfo' };
    assert.equal((await join(test, link, victim.password)).status, 200);

    assert.equal((await signIn(test, attacker, bank.slug)).answer.status, 401, 'once it is accepted');
    const { token } = await signIn(test, attacker);
    assert.deepEqual(await tenantsOf(token), [evil.slug]);
    const own = await signIn(test, victim);
    assert.equal(own.answer.body.data.actor.role, 'owner');
    assert.deepEqual(await tenantsOf(own.token), [bank.slug]);
    assert.equal((await signIn(test, victim, evil.slug)).answer.status, 401);
  });

  it('cannot choose a password, nor read one', async () => {
    const answer = await test.call('POST', '/v1/staff', {
      token: await evil.staff('owner'),
      body: { email: 'next@bank.example', role: 'viewer', password: 'attacker-chosen-1' },
    });
    assert.equal(answer.status, 422);
    assert.match(answer.body.error.message, /^password: is set by the person alone/);
    assert.ok(!/password/i.test((await inviteBy(test, await evil.staff('owner'), 'x@bank.example')).text));
  });

  it('cannot lock others out with many accounts of their address: a sign-in is one derivation, and theirs is found', async () => {
    const email = 'crowded@bank.example';
    for (let taken = 0; taken < 5; taken++) {
      const tenant = await newTenant(test);
      await join(test, await invited(test, tenant, email), `squatter number ${taken}`);
    }
    const victim = { email, password: 'chosen by the victim' };
    await join(test, await invited(test, bank, email, 'admin'), victim.password);
    assert.equal((await signIn(test, victim)).answer.body.data.tenant.slug, bank.slug);
    assert.equal((await signIn(test, victim, bank.slug)).answer.status, 200);
  });

  it('tries no more than a few passwords by setting them on an account of its own', async () => {
    const victim = { email: 'coveted@bank.example', password: 'chosen by the victim' };
    await join(test, await invited(test, bank, victim.email), victim.password);
    let password = 'attacker-chosen-1';
    await join(test, await invited(test, evil, victim.email), password);
    const { token } = await signIn(test, { email: victim.email, password });
    const statuses = [];
    for (let tries = 0; tries < 11; tries++) {
      const body = { currentPassword: password, newPassword: `attacker chose ${tries}` };
      statuses.push((await test.call('POST', '/v1/auth/change-password', { token, body })).status);
      if (statuses.at(-1) === 200) password = body.newPassword;
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
    const admin = await evil.staff('owner');
    const joined = [];
    for (let tries = 0; tries < 11; tries++) {
      const { body } = await inviteBy(test, admin, 'wanted@bank.example');
      const { invitationLink, id } = body.data;
      joined.push((await join(test, invitationLink.split('#')[1], `attacker chose ${tries}`)).status);
      assert.equal((await test.call('DELETE', `/v1/staff/${id}`, { token: admin })).status, 200);
    }
    assert.deepEqual(joined, [...Array(10).fill(200), 429]);
  });

  it('at the very moment of another leaves both with an account that opens: the accounts share one salt', async () => {
    const email = 'both@bank.example';
    const links = [await invited(test, evil, email), await invited(test, bank, email)];
    const passwords = ['chosen at evil corp', 'chosen at the bank'];
    const answers = await Promise.all(links.map((link, place) => join(test, link, passwords[place]!)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    for (const [place, slug] of [evil.slug, bank.slug].entries()) {
      const { answer } = await signIn(test, { email, password: passwords[place]! });
      assert.equal(answer.body.data.tenant.slug, slug);
    }
  });

  it('cannot pile accounts up by removing and inviting: an address has at most one for each tenant', async () => {
    const email = 'piled@bank.example';
    const token = await evil.staff('owner');
    for (let round = 0; round < 3; round++) {
      const answer = await inviteBy(test, token, email);
      await join(test, secretOf(answer), `chosen in round ${round}`);
      await test.call('DELETE', `/v1/staff/${answer.body.data.id}`, { token });
    }
    const { rows } = await test.db.identityQuery('select from people where email = $1', [email]);
    assert.equal(rows.length, 1);
  });
});

describe('whether an address has an account elsewhere is not revealed', async () => {
  const known = await addPerson(test, bank, 'owner', 'known@bank.example');
  const unknown = { email: 'never@bank.example', password: known.password };
  const token = await evil.staff('owner');
  /** Everything visible in an answer, without what differs between any two, and with both addresses alike. */
  const seen = ({ status, headers, text }: Awaited<ReturnType<typeof lookUp>>) => ({
    status,
    headers: Object.keys(headers).sort(),
    length: headers['content-length'],
    text: text
      .replaceAll(/known|never/g, '*****')
      .replaceAll(/"(id|createdAt|requestId|invitationExpiresAt|expiresAt)":"[^"]*"/g, '')
      .replaceAll(/#[0-9A-Za-z]{43}/g, ''),
  });
  const both = async (ask: (email: string) => ReturnType<typeof lookUp>) => {
    // Both addresses have the same length, so that even the lengths of the answers must be the same.
    const [one, other] = [await ask(known.email), await ask(unknown.email)];
    assert.deepEqual(seen(one), seen(other));
    return one;
  };
  const links = new Map<string, string>();

  it('by the answer to an invitation', async () => {
    const answer = await both(async (email) => {
      const invitation = await inviteBy(test, token, email);
      links.set(email, secretOf(invitation));
      return invitation;
    });
    assert.equal(answer.status, 201);
  });

  it('by the look-up of its link', async () => {
    assert.equal((await both((email) => lookUp(test, links.get(email)!))).status, 200);
  });

  it('by the answer to a sign-in, before and after', async () => {
    const wrong = (email: string) =>
      test.call('POST', '/v1/auth/sign-in', { body: { email, password: 'a wrong one' } });
    assert.equal((await both(wrong)).status, 401);
    assert.equal((await both((email) => join(test, links.get(email)!, 'chosen by evil'))).status, 200);
    assert.equal((await both(wrong)).status, 401);
  });

  it('by the list of staff, or by the audit log', async () => {
    const rows = (await test.call('GET', '/v1/staff?limit=100', { token })).body.data as {
      id: string;
      email: string;
      createdAt: string;
    }[];
    const [one, other] = [known.email, unknown.email].map((email) => {
      const { id: _, createdAt: __, ...rest } = rows.find((row) => row.email === email)!;
      return JSON.stringify(rest).replaceAll(/known|never/g, '*');
    });
    assert.equal(one, other);
    const log = await test.call('GET', '/v1/audit-log?limit=100&action=staff.joined', { token });
    const details = log.body.data.map((entry: { details: { email: string } }) => entry.details);
    const about = (email: string) => details.filter((each: { email: string }) => each.email === email);
    assert.deepEqual(about(known.email), [{ email: known.email, role: 'viewer' }]);
    assert.deepEqual(about(unknown.email), [{ email: unknown.email, role: 'viewer' }]);
  });

  it('and the existing account stays as it was', async () => {
    const { answer, token: own } = await signIn(test, known);
    assert.equal(answer.body.data.tenant.slug, bank.slug);
    assert.deepEqual(await tenantsOf(own), [bank.slug]);
  });
});

describe('an invitation accepted from inside an account', () => {
  it('adds the tenant to the account that accepts it, whatever its address', async () => {
    const person = await addPerson(test, bank, 'editor');
    const { token } = await signIn(test, person);
    const secret = await invited(test, evil, 'work@evil.example', 'admin');
    assert.equal((await accept(test, token, secret)).status, 200);
    assert.deepEqual((await tenantsOf(token)).sort(), [bank.slug, evil.slug].sort());
    const there = await signIn(test, person, evil.slug);
    assert.equal(there.answer.body.data.actor.role, 'admin');
    const members = await test.call('GET', '/v1/staff?limit=100', { token: await evil.staff('owner') });
    assert.ok(members.text.includes('work@evil.example'));
    assert.ok(!members.text.includes(person.email), 'a tenant sees the address it wrote');
  });

  it('needs a signed-in account: an anonymous request and an API key are refused', async () => {
    const secret = await invited(test, evil, 'later@evil.example');
    assert.equal(
      (await test.call('POST', '/v1/auth/invitations/accept', { body: { token: secret } })).status,
      401,
    );
    assert.equal((await accept(test, bank.key, secret)).status, 403);
    assert.equal((await lookUp(test, secret)).status, 200, 'and it still holds');
  });

  it('is refused for an account on the staff already, and stays valid for its addressee', async () => {
    const person = await addPerson(test, evil, 'viewer');
    const { token } = await signIn(test, person);
    const secret = await invited(test, evil, 'another@evil.example');
    assert.equal((await accept(test, token, secret)).status, 409);
    assert.equal((await join(test, secret, 'chosen by another')).status, 200);
  });
});

describe('two accounts of one address with one password', () => {
  const person = { email: 'twice@bank.example', password: 'the same words twice' };
  const other = { name: evil.slug, slug: evil.slug };
  const signInOn = async (device: string, tenant?: string) => {
    const headers = { cookie: `__Host-colonnade-device=${device}` };
    const answer = await test.call('POST', '/v1/auth/sign-in', { body: { ...person, tenant }, headers });
    assert.equal(answer.status, 200, answer.text);
    return { device: deviceOf(answer), slug: answer.body.data.tenant.slug, ...answer.body.data };
  };

  it('open the one that joined first, or was used last on this device, and name the other', async () => {
    for (const tenant of [bank, evil]) {
      await join(test, await invited(test, tenant, person.email), person.password);
      test.advance(1_000);
    }
    const first = await signInOn('');
    assert.deepEqual([first.slug, first.alsoOpens], [bank.slug, [other]]);
    const named = await signInOn(first.device, evil.slug);
    assert.deepEqual([named.slug, named.alsoOpens], [evil.slug, undefined]);
    const again = await signInOn(named.device);
    assert.deepEqual([again.slug, again.alsoOpens], [evil.slug, [{ name: bank.slug, slug: bank.slug }]]);
  });

  it('name the other before the second factor of the first', async () => {
    const { accessToken: token } = await signInOn('');
    const post = (url: string, body: object) => test.call('POST', `/v1/auth/${url}`, { token, body });
    const { id, secret } = (await post('second-factors/totp', person)).body.data;
    const code = codeAt(secret, stepAt(test.now()));
    assert.equal((await post(`second-factors/${id}/confirm`, { code })).status, 200);
    const { answer } = await signIn(test, person);
    assert.deepEqual([answer.status, answer.body.error.details.alsoOpens], [403, [other]]);
    assert.equal((await signInOn('', evil.slug)).slug, evil.slug);
  });
});
