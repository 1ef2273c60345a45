import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { signIn } from '../testing/people.ts';
import { createTenant, slugOf } from './tenants.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');

const get = (url: string, token = admin) => test.call('GET', url, { token });
const turn = (name: string, verb: string, token = admin) =>
  test.call('POST', `/v1/modules/${name}/${verb}`, { token });
const rename = (body: object, token = admin) => test.call('PATCH', '/v1/tenant', { token, body });

describe('GET /v1/me', () => {
  it('shows a staff user their account and tenant, without scopes', async () => {
    const { status, body } = await get('/v1/me', await tenant.staff('viewer'));
    assert.equal(status, 200);
    const { id, name, ...actor } = body.data.actor;
    assert.deepEqual(actor, {
      type: 'staff',
      role: 'viewer',
      scopes: null,
      contentTypes: null,
      locale: null,
    });
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(name, /^viewer-/);
    assert.equal(body.data.tenant.id, tenant.id);
  });

  it('shows a key what it may do', async () => {
    const { body } = await get('/v1/me', await tenant.keyWith('read:crm', 'write:redirects'));
    const { type, role, scopes } = body.data.actor;
    assert.deepEqual([type, role, scopes], ['api_key', 'editor', ['read:crm', 'write:redirects']]);
    const { id, slug, name, modules, ...formats } = body.data.tenant;
    assert.deepEqual([id, slug, name, modules.length], [tenant.id, tenant.slug, tenant.slug, 7]);
    assert.deepEqual(formats, { timeZone: 'UTC', currency: 'USD', locale: null });
  });
});

describe('/v1/tenant', () => {
  it('shows a key and every role their tenant', async () => {
    for (const token of [tenant.key, await tenant.staff('viewer')]) {
      const { status, body } = await get('/v1/tenant', token);
      assert.equal(status, 200);
      assert.deepEqual([body.data.id, body.data.slug], [tenant.id, tenant.slug]);
    }
  });

  it('is renamed by an admin, keeping its slug', async () => {
    const { status, body } = await rename({ name: 'Ümläut & Co. ☂' });
    assert.equal(status, 200);
    assert.deepEqual([body.data.name, body.data.slug], ['Ümläut & Co. ☂', tenant.slug]);
    assert.equal((await get('/v1/me')).body.data.tenant.name, 'Ümläut & Co. ☂');
  });

  it('is not renamed by an editor or a key', async () => {
    for (const token of [tenant.key, await tenant.staff('editor')])
      assert.equal((await rename({ name: 'Mine' }, token)).status, 403);
  });

  it('refuses a name that is empty, too long or missing with 422', async () => {
    for (const body of [{ name: '' }, { name: 'x'.repeat(201) }, {}, { name: null }])
      assert.equal((await rename(body)).status, 422);
  });

  it('accepts 200 characters of any kind', async () => {
    assert.equal((await rename({ name: '🐙'.repeat(200) })).status, 200);
  });

  it('ignores a tenant id in the body', async () => {
    const other = await newTenant(test);
    await rename({ name: 'Only mine', id: other.id, tenantId: other.id });
    assert.equal((await get('/v1/tenant', other.key)).body.data.name, other.slug);
  });
});

describe('/v1/modules', () => {
  const active = {
    crm: true,
    content: true,
    media: true,
    redirects: true,
    catalog: true,
    inventory: true,
    checkout: true,
  };
  const states = async () =>
    Object.fromEntries(
      (await get('/v1/modules')).body.data.map((module: { name: string; active: boolean }) => [
        module.name,
        module.active,
      ]),
    );

  it('lists every module, all of them on in a new tenant', async () => {
    assert.deepEqual(await states(), active);
  });

  it('switches one off and on again, from the next request on', async () => {
    const orders = () => test.call('GET', '/v1/crm/customers', { token: tenant.key });
    const off = await turn('crm', 'deactivate');
    assert.deepEqual([off.status, off.body.data], [200, { name: 'crm', active: false }]);
    assert.deepEqual(await states(), { ...active, crm: false });
    const refused = await orders();
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'module_disabled']);
    assert.equal((await turn('crm', 'activate')).status, 200);
    assert.deepEqual(await states(), active);
    assert.equal((await orders()).status, 200);
  });

  it('leaves other tenants alone', async () => {
    const other = await newTenant(test);
    await turn('media', 'deactivate');
    const { body } = await get('/v1/me', other.key);
    assert.ok(body.data.tenant.modules.includes('media'));
    await turn('media', 'activate');
  });

  it('answers 404 for a module that does not exist', async () => {
    for (const name of ['billing', '__proto__', 'CRM', '%20'])
      assert.equal((await turn(name, 'activate')).status, 404, name);
  });

  it('is for admins', async () => {
    for (const token of [tenant.key, await tenant.staff('editor')]) {
      assert.equal((await get('/v1/modules', token)).status, 403);
      assert.equal((await turn('crm', 'deactivate', token)).status, 403);
    }
  });
});

describe('a new tenant', () => {
  it('has an owner once its invitation is accepted', async () => {
    const made = await createTenant(test.db, OPERATOR, test.now(), {
      name: 'Café Ångström',
      ownerEmail: 'Owner@Cafe.example',
    });
    assert.equal(made.tenant.slug, 'cafe-angstrom');
    const body = { token: made.owner.invitation, password: 'chosen by the owner' };
    assert.equal((await test.call('POST', '/v1/auth/invitations/join', { body })).status, 200);
    const { answer } = await signIn(test, { ...made.owner, password: body.password }, made.tenant.slug);
    assert.equal(answer.body.data.actor.role, 'owner');
  });

  it('with a name that is taken is refused, and leaves no person behind', async () => {
    const again = createTenant(test.db, OPERATOR, test.now(), {
      name: tenant.slug,
      ownerEmail: 'left@behind.example',
      ownerPassword: 'a password for nothing',
    });
    await assert.rejects(again, { code: 'conflict' });
    const { rows } = await test.db.identityQuery("select from people where email = 'left@behind.example'");
    assert.equal(rows.length, 0);
  });

  it('gets a slug from any name', () => {
    for (const name of ['!!!', '東京', '-', 'a'.repeat(200), `${'a'.repeat(59)}--b`, 'Ärger & Söhne'])
      assert.match(slugOf(name), /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
  });
});
