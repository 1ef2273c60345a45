/** Invitations: a tenant hands out a link, and the person who opens it becomes a member. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Actor, Role } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { conflict, notFound, unauthorized } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { assertGoodPassword } from '../passwords/password-rules.ts';
import { stranger } from '../passwords/passwords.ts';
import { findAccountOfSession, findOpenings } from './accounts.sql.ts';
import { prepareAccount } from './accounts.ts';
import {
  findInvitation,
  type Invitation,
  joinMember,
  keepInvitation,
  takeInvitation,
} from './invitations.sql.ts';
import { assertNames } from './limits.ts';
import { findMember, insertMember, lockRoles } from './staff.sql.ts';
import { assertCanBeLimited, assertMayGive, lockStaff, presentMember } from './staff.ts';

/** 256 bits; only its hash is stored. */
const SECRET_LENGTH = 43;

/** The secret is in the fragment, which browsers send neither to a server's log nor to the next page. */
export const invitationLink = (publicUrl: string, secret: string) =>
  `${publicUrl}/accept-invitation#${secret}`;

/** Does not check whether the address has an account, so the answer cannot reveal it. */
export async function invite(
  tx: Tx,
  author: Author | Actor,
  now: Date,
  input: { email: string; name?: string; role: Role; contentTypes?: TypeRights | null },
) {
  if ('role' in author) assertMayGive(await lockStaff(tx, author), input.role);
  const { contentTypes = null } = input;
  assertNames(contentTypes);
  assertCanBeLimited(input.role, contentTypes);
  const email = input.email.toLowerCase();
  const member = { id: newId(), email, name: input.name ?? email.split('@')[0]!, role: input.role };
  try {
    await insertMember(tx, { ...member, contentTypes, personId: null, now });
  } catch (error) {
    if (violates(error, 'address_is_once_in_tenant'))
      throw conflict('This person is already on the staff, or invited.');
    throw error;
  }
  const { secret, expiresAt } = await newLink(tx, member.id, author);
  await audit(tx, author, now, {
    action: 'staff.invited',
    subjectType: 'staff',
    subjectId: member.id,
    details: { email, role: member.role, ...(contentTypes && { contentTypes }) },
  });
  const content_types = contentTypes && JSON.stringify(contentTypes);
  const row = {
    ...member,
    content_types,
    created_at: now,
    joined_at: null,
    invitation_expires_at: expiresAt,
  };
  return { member: presentMember(row), secret };
}

/** An actor who may invite with that role may make a new link; the previous one ends. */
export async function inviteAgain(tx: Tx, author: Author | Actor, now: Date, id: string) {
  const actor = 'role' in author ? await lockStaff(tx, author) : await lockRoles(tx);
  const member = await findMember(tx, id);
  if (member === undefined) throw notFound('staff member');
  if (actor) assertMayGive(actor, member.role);
  if (member.joined_at !== null) throw conflict('This person has joined already.');
  const { secret, expiresAt } = await newLink(tx, id, author);
  await audit(tx, author, now, {
    action: 'staff.invited_again',
    subjectType: 'staff',
    subjectId: id,
    details: { email: member.email, role: member.role },
  });
  return { member: presentMember({ ...member, invitation_expires_at: expiresAt }), secret };
}

async function newLink(tx: Tx, memberId: string, author: Author | Actor) {
  const secret = randomBase62(SECRET_LENGTH);
  const invitedBy = author.type === 'staff' ? author.id : null;
  return { secret, expiresAt: await keepInvitation(tx, memberId, invitedBy, sha256(secret)) };
}

/** Undefined for an invalid link, whatever the reason. */
export async function lookUp(db: Db, secret: string) {
  const found = await findInvitation(db, sha256(secret));
  return found && presentInvitation(found);
}

/**
 * Joins with a new account. The link proves that the tenant wants this person, not that the address is theirs, so it never opens
 * an existing account.
 */
export async function joinWithPassword(
  db: Db,
  now: Date,
  secret: string,
  password: string,
  network: string,
  count: (found: Invitation) => Promise<void>,
) {
  const found = await findInvitation(db, sha256(secret));
  if (found === undefined) return undefined;
  assertGoodPassword('password', password, [found.email, found.tenant_name]);
  await count(found);
  const account = await prepareAccount(db, found.email, password, stranger(network, found.email));
  let personId = '';
  const invitation = await join(db, now, secret, found, async (tx) => {
    personId = await account.open(tx);
    return personId;
  });
  if (invitation === undefined) return undefined;
  const [opening] = await findOpenings(db, [personId]);
  return { invitation, opening: opening! };
}

/** Joins with the account of a sign-in: the only way for an account to reach a further tenant. */
export async function joinFromInside(db: Db, now: Date, secret: string, sessionId: string) {
  const account = await findAccountOfSession(db, sessionId);
  if (account === undefined) throw unauthorized('You are not signed in.');
  const found = await findInvitation(db, sha256(secret));
  return found && join(db, now, secret, found, async () => account.id);
}

async function join(
  db: Db,
  now: Date,
  secret: string,
  found: Invitation,
  person: (tx: Tx) => Promise<string>,
) {
  return db.inTenant(found.tenant_id, async (tx) => {
    // Takes the same lock as a change of role or a removal, which therefore comes before or after.
    await lockRoles(tx);
    if (!(await takeInvitation(tx, found.member_id, sha256(secret)))) return undefined;
    const member = (await findMember(tx, found.member_id))!;
    try {
      await joinMember(tx, member.id, await person(tx), now);
    } catch (error) {
      if (violates(error, 'person_is_once_in_tenant'))
        throw conflict('You are on the staff of this tenant already.');
      throw error;
    }
    const { id, name, email, role } = member;
    await audit(tx, { type: 'staff', id, name }, now, {
      action: 'staff.joined',
      subjectType: 'staff',
      subjectId: id,
      details: { email, role },
    });
    return presentInvitation({ ...found, role });
  });
}

const presentInvitation = (found: Invitation) => ({
  email: found.email,
  role: found.role,
  tenant: { name: found.tenant_name, slug: found.tenant_slug },
  expiresAt: found.expires_at.toISOString(),
});
