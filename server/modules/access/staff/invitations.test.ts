import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { accept, inviteBy, invited, join, lookUp, secretOf } from '../testing/invitations.ts';
import { asOwner } from '../testing/owner.ts';
import { addPerson, signIn } from '../testing/people.ts';

const test = await useApp({ TRUST_PROXY: '127.0.0.1' });
const tenant = await newTenant(test);
const owner = await tenant.staff('owner');
const admin = await tenant.staff('admin');

let made = 0;
const address = () => `invited-${++made}@staff.example`;
const PASSWORD = 'chosen by the person';
const again = (id: string, token = owner) => test.call('POST', `/v1/staff/${id}/invitation`, { token });
const setRole = (id: string, role: string, token = owner) =>
  test.call('PATCH', `/v1/staff/${id}`, { token, body: { role } });
const remove = (id: string, token = owner) => test.call('DELETE', `/v1/staff/${id}`, { token });

describe('an invitation', () => {
  it('shows who invites, and lets its person sign in with a password of their own', async () => {
    const email = address();
    const secret = await invited(test, tenant, email, 'editor');
    const { expiresAt: _, ...shown } = (await lookUp(test, secret)).body.data;
    assert.deepEqual(shown, {
      email,
      role: 'editor',
      tenant: { name: tenant.slug, slug: tenant.slug },
    });
    assert.equal((await signIn(test, { email, password: PASSWORD })).answer.status, 401, 'nothing yet');
    assert.equal((await join(test, secret, PASSWORD)).status, 200);
    const { answer } = await signIn(test, { email, password: PASSWORD });
    assert.equal(answer.body.data.actor.role, 'editor');
  });

  it('works once: of two concurrent uses, by whichever way, one succeeds', async () => {
    const secret = await invited(test, tenant, address());
    const inside = (await signIn(test, await addPerson(test, await newTenant(test), 'viewer'))).token;
    const answers = await Promise.all([
      join(test, secret, PASSWORD),
      accept(test, inside, secret),
      join(test, secret, `${PASSWORD}, too`),
      accept(test, inside, secret),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404]);
    assert.equal((await lookUp(test, secret)).status, 404);
  });

  it('that is withdrawn at the same moment is either accepted or gone, and no account is left half-way', async () => {
    for (let round = 0; round < 6; round++) {
      const email = address();
      const invitation = await inviteBy(test, owner, email);
      const [joined] = await Promise.all([
        join(test, secretOf(invitation), PASSWORD),
        remove(invitation.body.data.id),
      ]);
      assert.ok([200, 404].includes(joined.status), joined.text);
      // In either order, the member was removed.
      assert.equal((await signIn(test, { email, password: PASSWORD })).answer.status, 401);
      assert.equal((await lookUp(test, secretOf(invitation))).status, 404);
    }
  });

  it('is valid for seven days by the clock of the database, and not by that of the server', async () => {
    const secret = await invited(test, tenant, address());
    test.advance(8 * 86_400_000);
    assert.equal((await lookUp(test, secret)).status, 200);
    test.advance(-8 * 86_400_000);
    await asOwner(test, (client) =>
      client.query("update invitations set expires_at = expires_at - interval '7 days'"),
    );
    for (const { status } of [await lookUp(test, secret), await join(test, secret, PASSWORD)])
      assert.equal(status, 404);
  });

  it('gets one answer whether it was used, replaced, withdrawn or never existed', async () => {
    const used = await invited(test, tenant, address());
    await join(test, used, PASSWORD);
    const replaced = await inviteBy(test, owner, address());
    await again(replaced.body.data.id);
    const withdrawn = await inviteBy(test, owner, address());
    await remove(withdrawn.body.data.id);
    const headers = { 'x-request-id': 'same' };
    const texts = [];
    for (const secret of [used, secretOf(replaced), secretOf(withdrawn), 'x'.repeat(43)])
      texts.push((await lookUp(test, secret, headers)).text);
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0]!, /"not_found".*Ask for a new one\./);
  });

  it('refuses a bad password, and stays valid', async () => {
    const secret = await invited(test, tenant, address());
    const answer = await join(test, secret, 'short');
    assert.equal(answer.status, 422);
    assert.equal(answer.body.error.details[0].path, 'password');
    assert.equal((await join(test, secret, PASSWORD)).status, 200);
  });

  it('cannot be guessed at without end', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let guess = 0; guess < 30; guess++)
      assert.equal((await lookUp(test, `guess ${guess}`, headers)).status, 404);
    assert.equal((await lookUp(test, 'one more', headers)).status, 429);
    const secret = await invited(test, tenant, address());
    assert.equal((await lookUp(test, secret, headers)).status, 200, 'one that holds is taken all the same');
  });

  it('is opened from our own pages only', async () => {
    const secret = await invited(test, tenant, address());
    const headers = { origin: 'https://evil.example' };
    for (const answer of [await lookUp(test, secret, headers), await join(test, secret, PASSWORD, headers)])
      assert.equal(answer.status, 403);
    const body = { token: secret, newPassword: PASSWORD };
    assert.equal((await test.call('POST', '/v1/auth/set-password', { body, headers })).status, 403);
  });

  it('is recorded in the audit log, with its inviter, and so is the joining', async () => {
    const email = address();
    const invitation = await inviteBy(test, owner, email, 'editor');
    await join(test, secretOf(invitation), PASSWORD);
    const { id } = invitation.body.data;
    const log = await test.call('GET', `/v1/audit-log?subjectId=${id}`, { token: owner });
    assert.deepEqual(
      log.body.data.map((entry: { action: string; actor: { type: string; id: string }; details: object }) => [
        entry.action,
        entry.actor.id === id,
        entry.details,
      ]),
      [
        ['staff.joined', true, { email, role: 'editor' }],
        ['staff.invited', false, { email, role: 'editor' }],
      ],
    );
  });
});

