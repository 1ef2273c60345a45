/** Accounts from before invitations: a password that a tenant may know must not open another tenant. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('invitations');

it('an account keeps the tenant that made it, every tenant if the operator did, and a password of its own only if it chose one', async () => {
  const [evil, bank] = [crypto.randomUUID(), crypto.randomUUID()];
  const add = (email: string, made: string, changed: string, members: [string, string, string][]) => {
    const person = crypto.randomUUID();
    return [
      [
        `insert into people (id, email, password_hash, created_at, password_changed_at) values ($1, $2, 'x', $3, $4)`,
        [person, email, made, changed],
      ],
      ...members.flatMap(([tenant, at, by]) => {
        const member = crypto.randomUUID();
        return [
          [
            `insert into memberships (tenant_id, id, person_id, name, role, created_at) values ($1, $2, $3, $4, 'owner', $5)`,
            [tenant, member, person, email, at],
          ],
          [
            `insert into sessions (id, tenant_id, member_id, family_hash, refresh_hash, rotated_at, created_at, expires_at)
             values (gen_random_uuid(), $1, $2, '', '', $3, $3, $3)`,
            [tenant, member, at],
          ],
          [
            `insert into audit_log (tenant_id, seq, at, actor_type, actor_name, action, subject_type, subject_id, details, previous_hash, hash)
             values ($1, 0, $2, $3, 'x', 'staff.added', 'staff', $4, '{}', '', '')`,
            [tenant, at, by, member],
          ],
        ];
      }),
    ] as [string, unknown[]][];
  };
  const [t0, soon, t1, t2] = ['2030-01-01T00:00:00Z', '2030-01-01T00:00:05Z', '2030-01-02', '2030-01-03'];
  await fill(
    ['tenants', 'people', 'memberships', 'sessions', 'audit_log'],
    [
      [
        `insert into tenants (id, name, slug, created_at) values ($1, 'E', 'evil', now()), ($2, 'B', 'bank', now())`,
        [evil, bank],
      ],
      // Created by evil, then added by the bank: evil may have set the changed password.
      ...add('hijacked', t0, t0, [
        [evil, soon, 'staff'],
        [bank, t1, 'staff'],
      ]),
      ...add('hijacked-changed', t0, t2, [
        [evil, soon, 'staff'],
        [bank, t1, 'operator'],
      ]),
      // Evil has left again.
      ...add('hidden', t0, t0, [[bank, t1, 'staff']]),
      ...add('own', t0, t0, [[bank, soon, 'staff']]),
      ...add('own-changed', t0, t1, [[bank, soon, 'staff']]),
      ...add('by-operator', t0, t0, [
        [bank, t0, 'operator'],
        [evil, t1, 'staff'],
      ]),
      ...add('nowhere', t0, t0, []),
    ],
  );
  await upgradeTo('invitations');
  assert.deepEqual(
    await read(
      `select m.email, t.slug, m.person_id is not null, p.must_set_password,
         (select count(*)::int from sessions s where s.tenant_id = m.tenant_id and s.member_id = m.id)
       from memberships m join tenants t on t.id = m.tenant_id left join people p on p.id = m.person_id order by 1, 2`,
    ),
    [
      ['by-operator', 'bank', true, false, 1],
      ['by-operator', 'evil', true, false, 1],
      ['hidden', 'bank', false, null, 0],
      ['hijacked', 'bank', false, null, 0],
      ['hijacked', 'evil', true, true, 0],
      ['hijacked-changed', 'bank', false, null, 0],
      ['hijacked-changed', 'evil', true, false, 1],
      ['own', 'bank', true, true, 0],
      ['own-changed', 'bank', true, false, 1],
    ],
  );
  assert.deepEqual(
    await read(
      `select t.slug, details ->> 'email' from audit_log a join tenants t on t.id = a.tenant_id
       where action = 'staff.invitation_needed' order by 2`,
    ),
    [
      ['bank', 'hidden'],
      ['bank', 'hijacked'],
      ['bank', 'hijacked-changed'],
    ],
  );
  assert.deepEqual(await read("select from people where email in ('hidden', 'nowhere')"), []);
});
