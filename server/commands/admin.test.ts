import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { SetupError } from '#kernel/setting.ts';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { codeAt, stepAt } from '../modules/access/second-factors/totp.ts';
import { useApp } from '../testing.ts';
import { newFolder } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

// The server that runs beside the commands.
const server = await useApp();
const { colonnade, json } = useProgram(server.database);
const signIn = (email: string, password: string, tenant: string) =>
  server.call('POST', '/v1/auth/sign-in', { body: { email, password, tenant } });
const join = (link: string, password: string) =>
  server.call('POST', '/v1/auth/invitations/join', { body: { token: link.split('#')[1], password } });
const whoIs = (token: string) => server.call('GET', '/v1/me', { token });
const asOwner = async (sql: string) => {
  const owner = await connectAsOwner(server.database);
  await owner.query(sql).finally(() => owner.end());
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('tenant create', () => {
  it('creates a tenant and a link with which its owner sets a password', async () => {
    const { tenant, owner } = await json('tenant create --name Acme --owner-email owner@acme.example');
    assert.match(tenant.id, UUID);
    assert.equal(tenant.slug, 'acme');
    assert.equal(owner.email, 'owner@acme.example');
    assert.equal((await join(owner.invitationLink, 'chosen by the owner')).status, 200);
    const { status, body } = await signIn(owner.email, 'chosen by the owner', 'acme');
    assert.equal(status, 200);
    assert.equal(body.data.actor.role, 'owner');
    assert.equal(body.data.tenant.id, tenant.id);
    assert.deepEqual(body.data.tenant.modules, [
      'catalog',
      'checkout',
      'content',
      'crm',
      'inventory',
      'media',
      'redirects',
    ]);
  });

  it('prints the same as text', async () => {
    const { stdout } = await colonnade('tenant create --name Bolt --owner-email o@bolt.example');
    assert.match(stdout, /^Tenant Bolt \(bolt\) was created\.\n\nGive this link to o@bolt\.example\./);
    assert.match(stdout, /\n {2}http:\/\/127\.0\.0\.1:8080\/accept-invitation#[0-9A-Za-z]{43}$/);
  });

  it('refuses a name that is taken', async () => {
    await assert.rejects(colonnade('tenant create --name ACME --owner-email a@b.example'), {
      message: 'There is a tenant "acme" already. Choose another name.',
    });
  });
});

it('tenant list shows every tenant', async () => {
  const tenants: { id: string; slug: string; name: string; createdAt: string }[] = await json('tenant list');
  assert.deepEqual(
    tenants.map(({ slug, name }) => [slug, name]),
    [
      ['acme', 'Acme'],
      ['bolt', 'Bolt'],
    ],
  );
  const { stdout } = await colonnade('tenant list');
  const [header, acme] = stdout.split('\n');
  assert.match(header!, /^SLUG {2}NAME {2}ID {36}CREATED$/);
  assert.match(acme!, new RegExp(`^acme {2}Acme {2}${tenants[0]!.id}  20..-..-.. ..:..:.. UTC$`));
});

describe('staff invite', () => {
  it('lets a person join with the role and a password of their own', async () => {
    const invited = await json('staff invite --tenant acme --email ed@acme.example --role editor');
    const { id: _, invitationLink, ...rest } = invited;
    assert.deepEqual(rest, { email: 'ed@acme.example', role: 'editor' });
    assert.equal((await join(invitationLink, 'chosen by ed')).status, 200);
    const { body } = await signIn('ed@acme.example', 'chosen by ed', 'acme');
    assert.equal(body.data.actor.role, 'editor');
  });

  it('gives an invited person a new link, also for another role, and the old link stops working', async () => {
    const first = await json('staff invite --tenant acme --email io@acme.example --role viewer');
    const second = await json('staff add --tenant acme --email io@acme.example --role owner');
    assert.equal(second.id, first.id);
    assert.equal((await join(first.invitationLink, 'chosen by io')).status, 404);
    assert.equal((await join(second.invitationLink, 'chosen by io')).body.data.role, 'owner');
  });

  it('refuses a person who is on the staff', async () => {
    await assert.rejects(colonnade('staff invite --tenant acme --email ed@acme.example --role admin'), {
      message: 'This person is already on the staff, or invited.',
    });
  });
});

describe('staff list and staff remove', () => {
  it('show who is on the staff and who is invited, and end the sign-ins of a person who is removed', async () => {
    const { invitationLink } = await json('staff invite --tenant acme --email flo@acme.example --role admin');
    await join(invitationLink, 'chosen by flo');
    await json('staff invite --tenant acme --email guest@acme.example --role viewer');
    const { body } = await signIn('flo@acme.example', 'chosen by flo', 'acme');
    const staff: { email: string; status: string }[] = await json('staff list --tenant acme');
    const stateOf = (email: string) => staff.find((member) => member.email === email)?.status;
    assert.deepEqual([stateOf('flo@acme.example'), stateOf('guest@acme.example')], ['joined', 'invited']);
    const { stdout } = await colonnade('staff list --tenant acme');
    assert.match(stdout, /^EMAIL +NAME +ROLE +STATE +SINCE +ID\n/);
    assert.match(stdout, /\nguest@acme\.example +guest +viewer +invited until .* UTC /);
    assert.equal(
      (await colonnade('staff remove --tenant acme --email FLO@acme.example')).stdout,
      'flo@acme.example, admin, is no longer on the staff of acme. Their sign-ins there have ended.',
    );
    assert.equal((await whoIs(body.data.accessToken)).status, 401);
    assert.equal((await json('staff remove --tenant acme --email guest@acme.example')).removed, true);
    assert.ok(!(await colonnade('staff list --tenant acme')).stdout.includes('guest@'));
    await assert.rejects(colonnade('staff remove --tenant acme --email flo@acme.example'), {
      message: 'Nobody on the staff of acme is flo@acme.example. See: npx colonnade staff list --tenant acme',
    });
  });

  it('keep the last owner of a tenant', async () => {
    const { owner } = await json('tenant create --name Sole --owner-email sole@owner.example');
    await join(owner.invitationLink, 'chosen by sole');
    await assert.rejects(colonnade('staff remove --tenant sole --email sole@owner.example'), {
      message: 'A tenant needs an owner: make someone else owner first.',
    });
    assert.equal((await json('staff list --tenant sole')).length, 1);
  });
});

describe('staff reset-password', () => {
  const setPassword = (link: string, newPassword: string) =>
    server.call('POST', '/v1/auth/set-password', { body: { token: link.split('#')[1], newPassword } });

  it('ends the password and the sessions at once, and gives a link that sets a new password, once', async () => {
    const before = (await signIn('ed@acme.example', 'chosen by ed', 'acme')).body.data.accessToken;
    const { passwordLink } = await json('staff reset-password --email ED@acme.example');
    assert.equal((await whoIs(before)).status, 401);
    assert.equal((await signIn('ed@acme.example', 'chosen by ed', 'acme')).status, 401);
    assert.equal((await setPassword(passwordLink, 'chosen anew by ed')).status, 200);
    assert.equal((await setPassword(passwordLink, 'chosen by a thief')).status, 404);
    assert.equal((await signIn('ed@acme.example', 'chosen anew by ed', 'acme')).status, 200);
  });

  it('asks for the account if an address has several', async () => {
    const { invitationLink } = await json('staff invite --tenant bolt --email ed@acme.example --role viewer');
    await join(invitationLink, 'chosen at bolt');
    await assert.rejects(colonnade('staff reset-password --email ed@acme.example'), {
      message: 'ed@acme.example has 2 accounts: acme; bolt. Say which with --tenant.',
    });
    const { stdout } = await colonnade('staff reset-password --email ed@acme.example --tenant bolt');
    assert.match(stdout, /^Give this link to ed@acme\.example\./);
    assert.equal((await signIn('ed@acme.example', 'chosen anew by ed', 'acme')).status, 200);
    assert.equal((await signIn('ed@acme.example', 'chosen at bolt', 'bolt')).status, 401);
  });
});

describe('staff reset-second-factor', () => {
  it('lets a person who lost it sign in with the password alone, and reports when there is none', async () => {
    const password = 'chosen anew by ed';
    const token = (await signIn('ed@acme.example', password, 'acme')).body.data.accessToken;
    const call = (url: string, body: object) => server.call('POST', `/v1/auth/${url}`, { token, body });
    const { id, secret } = (await call('second-factors/totp', { password })).body.data;
    const code = codeAt(secret, stepAt(new Date()));
    assert.equal((await call(`second-factors/${id}/confirm`, { code })).status, 200);
    assert.equal((await signIn('ed@acme.example', password, 'acme')).status, 403);
    const reset = 'staff reset-second-factor --email ed@acme.example --tenant acme';
    const { stdout } = await colonnade(reset);
    assert.match(
      stdout,
      /no second factor any more\. All sign-ins have ended, and no device is known any more\.$/,
    );
    assert.equal((await whoIs(token)).status, 401, 'the sign-in of whoever has it now');
    assert.equal((await signIn('ed@acme.example', password, 'acme')).status, 200);
    assert.deepEqual(await json(reset), { email: 'ed@acme.example', reset: false });
  });
});

describe('key create', () => {
  const create = 'key create --tenant acme --label shop';

  for (const scopes of [
    '--scope read:crm write:crm',
    '--scope read:crm --scope write:crm',
    '--scope write:crm,read:crm',
  ]) {
    it(`creates a key that works at once, with ${scopes}`, async () => {
      const created = await json(`${create} ${scopes}`);
      assert.match(created.id, UUID);
      assert.deepEqual(created.scopes, ['read:crm', 'write:crm']);
      const { status, body } = await whoIs(created.key);
      assert.equal(status, 200);
      assert.deepEqual(body.data.actor.scopes, created.scopes);
      assert.equal(body.data.tenant.slug, 'acme');
    });
  }

  it('accepts options after the scopes', async () => {
    const { stdout } = await colonnade('key create --scope read:crm --label shop --tenant acme');
    const [key, ...rest] = stdout.split('\n');
    assert.equal((await whoIs(key!)).status, 200);
    assert.deepEqual(rest, ['', 'This is the whole key, shown this once. It may: read:crm.']);
  });

  it('with --expires-in creates a key that stops working by itself', async () => {
    const { key, expiresAt } = await json(`${create} --scope read:crm --expires-in 90d`);
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    assert.ok(Math.abs(days - 90) < 0.01, `${days} days`);
    assert.equal((await whoIs(key)).status, 200);
    const shop = await json(`${create} --scope read:crm --expires-in 30m`);
    await asOwner(`update api_keys set expires_at = now() - interval '1 s' where id = '${shop.id}'`);
    assert.equal((await whoIs(shop.key)).status, 401);
  });
});

describe('storefront-key create', () => {
  it('creates a key of the default property, which opens the shop at once and nothing else', async () => {
    const { id, key, propertyId } = await json('storefront-key create --tenant acme --label web');
    assert.match(key, /^pk_live_[0-9A-Za-z]{8}$/);
    const { body } = await server.call('GET', '/v1/storefront/shop', { token: key });
    assert.deepEqual([body.data.name, body.data.property.id], ['Acme', propertyId]);
    assert.equal((await whoIs(key)).status, 401);
    const [listed] = await json('storefront-key list --tenant acme');
    assert.deepEqual([listed.id, listed.key, listed.label], [id, key, 'web']);
    assert.ok(!(await colonnade('key list')).stdout.includes(id));
  });

  it('refuses a property that the tenant does not have', async () => {
    const create = 'storefront-key create --tenant acme --label web --property';
    await assert.rejects(colonnade(`${create} ${crypto.randomUUID()}`), { message: 'Property not found.' });
    await assert.rejects(colonnade(`${create} shop`), { message: '--property takes the id of a property.' });
  });
});

describe('key list and key revoke', () => {
  it('show the state of each key and never its secret', async () => {
    const { key, id } = await json('key create --tenant bolt --label till --scope read:crm --expires-in 1h');
    const [listed] = await json('key list --tenant bolt');
    assert.deepEqual([listed.id, listed.tenant, listed.label], [id, 'bolt', 'till']);
    const { stdout } = await colonnade('key list');
    assert.match(
      stdout,
      new RegExp(`sk_live_${listed.keyId}_… +bolt +till +valid until .* UTC +never +${id} +read:crm`),
    );
    assert.ok(!stdout.includes(key) && !JSON.stringify(listed).includes(key));
  });

  it('a revoked key gets 401 on its next request', async () => {
    const { key, id } = await json('key create --tenant bolt --label till --scope read:crm');
    assert.equal((await whoIs(key)).status, 200);
    assert.deepEqual(await json(`key revoke ${id}`), { id, revoked: true });
    assert.equal((await whoIs(key)).status, 401);
    assert.match((await colonnade('key list --tenant bolt')).stdout, new RegExp(`revoked +.*${id}`));
  });

  it('a key can be revoked by its first eight characters', async () => {
    const { key } = await json('key create --tenant bolt --label till --scope read:crm');
    const { stdout } = await colonnade(`key revoke ${key.slice(8, 16)}`);
    assert.match(stdout, /^Key .* is revoked, from its next request on\.$/);
    assert.equal((await whoIs(key)).status, 401);
  });

  it('a label cannot control the terminal', async () => {
    await colonnade('key create --tenant bolt --label \u001b[2Jx\u009b --scope read:crm');
    const { stdout } = await colonnade('key list --tenant bolt');
    assert.match(stdout, /\ufffd\[2Jx\ufffd/);
  });
});

it('module off closes a module from the next request on, and module on opens it again', async () => {
  const { key } = await json('key create --tenant acme --label shop --scope read:crm');
  const customers = () => server.call('GET', '/v1/crm/customers', { token: key });
  assert.equal((await colonnade('module off --tenant acme crm')).stdout, 'crm is off for acme.');
  assert.equal((await customers()).body.error.code, 'module_disabled');
  assert.deepEqual(await json('module on --tenant acme crm'), {
    tenant: 'acme',
    module: 'crm',
    active: true,
  });
  assert.equal((await customers()).status, 200);
});

it('audit verify distinguishes an intact log from one in which a row was changed', async () => {
  await colonnade('tenant create --name Third --owner-email o@third.example');
  const whole = await json('audit verify --tenant third');
  assert.deepEqual(whole, { tenant: 'third', rows: 2, intact: true, brokenAt: null });
  assert.match(
    (await colonnade('audit verify --tenant third')).stdout,
    /^The audit log of third is whole: 2 rows\.$/,
  );
  await asOwner(`
    alter table audit_log disable trigger audit_row_is_final;
    update audit_log set actor_name = 'nobody' where seq = 2 and tenant_id = (select id from tenants where slug = 'third');
    alter table audit_log enable trigger audit_row_is_final`);
  const { stdout, exitCode } = await colonnade('audit verify --tenant third');
  assert.equal(stdout, 'The audit log of third was changed at row 2.');
  assert.equal(exitCode, 1);
});

it('migrate reports that there is nothing to do', async () => {
  assert.deepEqual(await json('migrate'), { applied: [] });
  assert.equal((await colonnade('migrate')).stdout, 'The database is up to date.');
});

it('a command on a database that is not migrated does not change it, and names the next step', async (t) => {
  const empty = await cloneDatabase('template0');
  t.after(() => empty.drop());
  const { colonnade } = useProgram(empty);
  const refusal = { message: 'The database is not migrated. Run: npx colonnade migrate' };
  for (const line of [
    'tenant list',
    'key list',
    'audit verify --tenant acme',
    'module on --tenant acme crm',
    'tenant create --name A --owner-email a@b.example',
  ]) {
    await assert.rejects(colonnade(line), refusal, line);
  }
  assert.equal((await colonnade('doctor')).exitCode, 1);
  const owner = await connectAsOwner(empty);
  const { rows } = await owner
    .query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`)
    .finally(() => owner.end());
  assert.deepEqual(rows, [{ tables: 0 }]);
});

it('a command that needs a database names the folder that has none, and makes nothing there', async () => {
  const folder = resolve(newFolder(), 'nowhere');
  const env = { DATABASE_URL: '', DATA_DIR: folder };
  const reading = [
    'tenant list',
    'tenant quota --tenant acme',
    'staff list --tenant acme',
    'retry',
    'backup -',
  ];
  for (const line of ['key list', 'audit verify --tenant acme', ...reading]) {
    await assert.rejects(colonnade(line, env), (error: Error) => {
      assert.ok(error instanceof SetupError, line);
      assert.ok(error.message.startsWith(`There is no database in ${folder}. DATA_DIR names the folder`));
      return true;
    });
  }
  const { stdout, exitCode } = await colonnade('doctor', env);
  assert.deepEqual([exitCode, stdout.includes(`There is no database in ${folder}.`)], [1, true]);
  assert.equal(existsSync(folder), false);
});
