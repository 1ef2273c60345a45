/** The people who work for a tenant. Nobody hands out, or takes away, more than they have themselves. */
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, type Role, reaches } from '#kernel/auth/actor.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { hashPassword, newPassword } from './passwords.ts';
import {
  countOwnersForUpdate,
  deleteMember,
  ensurePerson,
  findMember,
  insertMember,
  type MemberRow,
  setRole,
} from './staff.sql.ts';

/**
 * Someone who has an account already keeps their password. The answer looks the same either way, so that a tenant
 * cannot ask whether an address is known elsewhere.
 */
export async function preparePerson(
  db: Db,
  now: Date,
  input: { email: string; name?: string; password?: string },
) {
  const email = input.email.toLowerCase();
  const password = input.password ?? newPassword();
  const passwordHash = await hashPassword(password);
  const personId = await ensurePerson(db, {
    id: newId(),
    email,
    name: input.name ?? email.split('@')[0]!,
    passwordHash,
    now,
  });
  return { personId, email, password };
}

export async function addMember(
  tx: Tx,
  author: Author | Actor,
  now: Date,
  person: { personId: string; email: string; password: string },
  role: Role,
) {
  if ('role' in author) assertMayGive(author, role);
  const id = newId();
  try {
    await insertMember(tx, { id, personId: person.personId, role, now });
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
  const row = await findMember(tx, id);
  return { ...presentMember(row!), temporaryPassword: person.password };
}

export async function changeRole(tx: Tx, actor: Actor, now: Date, id: string, role: Role) {
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  assertMayGive(actor, member.role);
  assertMayGive(actor, role);
  if (member.role === 'owner' && role !== 'owner') await assertNotLastOwner(tx);
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
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  assertMayGive(actor, member.role);
  if (member.role === 'owner') await assertNotLastOwner(tx);
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

async function assertNotLastOwner(tx: Tx): Promise<void> {
  if ((await countOwnersForUpdate(tx)) <= 1) {
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
