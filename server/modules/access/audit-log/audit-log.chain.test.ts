import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import { newId } from '#kernel/id.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { createKey } from '../keys/keys.ts';
import { insertTenant } from '../tenants/tenants.sql.ts';
import { asOwner } from '../testing/owner.ts';
import { findBrokenLink } from './audit-log.sql.ts';

const test = await useApp();

type Chained = { id: string };

/** Checks the chain at once and in pages of two rows, which must find the same. */
async function verify(tenant: Chained) {
  const [whole, inPages] = [
    await test.db.inTenant(tenant.id, (tx) => findBrokenLink(tx)),
    await test.db.inTenant(tenant.id, (tx) => findBrokenLink(tx, 2)),
  ];
  assert.deepEqual(inPages, whole);
  return whole;
}

/** A tenant with a chain of five rows, and no people: hashing their passwords would take most of the time. */
async function withChain(): Promise<Chained> {
  const id = newId();
  await test.db.inTenant(id, async (tx) => {
    await insertTenant(tx, { id, name: id, slug: id, now: test.now() });
    for (const label of ['one', 'two', 'three', 'four', 'five'])
      await createKey(tx, OPERATOR, test.now(), { label, scopes: ['read:crm'] });
  });
  return { id };
}

/** Does what a person with the owner's password could do: switches the trigger off, changes rows, switches it on again. */
const tamper = (sql: string, tenant: Chained) =>
  asOwner(test, async (client) => {
    await client.query('begin; alter table audit_log disable trigger user');
    const { rowCount } = await client.query(sql, [tenant.id]);
    await client.query('alter table audit_log enable trigger user; commit');
    assert.equal(rowCount, 1);
  });

describe('the rows of the audit log', () => {
  const statements = {
    changed: "update audit_log set actor_name = 'nobody'",
    deleted: 'delete from audit_log',
    emptied: 'truncate audit_log',
  };
  for (const [what, sql] of Object.entries(statements)) {
    it(`cannot be ${what} by the server, in any of its roles`, async () => {
      const tenant = await withChain();
      const denied = { code: '42501' };
      await assert.rejects(
        test.db.inTenant(tenant.id, (tx) => tx.query(sql)),
        denied,
      );
      await assert.rejects(
        test.db.acrossTenants((tx) => tx.query(sql)),
        denied,
      );
      await assert.rejects(
        test.db.identity((tx) => tx.query(sql)),
        denied,
      );
    });

    it(`cannot be ${what} by the owner of the database either`, async () => {
      await withChain();
      const attempt = asOwner(test, (client) => client.query(sql));
      await assert.rejects(attempt, /the audit log cannot be changed/);
    });
  }

  it('cannot be written into another tenant’s log', async () => {
    const [one, other] = [await withChain(), await withChain()];
    const insert = `
      insert into audit_log (tenant_id, seq, at, actor_type, actor_name, action, subject_type, subject_id, details,
        previous_hash, hash)
      values ($1, 0, now(), 'system', 'x', 'x', 'x', 'x', '{}', '', '')`;
    await assert.rejects(
      test.db.inTenant(one.id, (tx) => tx.query(insert, [other.id])),
      { code: '42501' },
    );
    assert.deepEqual(await verify(other), { rows: 5, brokenAt: null });
  });

  it('get their position and their hashes from the database, whatever the insert says', async () => {
    const tenant = await withChain();
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query(`
        insert into audit_log (tenant_id, seq, at, actor_type, actor_name, action, subject_type, subject_id, details,
          previous_hash, hash)
        values (current_tenant(), 999, now(), 'system', 'x', 'x', 'x', 'x', '{}', 'forged', 'forged')`),
    );
    assert.deepEqual(await verify(tenant), { rows: 6, brokenAt: null });
  });
});

describe('the chain', () => {
  it('is intact from the first row of a tenant on', async () => {
    const tenant = await withChain();
    assert.deepEqual(await verify(tenant), { rows: 5, brokenAt: null });
  });

  const row = 'where tenant_id = $1 and seq = 3';
  const frauds: Record<string, string> = {
    'another actor': `update audit_log set actor_name = 'somebody else' ${row}`,
    'another actor id': `update audit_log set actor_id = '01920000-0000-7000-8000-000000000000' ${row}`,
    'another action': `update audit_log set action = 'api_key.revoked' ${row}`,
    'another subject': `update audit_log set subject_id = 'x' ${row}`,
    'another time': `update audit_log set at = at + interval '1 microsecond' ${row}`,
    'other details': `update audit_log set details = details || '{"label": "x"}' ${row}`,
    'another hash': `update audit_log set hash = sha256('x') ${row}`,
    'another place in the chain': `update audit_log set seq = 999 ${row}`,
  };
  for (const [what, sql] of Object.entries(frauds)) {
    it(`is broken where a row was given ${what}`, async () => {
      const tenant = await withChain();
      await tamper(sql, tenant);
      const { brokenAt } = await verify(tenant);
      assert.equal(brokenAt, what.startsWith('another place') ? 4 : 3);
    });
  }

  it('is broken where a row was deleted', async () => {
    const tenant = await withChain();
    await tamper(`delete from audit_log ${row}`, tenant);
    assert.equal((await verify(tenant)).brokenAt, 4);
  });

  it('is broken after a row that was changed together with its hash', async () => {
    const tenant = await withChain();
    await tamper(`update audit_log set actor_name = 'somebody else' ${row}`, tenant);
    await tamper(`update audit_log a set hash = audit_hash(a) ${row}`, tenant);
    assert.equal((await verify(tenant)).brokenAt, 4);
  });

  it('is checked by GET /v1/audit-log/verification', async () => {
    const tenant = await newTenant(test);
    const token = await tenant.staff('admin');
    const ask = async () => (await test.call('GET', '/v1/audit-log/verification', { token })).body.data;
    const { entries } = await ask();
    assert.deepEqual(await ask(), { entries, intact: true, brokenAt: null });
    await tamper(
      "update audit_log set actor_name = 'somebody else' where tenant_id = $1 and seq = 2",
      tenant,
    );
    assert.deepEqual(await ask(), { entries, intact: false, brokenAt: '2' });
  });

  it('is one per tenant: tampering with one leaves the others intact', async () => {
    const [one, other] = [await withChain(), await withChain()];
    await tamper(`update audit_log set action = 'x' ${row}`, one);
    assert.equal((await verify(other)).brokenAt, null);
  });

  it('stays one without gaps when many changes happen at once', async () => {
    const [tenant, other] = [await newTenant(test), await newTenant(test)];
    const token = await tenant.staff('owner');
    const { rows: before } = await verify(tenant);
    const addKey = async (label: string): Promise<number> => {
      const body = { label, scopes: ['read:crm'] };
      const { status } = await test.call('POST', '/v1/api-keys', { token, body });
      // On a slow machine some requests get 503, before anything is written.
      return status === 503 ? addKey(label) : status;
    };
    const added = Array.from({ length: 30 }, (_, index) => addKey(`key ${index}`));
    const meanwhile = Array.from({ length: 15 }, () => other.keyWith('read:crm'));
    await Promise.all(meanwhile);
    assert.deepEqual(new Set(await Promise.all(added)), new Set([201]));
    assert.deepEqual(await verify(tenant), { rows: before + 30, brokenAt: null });
    assert.equal((await verify(other)).brokenAt, null);
  });
});
