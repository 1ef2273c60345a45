import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { dump } from '../testing/owner.ts';
import { addPerson, refresh, signIn, statusOf } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const elsewhere = await newTenant(test);
const admin = await tenant.staff('admin');

const add = (body: object, headers = {}, token = admin) =>
  test.call('POST', '/v1/staff', { token, body, headers });
const list = (query = '', token = admin) => test.call('GET', `/v1/staff${query}`, { token });
const remove = (id: string, token = admin) => test.call('DELETE', `/v1/staff/${id}`, { token });
const setRole = (id: string, role: string, token = admin) =>
  test.call('PATCH', `/v1/staff/${id}`, { token, body: { role } });
type Member = { id: string; email: string; name: string; role: string };

describe('inviting someone', () => {
  it('answers 201 with a link shown this once, and the member as the list shows them', async () => {
    const { status, body } = await add({
      email: 'Grace@Hopper.example',
      name: 'Grace Hopper',
      role: 'editor',
    });
    assert.equal(status, 201);
    const { invitationLink, ...member } = body.data;
    const { id: _, createdAt: __, invitationExpiresAt, ...rest } = member;
    assert.deepEqual(rest, {
      email: 'grace@hopper.example',
      name: 'Grace Hopper',
      role: 'editor',
      contentTypes: null,
      status: 'invited',
    });
    const { publicUrl } = test.kernel.config;
    const [address, secret] = invitationLink.split('#');
    assert.equal(address, `${publicUrl}/accept-invitation`);
    assert.match(secret, /^[0-9A-Za-z]{43}$/);
    const days = (Date.parse(invitationExpiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days < 7.1, `${days} days`);
    const listed = await list('?limit=100&status=invited');
    assert.deepEqual(
      listed.body.data.find((each: Member) => each.id === member.id),
      { ...member, hasSecondFactor: false, lastSeenAt: null },
    );
    assert.ok(!listed.text.includes(secret));
  });

  it('keeps the secret out of the database, also of the stored answer, and of a replay', async () => {
    const body = { email: 'kept@staff.example', role: 'viewer' };
    const headers = { 'idempotency-key': 'add once' };
    const first = await add(body, headers);
    const again = await add(body, headers);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.id, first.body.data.id);
    assert.equal(again.body.data.invitationLink, null);
    assert.ok(!(await dump(test)).includes(first.body.data.invitationLink.split('#')[1]));
  });

  it('twice answers 409 and changes nothing', async () => {
    await add({ email: 'twice@staff.example', role: 'viewer' });
    const again = await add({ email: 'TWICE@staff.example', role: 'admin' });
    assert.equal(again.status, 409);
    assert.equal(again.body.error.code, 'conflict');
    const [found] = (await list('?status=invited')).body.data;
    assert.deepEqual([found.email, found.role], ['twice@staff.example', 'viewer']);
  });

  it('names a member after their address when no name is given', async () => {
    const { body } = await add({ email: 'alan.turing@staff.example', role: 'viewer' });
    assert.equal(body.data.name, 'alan.turing');
  });

  it('refuses a password, and an invalid address or role, with 422', async () => {
    for (const [body, path] of [
      [{ role: 'viewer' }, 'email'],
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: `${'x'.repeat(250)}@x.example`, role: 'viewer' }, 'email'],
      [{ email: 'a@b.example' }, 'role'],
      [{ email: 'a@b.example', role: 'superuser' }, 'role'],
      [{ email: 'a@b.example', role: 'viewer', password: 'chosen by the admin' }, 'password'],
      [{ email: 'a@b.example', role: 'viewer', name: '' }, 'name'],
    ] as const) {
      const answer = await add(body);
      assert.equal(answer.status, 422, path);
      assert.equal(answer.body.error.details[0].path, path);
    }
    assert.ok(!(await list('?limit=100')).text.includes('a@b.example'));
  });
});