describe('a link', () => {
  it('ends the previous one', async () => {
    const first = await inviteBy(test, owner, address());
    const second = await again(first.body.data.id);
    assert.equal(second.status, 201);
    assert.equal((await join(test, secretOf(first), PASSWORD)).status, 404);
    assert.equal((await join(test, secretOf(second), PASSWORD)).status, 200);
    assert.equal((await again(first.body.data.id)).status, 409, 'who has joined needs none');
  });

  it('ends when the role rises, because its maker may have a lower role and still know it', async () => {
    const email = address();
    const link = await inviteBy(test, admin, email, 'viewer');
    const { id } = link.body.data;
    assert.equal((await setRole(id, 'owner')).body.data.invitationExpiresAt, null);
    assert.equal((await join(test, secretOf(link), PASSWORD)).status, 404);
    assert.equal((await again(id, admin)).status, 403, 'an admin makes no link for an owner');
    assert.equal((await join(test, secretOf(await again(id)), PASSWORD)).body.data.role, 'owner');
  });

  it('ends when its maker is removed or loses the right to make it, and no other does', async () => {
    const makers = { removed: 'admin', demoted: 'admin', 'owner who becomes admin': 'owner' } as const;
    for (const [what, role] of Object.entries(makers)) {
      const maker = await signIn(test, await addPerson(test, tenant, role));
      const links = {
        viewer: await inviteBy(test, maker.token, address(), 'viewer'),
        [role]: await inviteBy(test, maker.token, address(), role),
        renewed: await inviteBy(test, maker.token, address(), role),
      };
      links.renewed = await again(links.renewed!.body.data.id);
      const { id } = maker.answer.body.data.actor;
      const ending = await (what === 'removed'
        ? remove(id)
        : setRole(id, role === 'owner' ? 'admin' : 'editor'));
      assert.equal(ending.status, 200, ending.text);
      const statuses = [];
      for (const link of Object.values(links))
        statuses.push((await join(test, secretOf(link!), PASSWORD)).status);
      assert.deepEqual(statuses, [role === 'owner' ? 200 : 404, 404, 200], what);
    }
  });

  it('made in the moment in which its maker is removed does not outlive the removal', async () => {
    for (let round = 0; round < 6; round++) {
      const maker = await signIn(test, await addPerson(test, tenant, 'admin'));
      const [link, removal] = await Promise.all([
        inviteBy(test, maker.token, address(), 'admin'),
        remove(maker.answer.body.data.actor.id),
      ]);
      assert.equal(removal.status, 200);
      if (link.status === 201) assert.equal((await join(test, secretOf(link), PASSWORD)).status, 404);
      else assert.ok([401, 403].includes(link.status), link.text);
    }
  });

  it('stays valid when the role falls, and grants the role of that moment', async () => {
    const link = await inviteBy(test, owner, address(), 'admin');
    assert.notEqual((await setRole(link.body.data.id, 'viewer')).body.data.invitationExpiresAt, null);
    assert.equal((await join(test, secretOf(link), PASSWORD)).body.data.role, 'viewer');
  });

  it('of another tenant grants nothing here, and can be renewed or withdrawn only by that tenant', async () => {
    const other = await newTenant(test);
    const foreign = await other.staff('owner');
    const link = await inviteBy(test, owner, address());
    const { id } = link.body.data;
    for (const answer of [await again(id, foreign), await remove(id, foreign)])
      assert.equal(answer.status, 404);
    assert.equal((await join(test, secretOf(link), PASSWORD)).body.data.tenant.slug, tenant.slug);
    const { email } = link.body.data;
    assert.equal((await signIn(test, { email, password: PASSWORD }, other.slug)).answer.status, 401);
  });
});

describe('an owner who is only invited', () => {
  it('does not count: the only owner who joined cannot leave', async () => {
    const fresh = await newTenant(test);
    const token = await fresh.staff('owner');
    const [self] = (await test.call('GET', '/v1/staff', { token })).body.data;
    const link = await inviteBy(test, token, address(), 'owner');
    assert.equal((await remove(self.id, token)).status, 409);
    assert.equal((await setRole(self.id, 'admin', token)).status, 409);
    assert.equal((await join(test, secretOf(link), PASSWORD)).status, 200);
    assert.equal((await setRole(self.id, 'admin', token)).status, 200);
  });

  it('can be withdrawn', async () => {
    const link = await inviteBy(test, owner, address(), 'owner');
    assert.equal((await remove(link.body.data.id)).status, 200);
  });
});
