import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '#kernel/audit.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { createAuditNotes } from '../audit-log/audit-notes.ts';
import { asOwner } from '../testing/owner.ts';
import { statusOf, withSecondApp } from '../testing/people.ts';
import { createKeyCache } from './cache.ts';
import { createKey } from './keys.ts';
import { createLastUsed } from './last-used.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('owner');

const newKey = (expiresAt: string | null = null) =>
  test.db.inTenant(tenant.id, (tx) =>
    createKey(tx, OPERATOR, test.now(), { label: 'Warehouse', scopes: ['read:crm'], expiresAt }),
  );
const revoke = (id: string) => test.call('DELETE', `/v1/api-keys/${id}`, { token });
const find = async (id: string) =>
  (await test.call('GET', '/v1/api-keys?limit=100', { token })).body.data.find(
    (key: { id: string }) => key.id === id,
  );

describe('revoking a key', () => {
  it('makes its next request get 401, in this process and in any other', async () => {
    const { id, key } = await newKey();
    await withSecondApp(test, async (other) => {
      const elsewhere = async () =>
        (await other.inject({ url: '/v1/me', headers: { authorization: `Bearer ${key}` } })).statusCode;
      assert.deepEqual([await statusOf(test, key), await elsewhere()], [200, 200]);
      const { status, body } = await revoke(id);
      assert.equal(status, 200);
      assert.deepEqual(body, { success: true, data: { id, deleted: true } });
      assert.deepEqual([await elsewhere(), await statusOf(test, key)], [401, 401]);
    });
    assert.equal((await find(id)).revokedAt !== null, true);
  });

  it('in the middle of a burst lets no request through that began after the answer', async () => {
    const { id, key } = await newKey();
    let revoked = false;
    const late: number[] = [];
    const caller = async () => {
      for (let rounds = 0; rounds < 10; ) {
        const began = revoked;
        const status = await statusOf(test, key);
        if (!began) continue;
        late.push(status);
        rounds++;
      }
    };
    await Promise.all([
      ...Array.from({ length: 8 }, caller),
      revoke(id).then(() => {
        revoked = true;
      }),
    ]);
    assert.deepEqual(late, Array(80).fill(401));
  });

  it('twice, or from two places at once, is harmless and recorded once', async () => {
    const { id } = await newKey();
    const answers = await Promise.all([revoke(id), revoke(id)]);
    answers.push(await revoke(id));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200],
    );
    const log = await test.call('GET', `/v1/audit-log?subjectId=${id}`, { token });
    assert.deepEqual(
      log.body.data.map((entry: { action: string }) => entry.action),
      ['api_key.revoked', 'api_key.created'],
    );
  });

  it('leaves other keys of the tenant valid', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await revoke(one.id);
    assert.deepEqual([await statusOf(test, one.key), await statusOf(test, other.key)], [401, 200]);
  });
});

describe('the actor of a key', () => {
  it('changes with its tenant’s modules on the next request, also in a process that has the key cached', async () => {
    const { key } = await newKey();
    await withSecondApp(test, async (other) => {
      const modulesElsewhere = async () =>
        (await other.inject({ url: '/v1/me', headers: { authorization: `Bearer ${key}` } })).json().data
          .tenant.modules as string[];
      const before = await modulesElsewhere();
      await test.call('POST', '/v1/modules/crm/deactivate', { token });
      assert.deepEqual(
        await modulesElsewhere(),
        before.filter((name) => name !== 'crm'),
      );
      await test.call('POST', '/v1/modules/crm/activate', { token });
      assert.deepEqual(await modulesElsewhere(), before);
    });
  });

  it('is current, too, for a key that was created while a module was being switched off', async () => {
    const modules = async (key: string) =>
      (await test.call('GET', '/v1/me', { token: key })).body.data.tenant.modules as string[];
    let making: ReturnType<typeof newKey> | undefined;
    await test.db.inTenant(tenant.id, async (tx) => {
      await tx.query(`update tenant_modules set active = false where module = 'crm'`);
      making = newKey();
      // If the key existed already, it would be cached with the module on.
      const early = await Promise.race([making, sleep(150)]);
      if (early) await modules(early.key);
    });
    const { key } = await making!;
    assert.equal((await modules(key)).includes('crm'), false);
    await test.call('POST', '/v1/modules/crm/activate', { token });
    assert.equal((await modules(key)).includes('crm'), true);
  });

  it('is read again from a database that may have another history, as after a failover', async () => {
    let server = 'the first';
    const callersQuery: typeof test.db.callersQuery = async (...asked) => {
      const answer = await test.db.callersQuery(...asked);
      return { ...answer, rows: answer.rows.map((row) => ({ ...row, server })) } as never;
    };
    const holderOf = createKeyCache({ ...test.db, callersQuery }, test.now);
    const { id, keyId } = await newKey();
    assert.equal((await holderOf(keyId))?.actor.id, id);
    await asOwner(test, async (owner) => {
      await owner.query('alter table api_keys disable trigger note_key_change');
      await revoke(id);
      await owner.query('alter table api_keys enable trigger note_key_change');
    });
    assert.equal((await holderOf(keyId))?.actor.id, id);
    server = 'the second';
    assert.equal(await holderOf(keyId), undefined);
  });

  it('changes with its tenant’s name', async () => {
    const { key } = await newKey();
    const name = async () => (await test.call('GET', '/v1/me', { token: key })).body.data.tenant.name;
    const before = await name();
    await test.call('PATCH', '/v1/tenant', { token, body: { name: 'Another name' } });
    assert.deepEqual([before === 'Another name', await name()], [false, 'Another name']);
  });
});