describe('listing the staff', () => {
  it('shows the own tenant only, page by page', async () => {
    const small = await newTenant(test);
    const owner = await small.staff('owner');
    for (const role of ['viewer', 'editor'] as const) {
      test.advance(1000);
      await addPerson(test, small, role);
    }
    const first = await list('?limit=2', owner);
    const second = await list(`?limit=2&cursor=${first.body.pagination.nextCursor}`, owner);
    const members: Member[] = [...first.body.data, ...second.body.data];
    assert.deepEqual(
      members.map((member) => member.role),
      ['editor', 'viewer', 'owner'],
    );
    assert.deepEqual(Object.keys(members[0]!).sort(), [
      'contentTypes',
      'createdAt',
      'email',
      'hasSecondFactor',
      'id',
      'invitationExpiresAt',
      'lastSeenAt',
      'name',
      'role',
      'status',
    ]);
    assert.equal(second.body.pagination.hasMore, false);
  });
});

describe('a member of the list', () => {
  const listed = async (id: string) =>
    (await list('?limit=100')).body.data.find((each: Member) => each.id === id);

  it('has the time of their last visit to this tenant, and whether they have a second factor', async () => {
    const person = await addPerson(test, tenant, 'viewer', `seen@${tenant.slug}.example`);
    assert.deepEqual((await listed(person.memberId)).lastSeenAt, null);
    const { cookie } = await signIn(test, person);
    const signedInAt = (await listed(person.memberId)).lastSeenAt;
    const age = test.now().getTime() - Date.parse(signedInAt);
    assert.ok(age >= 0 && age < 60_000, `${age} ms ago`);
    test.advance(120_000);
    await refresh(test, cookie);
    const { lastSeenAt, hasSecondFactor } = await listed(person.memberId);
    assert.ok(Date.parse(lastSeenAt) - Date.parse(signedInAt) >= 120_000);
    assert.equal(hasSecondFactor, false);
    const begin = (confirmed: string) =>
      test.db.identityQuery(
        `insert into second_factors (id, person_id, kind, name, created_at, confirmed_at, totp_secret)
         select gen_random_uuid(), id, 'totp', 'App', now(), ${confirmed}, '' from people where email = $1`,
        [person.email],
      );
    await begin('null');
    assert.equal((await listed(person.memberId)).hasSecondFactor, false, 'begun and not confirmed');
    await begin('now()');
    assert.equal((await listed(person.memberId)).hasSecondFactor, true);
  });
});

describe('removing someone', () => {
  it('ends their sign-ins here for good: coming back does not bring them back', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const before = await signIn(test, person);
    const { status, body } = await remove(person.memberId);
    assert.deepEqual([status, body.data], [200, { id: person.memberId, deleted: true }]);
    assert.equal(await statusOf(test, before.token), 401);
    assert.equal((await signIn(test, person)).answer.status, 401);
    const back = await add({ email: person.email, role: 'viewer' });
    assert.equal(back.status, 201);
    assert.equal(await statusOf(test, before.token), 401);
    assert.equal((await refresh(test, before.cookie)).answer.status, 401);
  });

  it('who does not exist, or is in another tenant, answers the same 404', async () => {
    const stranger = await addPerson(test, elsewhere, 'viewer');
    const headers = { 'x-request-id': 'same' };
    const ask = (id: string, method: string, body?: object) =>
      test.call(method, `/v1/staff/${id}`, { token: admin, headers, body });
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { role: 'viewer' }],
    ] as const) {
      const [unknown, foreign] = [
        await ask(crypto.randomUUID(), method, body),
        await ask(stranger.memberId, method, body),
      ];
      assert.equal(unknown.status, 404);
      assert.equal(foreign.text, unknown.text);
    }
  });
});

describe('changing a role', () => {
  it('answers with the member as changed', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { status, body } = await setRole(person.memberId, 'admin');
    assert.equal(status, 200);
    assert.equal(body.data.role, 'admin');
    assert.equal(body.data.email, person.email);
    const listed: Member[] = (await list('?limit=100')).body.data;
    assert.equal(listed.find((member) => member.id === person.memberId)?.role, 'admin');
  });
});
