import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SHARED_TABLES } from '../../facts.ts';
import { newTenant, useApp } from '../../testing.ts';
import { ROLES } from './db.ts';
import { findHoles } from './inspect.ts';
import { connectAsOwner } from './migrate.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const [a, b] = [await newTenant(test), await newTenant(test)];

const NOT_ALLOWED = { code: '42501' };
const noteOf = (tenant: { id: string }) =>
  `insert into notes (tenant_id, id) values ('${tenant.id}', gen_random_uuid())`;
const inTenant = async (tenant: { id: string }, sql: string) =>
  (await test.db.inTenant(tenant.id, (tx) => tx.query(sql))).rows;

describe('a table of a migration', async () => {
  await owner.query(`
    create table notes (tenant_id uuid not null references tenants (id), id uuid not null, primary key (tenant_id, id));
    grant select, insert, update, delete on notes to colonnade_app`);

  it('is refused by the isolation check until confine_to_tenant was called for it', async () => {
    assert.deepEqual(await findHoles(owner, SHARED_TABLES), [
      'Table public.notes has no row-level security.',
    ]);
    await owner.query("select confine_to_tenant('notes')");
    assert.deepEqual(await findHoles(owner, SHARED_TABLES), []);
  });

  it('then shows each tenant its own rows only, and takes no rows of another', async () => {
    for (const tenant of [a, b]) await inTenant(tenant, noteOf(tenant));
    for (const tenant of [a, b])
      assert.deepEqual(await inTenant(tenant, 'select tenant_id from notes'), [{ tenant_id: tenant.id }]);
    await assert.rejects(inTenant(a, noteOf(b)), NOT_ALLOWED);
    await assert.rejects(inTenant(a, `update notes set tenant_id = '${b.id}'`), NOT_ALLOWED);
    await inTenant(a, 'delete from notes');
    assert.equal((await inTenant(b, 'select from notes')).length, 1);
  });

  it('binds its owner too', async () => {
    const { rows } = await owner.query(
      "select relrowsecurity, relforcerowsecurity from pg_class where oid = 'notes'::regclass",
    );
    assert.deepEqual(rows, [{ relrowsecurity: true, relforcerowsecurity: true }]);
  });
});

it('confine_to_tenant can be called by the owner only, and quotes the name of the table', async () => {
  for (const role of Object.values(ROLES)) {
    const { rows } = await owner.query(
      "select has_function_privilege($1, 'confine_to_tenant(regclass)', 'execute') as may",
      [role],
    );
    assert.deepEqual(rows, [{ may: false }], role);
  }
  await assert.rejects(inTenant(a, "select confine_to_tenant('orders')"), NOT_ALLOWED);
  await owner.query(
    `create table "Odd name" (tenant_id uuid not null); select confine_to_tenant('"Odd name"')`,
  );
  assert.deepEqual(await findHoles(owner, SHARED_TABLES), []);
});
