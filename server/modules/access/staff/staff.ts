/** The staff of a tenant. A member can neither grant nor revoke a role above their own. */
import { isDeepStrictEqual } from 'node:util';
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, ROLE_ORDER, type Role, reaches } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { deleteInvitation, deleteInvitationsBy } from './invitations.sql.ts';
import { assertNames, limitsOf } from './limits.ts';
import {
  deleteMember,
  findMember,
  findMemberByEmail,
  insertMember,
  isLastOwner,
  lockRoles,
  type MemberRow,
  type Profile,
  setAccess,
  setProfile,
} from './staff.sql.ts';

/** Adds a member whose account exists: the owner of a demo, people of tests. All others are invited. */
export async function addMember(
  tx: Tx,
  author: Author,
  now: Date,
  person: { id: string; email: string },
  role: Role,
) {
  const { email } = person;
  const member = { id: newId(), email, name: email.split('@')[0]!, role };
  await insertMember(tx, { ...member, personId: person.id, contentTypes: null, now });
  await audit(tx, author, now, {
    action: 'staff.added',
    subjectType: 'staff',
    subjectId: member.id,
    details: { email, role },
  });
  return presentMember({
    ...{ ...member, content_types: null },
    ...{ created_at: now, joined_at: now, invitation_expires_at: null },
  });
}

export type Access = { role?: Role; contentTypes?: TypeRights | null };

export async function changeAccess(tx: Tx, caller: Actor, now: Date, id: string, wanted: Access) {
  assertNames(wanted.contentTypes);
  const actor = await lockStaff(tx, caller);
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  const { role = member.role } = wanted;
  assertMayGive(actor, member.role);
  assertMayGive(actor, role);
  const former: TypeRights | null = member.content_types && JSON.parse(member.content_types);
  const contentTypes = wanted.contentTypes === undefined ? former : wanted.contentTypes;
  assertCanBeLimited(role, contentTypes);
  if (role !== 'owner') await assertNotLastOwner(tx, member);
  await setAccess(tx, id, role, contentTypes);
  let { invitation_expires_at } = member;
  // The maker of the link may have a lower role than the new one, and still know the link.
  if (member.joined_at === null && !reaches(member.role, role)) {
    await deleteInvitation(tx, id);
    invitation_expires_at = null;
  }
  // A person who loses a role must not come back with it by a link that they made.
  await deleteInvitationsBy(
    tx,
    id,
    ROLE_ORDER.filter((given) => !mayGive(role, given)),
  );
  if (member.role !== role) {
    await audit(tx, actor, now, {
      action: 'staff.role_changed',
      subjectType: 'staff',
      subjectId: id,
      details: { email: member.email, from: member.role, to: role },
    });
  }
  if (!isDeepStrictEqual(contentTypes, former)) {
    await audit(tx, actor, now, {
      action: 'staff.content_types_changed',
      subjectType: 'staff',
      subjectId: id,
      details: { email: member.email, from: former, to: contentTypes },
    });
  }
  const content_types = contentTypes && JSON.stringify(contentTypes);
  return presentMember({ ...member, role, content_types, invitation_expires_at });
}

/** An admin can change every limit, their own too, so one would promise what it cannot keep. */
export function assertCanBeLimited(role: Role, contentTypes: TypeRights | null | undefined): void {
  if (contentTypes == null || !reaches(role, 'admin')) return;
  throw invalid([
    {
      path: 'contentTypes',
      code: 'not_allowed',
      message: `is for viewers and editors: an ${role} has every content type. Send null with the role`,
    },
  ]);
}

/** Changes what a member says of themselves: the name that others see, and the formats that they see. */
export async function changeProfile(
  tx: Tx,
  actor: Actor,
  now: Date,
  change: Partial<Profile>,
): Promise<Actor> {
  const changed = await setProfile(tx, actor.id, change);
  if (changed === undefined) throw notFound('staff member');
  const { before, after } = changed;
  if (before.name !== after.name) {
    await audit(tx, actor, now, {
      action: 'staff.renamed',
      subjectType: 'staff',
      subjectId: actor.id,
      details: { from: before.name, to: after.name },
    });
  }
  return { ...actor, ...after };
}

/** The links that the member made end with the membership. */
export async function removeMember(tx: Tx, caller: Actor, now: Date, id: string) {
  const actor = await lockStaff(tx, caller);
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  assertMayGive(actor, member.role);
  return remove(tx, actor, now, member);
}

/** The operator has no role, and may remove anyone but the last owner. Returns null if nobody has the address. */
export async function removeMemberByEmail(tx: Tx, operator: Author, now: Date, email: string) {
  await lockRoles(tx);
  const member = await findMemberByEmail(tx, email);
  if (member === undefined) return null;
  await remove(tx, operator, now, member);
  return presentMember(member);
}

async function remove(tx: Tx, author: Author, now: Date, member: MemberRow) {
  const { id, email, role, joined_at } = member;
  await assertNotLastOwner(tx, member);
  // Precedes the deletion of the member's sessions: a change of password locks the log first too.
  await audit(tx, author, now, {
    action: joined_at === null ? 'staff.invitation_withdrawn' : 'staff.removed',
    subjectType: 'staff',
    subjectId: id,
    details: { email, role },
  });
  await deleteMember(tx, id);
  return { id, deleted: true as const };
}

/** Locks the roles of the tenant, and reads that of the actor again: it may have changed since the request began. */
export async function lockStaff(tx: Tx, actor: Actor): Promise<Actor> {
  await lockRoles(tx);
  const role = (await findMember(tx, actor.id))?.role;
  if (role === undefined) throw forbidden('You are no longer on the staff of this tenant.');
  return { ...actor, role };
}

const mayGive = (role: Role, given: Role) => reaches(role, 'admin') && reaches(role, given);

export function assertMayGive({ role }: Actor, given: Role): void {
  if (!mayGive(role, given)) {
    throw forbidden(`Only an ${given} may do this to an ${given}.`, { role: given });
  }
}

async function assertNotLastOwner(tx: Tx, member: MemberRow): Promise<void> {
  if (member.role === 'owner' && member.joined_at !== null && (await isLastOwner(tx, member.id))) {
    throw conflict('A tenant needs an owner: make someone else owner first.');
  }
}

export const presentMember = (row: MemberRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  contentTypes: limitsOf(row.role, row.content_types),
  status: row.joined_at === null ? ('invited' as const) : ('joined' as const),
  createdAt: row.created_at.toISOString(),
  invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
});
