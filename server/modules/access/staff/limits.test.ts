/** Limits of members and keys to some content types: who sets them, and from when. What they refuse: the tests of content. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, signIn } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');
const NEWS = { news: 'write', '*': 'read' };

const change = (id: string, body: object, token = admin) =>
  test.call('PATCH', `/v1/staff/${id}`, { token, body });
const limitSeen = async (token: string) =>
  (await test.call('GET', '/v1/me', { token })).body.data.actor.contentTypes;
const editor = async () => {
  const { memberId: id, ...person } = await addPerson(test, tenant, 'editor');
  return { id, token: (await signIn(test, person)).token };
};
const audited = async (action: string) =>
  (await test.call('GET', `/v1/audit-log?action=${action}`, { token: admin })).body.data[0].details;

describe('a limit of a member', () => {
  it('is set and removed by an admin, in force at once, and in the audit log', async () => {
    const { id, token } = await editor();
    assert.equal(await limitSeen(token), null);
    assert.deepEqual((await change(id, { contentTypes: NEWS })).body.data.contentTypes, NEWS);
    assert.deepEqual(await limitSeen(token), NEWS);
    const { from, to } = await audited('staff.content_types_changed');
    assert.deepEqual({ from, to }, { from: null, to: NEWS });
    // A role alone leaves it.
    assert.deepEqual((await change(id, { role: 'viewer' })).body.data.contentTypes, NEWS);
    assert.equal((await change(id, { contentTypes: null })).body.data.contentTypes, null);
    assert.equal(await limitSeen(token), null);
  });

  it('is part of an invitation', async () => {
    const body = { email: 'intern@limits.example', role: 'editor', contentTypes: { news: 'write' } };
    const invited = await test.call('POST', '/v1/staff', { token: admin, body });
    assert.equal(invited.status, 201, invited.text);
    assert.deepEqual(invited.body.data.contentTypes, { news: 'write' });
  });

  it('is refused for admins and owners, who could change it: 422, also for an editor who becomes one', async () => {
    const { id } = await editor();
    const own = { role: 'admin', contentTypes: NEWS };
    assert.equal((await change(id, own)).body.error.details[0].path, 'contentTypes');
    await change(id, { contentTypes: NEWS });
    assert.equal((await change(id, { role: 'admin' })).status, 422);
    assert.equal((await change(id, { role: 'admin', contentTypes: null })).status, 200);
    const body = { email: 'boss@limits.example', ...own };
    assert.equal((await test.call('POST', '/v1/staff', { token: admin, body })).status, 422);
  });

  it('does not hold for an admin whom a program from before promoted', async () => {
    const { id, token } = await editor();
    await change(id, { contentTypes: NEWS });
    const owner = await connectAsOwner(test.database);
    await owner.query("update memberships set role = 'admin' where id = $1", [id]);
    await owner.end();
    assert.equal(await limitSeen(token), null);
  });

  it('is not changed by the member, nor by another editor', async () => {
    const [one, other] = [await editor(), await editor()];
    await change(one.id, { contentTypes: NEWS });
    for (const token of [one.token, other.token])
      assert.equal((await change(one.id, { contentTypes: null }, token)).status, 403);
    assert.deepEqual(await limitSeen(one.token), NEWS);
  });

  it('names types, and every other name is told', async () => {
    const { id } = await editor();
    const { status, body } = await change(id, { contentTypes: { News: 'read', news: 'read' } });
    assert.equal(status, 422);
    assert.equal(body.error.details[0].path, 'contentTypes.News');
    assert.equal((await change(id, { contentTypes: { news: 'all' } })).status, 422);
  });

  it('names none that is longer than the name of a type can be', async () => {
    const { id } = await editor();
    const limitTo = (name: string) => change(id, { contentTypes: { [name]: 'read' } });
    assert.equal((await limitTo('a'.repeat(63))).status, 200);
    assert.equal((await limitTo('a'.repeat(64))).status, 422);
  });
});

describe('a limit of a key', () => {
  const newKey = async (contentTypes: object | null) => {
    const body = { label: 'Agency', scopes: ['read:content', 'write:content'], contentTypes };
    const made = await test.call('POST', '/v1/api-keys', { token: admin, body });
    assert.equal(made.status, 201, made.text);
    return made.body.data as { id: string; key: string };
  };
  const patch = (id: string, body: object) =>
    test.call('PATCH', `/v1/api-keys/${id}`, { token: admin, body });

  it('is set with the key, changed later without a new one, and in force at the next request', async () => {
    const { id, key } = await newKey({ article: 'write' });
    assert.deepEqual(await limitSeen(key), { article: 'write' });
    assert.deepEqual((await patch(id, { contentTypes: NEWS })).body.data.contentTypes, NEWS);
    assert.deepEqual(await limitSeen(key), NEWS);
    const { from, to } = await audited('api_key.content_types_changed');
    assert.deepEqual({ from, to }, { from: { article: 'write' }, to: NEWS });
    assert.deepEqual((await patch(id, { label: 'Agency, new' })).body.data.contentTypes, NEWS);
    await patch(id, { contentTypes: null });
    assert.equal(await limitSeen(key), null);
  });

  it('passes to the key that replaces it', async () => {
    const { id } = await newKey(NEWS);
    const rotated = await test.call('POST', `/v1/api-keys/${id}/rotate`, { token: admin, body: {} });
    assert.equal(rotated.status, 201, rotated.text);
    assert.deepEqual(await limitSeen(rotated.body.data.key), NEWS);
  });
});
