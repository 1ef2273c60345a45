import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import { newTenant, useApp } from '../../testing.ts';
import { addMember, preparePerson } from './staff.ts';
import { asOwner, dump, untilBlocked } from './testing/owner.ts';
import { addPerson, refresh, signIn, statusOf } from './testing/people.ts';

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

describe('adding someone to the staff', () => {
  it('answers 201 with a password shown this once, with which they sign in', async () => {
    const { status, body } = await add({
      email: 'Grace@Hopper.example',
      name: 'Grace Hopper',
      role: 'editor',
    });
    assert.equal(status, 201);
    const { id, createdAt, temporaryPassword, ...rest } = body.data;
    assert.deepEqual(rest, { email: 'grace@hopper.example', name: 'Grace Hopper', role: 'editor' });
    assert.match(temporaryPassword, /^[0-9A-Za-z]{20}$/);
    assert.ok(Date.parse(createdAt) <= test.now().getTime());
    const { answer } = await signIn(test, { email: rest.email, password: temporaryPassword });
    assert.deepEqual(answer.body.data.actor, {
      type: 'staff',
      id,
      name: 'Grace Hopper',
      role: 'editor',
      scopes: null,
    });
    assert.ok(!(await list('?limit=100')).text.includes(temporaryPassword));
  });

  it('keeps the password out of the database, also of the stored answer, and of a replay', async () => {
    const body = { email: 'kept@staff.example', role: 'viewer' };
    const headers = { 'idempotency-key': 'add once' };
    const first = await add(body, headers);
    const again = await add(body, headers);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.id, first.body.data.id);
    assert.equal(again.body.data.temporaryPassword, null);
    assert.ok(!(await dump(test)).includes(first.body.data.temporaryPassword));
  });

  it('twice answers 409 and changes nothing', async () => {
    const { temporaryPassword } = (await add({ email: 'twice@staff.example', role: 'viewer' })).body.data;
    const again = await add({ email: 'TWICE@staff.example', role: 'admin', password: 'another password' });
    assert.equal(again.status, 409);
    assert.equal(again.body.error.code, 'conflict');
    const { answer } = await signIn(test, { email: 'twice@staff.example', password: temporaryPassword });
    assert.equal(answer.body.data.actor.role, 'viewer');
  });

  it('names whoever is not given a name after their address', async () => {
    const { body } = await add({ email: 'alan.turing@staff.example', role: 'viewer' });
    assert.equal(body.data.name, 'alan.turing');
  });

  it('refuses what is not an address, a role or a good password with 422', async () => {
    for (const [body, path] of [
      [{ role: 'viewer' }, 'email'],
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: `${'x'.repeat(250)}@x.example`, role: 'viewer' }, 'email'],
      [{ email: 'a@b.example' }, 'role'],
      [{ email: 'a@b.example', role: 'superuser' }, 'role'],
      [{ email: 'a@b.example', role: 'viewer', password: 'too short' }, 'password'],
      [{ email: 'a@b.example', role: 'viewer', name: '' }, 'name'],
    ] as const) {
      const answer = await add(body);
      assert.equal(answer.status, 422, path);
      assert.equal(answer.body.error.details[0].path, path);
    }
  });
});

describe('adding someone who works for another tenant', () => {
  it('answers the same as for anyone else, and tells nothing of what the other tenant knows', async () => {
    const known = await addPerson(test, elsewhere, 'owner');
    await asOwner(test, (client) =>
      client.query("update memberships set name = 'Known Elsewhere' where id = $1", [known.memberId]),
    );
    const answers = [];
    for (const email of [known.email, 'unknown@staff.example']) {
      const { status, headers, body } = await add({ email, role: 'viewer', password: 'a first password' });
      const { id: _, createdAt: __, ...data } = body.data;
      answers.push({
        status,
        headers: Object.keys(headers),
        data: { ...data, email: '', name: data.name === email.split('@')[0] },
      });
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.ok(!(await list('?limit=100')).text.includes('Known Elsewhere'));
  });

  it('leaves them their password: the one in the answer opens nothing', async () => {
    const known = await addPerson(test, elsewhere, 'viewer');
    const { status } = await add({ email: known.email, role: 'editor', password: 'chosen by the admin' });
    assert.equal(status, 201);
    assert.equal((await signIn(test, { ...known, password: 'chosen by the admin' })).answer.status, 401);
    const { answer } = await signIn(test, known, tenant.slug);
    assert.equal(answer.body.data.actor.role, 'editor');
  });

  it('at the moment the other tenant adds them too, does not get to set their password', async () => {
    const email = 'new-in-both@staff.example';
    const person = await preparePerson(test.db, test.now(), { email, password: 'set by the other' });
    const ours = await asOwner(test, (client) =>
      test.db.inTenant(elsewhere.id, async (tx) => {
        await addMember(tx, OPERATOR, test.now(), person, 'owner');
        const adding = add({ email, role: 'viewer', password: 'chosen by the admin' });
        await untilBlocked(client);
        return [adding] as const;
      }),
    );
    assert.equal((await ours[0]).status, 201);
    assert.equal((await signIn(test, { email, password: 'chosen by the admin' })).answer.status, 401);
    assert.equal((await signIn(test, { email, password: 'set by the other' })).answer.status, 200);
  });

  it('with a role one may not give changes nothing about them', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    await remove(person.memberId);
    const stored = () =>
      asOwner(test, async (client) => {
        const { rows } = await client.query('select * from people where email = $1', [person.email]);
        return rows;
      });
    const before = await stored();
    const refused = await add({ email: person.email, role: 'owner', password: 'chosen by the admin' });
    assert.equal(refused.status, 403);
    assert.deepEqual(await stored(), before);
  });
});

describe('listing the staff', () => {
  it('shows one’s own tenant only, page by page', async () => {
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
    assert.deepEqual(Object.keys(members[0]!).sort(), ['createdAt', 'email', 'id', 'name', 'role']);
    assert.equal(second.body.pagination.hasMore, false);
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

  it('who works nowhere else lets them start over with a new password', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    await remove(person.memberId);
    const { temporaryPassword } = (await add({ email: person.email, role: 'viewer' })).body.data;
    assert.equal((await signIn(test, person)).answer.status, 401);
    assert.equal((await signIn(test, { ...person, password: temporaryPassword })).answer.status, 200);
  });

  it('who is not there, or in another tenant, answers the same 404', async () => {
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
  it('answers with the member as they are now', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const { status, body } = await setRole(person.memberId, 'admin');
    assert.equal(status, 200);
    assert.equal(body.data.role, 'admin');
    assert.equal(body.data.email, person.email);
    const listed: Member[] = (await list('?limit=100')).body.data;
    assert.equal(listed.find((member) => member.id === person.memberId)?.role, 'admin');
  });
});
