/** The people who work for a tenant. Nobody hands out, or takes away, more than they have themselves. */
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, type Role, reaches } from '#kernel/auth/actor.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { hashPassword, newPassword } from './passwords.ts';
import {
  deleteMember,
  ensurePerson,
  findMember,
  insertMember,
  isLastOwner,
  lockAddress,
  lockRoles,
  type MemberRow,
  setRole,
} from './staff.sql.ts';

/** Hashes the password outside of any transaction; `ensure` finds or makes the person, for addMember. */
export async function preparePerson(
  db: Db,
  now: Date,
  input: { email: string; name?: string; password?: string },
) {
  const email = input.email.toLowerCase();
  const password = input.password ?? newPassword();
  const passwordHash = await hashPassword(password);
  return {
    email,
    name: input.name ?? email.split('@')[0]!,
    password,
    ensure: () => ensurePerson(db, { id: newId(), email, passwordHash, now }),
  };
}

/**
 * Someone who has an account already keeps their password. The answer looks the same either way, so that a tenant
 * cannot ask whether an address is known elsewhere.
 */
export async function addMember(
  tx: Tx,
  author: Author | Actor,
  now: Date,
  person: Awaited<ReturnType<typeof preparePerson>>,
  role: Role,
) {
  if ('role' in author) assertMayGive(author, role);
  const id = newId();
  await lockAddress(tx, person.email);
  const personId = await person.ensure();
  try {
    await insertMember(tx, { id, personId, name: person.name, role, now });
  } catch (error) {
    if (violates(error, 'person_is_once_in_tenant')) throw conflict('This person is already on the staff.');
    throw error;
  }
  await audit(tx, author, now, {
    action: 'staff.added',
    subjectType: 'staff',
    subjectId: id,
    details: { email: person.email, role },
  });
  const { email, name, password } = person;
  return { ...presentMember({ id, email, name, role, created_at: now }), temporaryPassword: password };
}

export async function changeRole(tx: Tx, actor: Actor, now: Date, id: string, role: Role) {
  await lockRoles(tx);
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  assertMayGive(actor, member.role);
  assertMayGive(actor, role);
  if (role !== 'owner') await assertNotLastOwner(tx, member);
  await setRole(tx, id, role);
  if (member.role !== role) {
    await audit(tx, actor, now, {
      action: 'staff.role_changed',
      subjectType: 'staff',
      subjectId: id,
      details: { email: member.email, from: member.role, to: role },
    });
  }
  return presentMember({ ...member, role });
}

export async function removeMember(tx: Tx, actor: Actor, now: Date, id: string) {
  await lockRoles(tx);
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  assertMayGive(actor, member.role);
  await assertNotLastOwner(tx, member);
  await deleteMember(tx, id);
  await audit(tx, actor, now, {
    action: 'staff.removed',
    subjectType: 'staff',
    subjectId: id,
    details: { email: member.email, role: member.role },
  });
  return { id, deleted: true as const };
}

function assertMayGive(actor: Actor, role: Role): void {
  if (!reaches(actor.role, role)) {
    throw forbidden(`Only an ${role} may do this to an ${role}.`, { role });
  }
}

async function assertNotLastOwner(tx: Tx, member: MemberRow): Promise<void> {
  if (member.role === 'owner' && (await isLastOwner(tx, member.id))) {
    throw conflict('A tenant needs an owner: make someone else owner first.');
  }
}

export const presentMember = (row: MemberRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  createdAt: row.created_at.toISOString(),
});
