import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { asOwner } from '../testing/owner.ts';
import { addPerson, signIn } from '../testing/people.ts';

const test = await useApp();

type Member = { id: string; role: string };

const members = async (token: string): Promise<Member[]> =>
  (await test.call('GET', '/v1/staff', { token })).body.data;
const setRole = (token: string, id: string, role: string) =>
  test.call('PATCH', `/v1/staff/${id}`, { token, body: { role } });
const remove = (token: string, id: string) => test.call('DELETE', `/v1/staff/${id}`, { token });

/** A tenant whose first owner is the only one. */
async function withOwner(): Promise<{ tenant: TestTenant; token: string; id: string }> {
  const tenant = await newTenant(test);
  const token = await tenant.staff('owner');
  const [owner] = await members(token);
  return { tenant, token, id: owner!.id };
}

describe('the last owner', () => {
  it('can neither be removed nor demoted, not even by themselves', async () => {
    const { token, id } = await withOwner();
    for (const attempt of [remove(token, id), setRole(token, id, 'admin'), setRole(token, id, 'viewer')]) {
      const { status, body } = await attempt;
      assert.equal(status, 409);
      assert.equal(body.error.code, 'conflict');
    }
    assert.deepEqual(await members(token), [{ ...(await members(token))[0], role: 'owner' }]);
  });

  it('can be given the same role again', async () => {
    const { token, id } = await withOwner();
    assert.equal((await setRole(token, id, 'owner')).status, 200);
  });

  it('may leave once there is another', async () => {
    const { tenant, token, id } = await withOwner();
    await addPerson(test, tenant, 'owner');
    assert.equal((await remove(token, id)).status, 200);
  });

  const attempts = {
    'each other are removed': (token: string, _own: string, other: string) => remove(token, other),
    'each other are demoted': (token: string, _own: string, other: string) => setRole(token, other, 'viewer'),
    'themselves are removed': (token: string, own: string) => remove(token, own),
    'themselves are demoted': (token: string, own: string) => setRole(token, own, 'editor'),
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    it(`remains when two owners at the same moment want that ${what}`, async () => {
      const { tenant, token, id } = await withOwner();
      const second = await addPerson(test, tenant, 'owner');
      const other = await signIn(test, second);
      const answers = await Promise.all([
        attempt(token, id, second.memberId),
        attempt(other.token, second.memberId, id),
      ]);
      const statuses = answers.map((answer) => answer.status).sort();
      assert.equal(statuses[0], 200);
      // The second request is refused because the caller is the last owner, or is no owner any more.
      assert.ok([401, 403, 409].includes(statuses[1]!), String(statuses));
      const owners = await asOwner(test, (client) =>
        client.query("select from memberships where tenant_id = $1 and role = 'owner'", [tenant.id]),
      );
      assert.equal(owners.rowCount, 1);
    });
  }
});

describe('an admin', () => {
  it('can neither make an owner nor change one, and the answer names the role it takes', async () => {
    const { tenant, token: owner, id: ownerId } = await withOwner();
    await addPerson(test, tenant, 'owner');
    const token = await tenant.staff('admin');
    const viewer = await addPerson(test, tenant, 'viewer');
    const refused = [
      await test.call('POST', '/v1/staff', { token, body: { email: 'new@owner.example', role: 'owner' } }),
      await setRole(token, viewer.memberId, 'owner'),
      await setRole(token, ownerId, 'admin'),
      await setRole(token, ownerId, 'owner'),
      await remove(token, ownerId),
    ];
    for (const { status, body } of refused) {
      assert.equal(status, 403);
      assert.equal(body.error.code, 'forbidden');
      assert.deepEqual(body.error.details, { role: 'owner' });
    }
    const roles = (await members(owner)).map((member) => member.role).sort();
    assert.deepEqual(roles, ['admin', 'owner', 'owner', 'viewer']);
  });

  it('may do everything else: make, promote, demote and remove up to admins', async () => {
    const { tenant } = await withOwner();
    const token = await tenant.staff('admin');
    const other = await addPerson(test, tenant, 'admin');
    const made = await test.call('POST', '/v1/staff', {
      token,
      body: { email: 'x@new.example', role: 'admin' },
    });
    assert.equal(made.status, 201);
    assert.equal((await setRole(token, other.memberId, 'viewer')).status, 200);
    assert.equal((await setRole(token, other.memberId, 'admin')).status, 200);
    assert.equal((await remove(token, other.memberId)).status, 200);
  });
});

describe('an owner', () => {
  it('may make another owner', async () => {
    const { tenant, token } = await withOwner();
    const viewer = await addPerson(test, tenant, 'viewer');
    assert.equal((await setRole(token, viewer.memberId, 'owner')).status, 200);
  });
});

describe('viewers and editors', () => {
  it('get 403 on everything about the staff', async () => {
    const { tenant, id } = await withOwner();
    for (const role of ['viewer', 'editor'] as const) {
      const token = await tenant.staff(role);
      const answers = [
        await test.call('GET', '/v1/staff', { token }),
        await test.call('POST', '/v1/staff', { token, body: { email: 'x@y.example', role: 'viewer' } }),
        await setRole(token, id, 'viewer'),
        await remove(token, id),
      ];
      for (const { status, body } of answers) {
        assert.equal(status, 403);
        assert.deepEqual(body.error.details, { role: 'admin' });
      }
    }
  });
});