describe('the last use of a key', () => {
  it('is not written during a request, and is shown once it was written', async () => {
    const { id, key } = await newKey();
    await withSecondApp(test, async (other) => {
      const answer = await other.inject({ url: '/v1/me', headers: { authorization: `Bearer ${key}` } });
      assert.equal(answer.statusCode, 200);
      assert.equal((await find(id)).lastUsedAt, null);
    });
    // Closing writes the pending uses, as the timer does every few seconds.
    const { lastUsedAt } = await find(id);
    assert.ok(Math.abs(Date.parse(lastUsedAt) - test.now().getTime()) < 60_000);
  });

  it('is written at most once a minute, for many keys in one statement', async () => {
    const keys = [await newKey(), await newKey()];
    const lastUsed = createLastUsed(test.db, createAuditNotes(test.db, test.kernel.log));
    const start = test.now().getTime();
    const versions = () =>
      asOwner(test, async (client) => {
        const { rows } = await client.query<{ last_used_at: Date; xmin: string }>(
          'select last_used_at, xmin::text from api_keys where id = any($1) order by id',
          [keys.map((key) => key.id)],
        );
        return rows;
      });
    const use = async (seconds: number) => {
      for (const { id } of keys) lastUsed.note(tenant.id, id, new Date(start + seconds * 1000), '127.0.0.1');
      await lastUsed.flush();
      return versions();
    };
    const first = await use(0);
    assert.equal(new Set(first.map((row) => row.xmin)).size, 1, 'one transaction for both');
    assert.deepEqual(await use(30), first);
    assert.deepEqual(await use(59), first);
    const later = await use(60);
    assert.deepEqual(
      later.map((row) => row.last_used_at.getTime()),
      [start + 60_000, start + 60_000],
    );
  });

  it('is written without waiting: a key that is being changed is left for the next round', async () => {
    const { id } = await newKey();
    const lastUsed = createLastUsed(test.db, createAuditNotes(test.db, test.kernel.log));
    await asOwner(test, async (client) => {
      await client.query('begin');
      await client.query('update api_keys set label = label where id = $1', [id]);
      lastUsed.note(tenant.id, id, test.now(), '127.0.0.1');
      await lastUsed.flush();
      await client.query('rollback');
    });
    assert.equal((await find(id)).lastUsedAt, null);
  });
});

describe('guessing a key', () => {
  it('gets the same answer, byte for byte, for a key id that does not exist and for a wrong secret', async () => {
    const { key } = await newKey();
    const [, , keyId, secret] = key.split('_') as [string, string, string, string];
    const backwards = (text: string) => [...text].reverse().join('');
    const texts = new Set<string>();
    for (const id of [keyId, backwards(keyId)]) {
      const token = `sk_live_${id}_${backwards(secret)}`;
      const answer = await test.call('GET', '/v1/me', { token, headers: { 'x-request-id': 'same' } });
      const { date: _, ...headers } = answer.headers;
      texts.add(`${answer.status} ${JSON.stringify(headers)} ${answer.text}`);
    }
    assert.equal(texts.size, 1);
    assert.match([...texts][0]!, /^401 /);
  });
});

describe('the expiry of a key', () => {
  it('lets it work until that moment and gets it 401 from then on', async () => {
    const expiresAt = new Date(test.now().getTime() + 3_600_000).toISOString();
    const { key } = await newKey(expiresAt);
    test.advance(3_590_000);
    assert.equal(await statusOf(test, key), 200);
    test.advance(11_000);
    const { status, body } = await test.call('GET', '/v1/me', { token: key });
    assert.equal(status, 401);
    assert.equal(body.error.code, 'unauthorized');
  });

  it('is absent when none is given', async () => {
    const { key } = await newKey();
    test.advance(4000 * 86_400_000);
    assert.equal(await statusOf(test, key), 200);
  });
});
