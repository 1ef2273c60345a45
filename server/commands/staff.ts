/** `staff`: the people of a tenant, and links for them. Only the person sets the password. */
import { OPERATOR } from '#kernel/audit.ts';
import type { Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { SetupError } from '#kernel/setting.ts';
import { passwordLink, resetPassword } from '../modules/access/passwords/password-links.ts';
import { resetFactors } from '../modules/access/second-factors/second-factors.ts';
import { findAccounts, findPlaces } from '../modules/access/staff/accounts.sql.ts';
import { invitationLink, invite, inviteAgain } from '../modules/access/staff/invitations.ts';
import { findMemberByEmail, listMembers, setAccess } from '../modules/access/staff/staff.sql.ts';
import { presentMember, removeMemberByEmail } from '../modules/access/staff/staff.ts';
import type { Settings } from '../settings.ts';
import { tenantOf, withKernel } from './admin.ts';
import { assertEmail } from './input.ts';
import { describeInvitation, print, shortTime, table } from './output.ts';

type Json = { json?: boolean };

export async function inviteStaff(
  config: Settings,
  options: Json & { tenant: string; email: string; role: Role },
) {
  assertEmail('--email', options.email);
  const { member, secret } = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    return kernel.db.inTenant(tenant.id, (tx) => inviteOnceMore(tx, kernel.clock(), options));
  });
  const { id, email, role } = member;
  const link = invitationLink(config.publicUrl, secret);
  print(
    options,
    { id, email, role, invitationLink: link },
    `${email} is invited to ${options.tenant}, as ${role}.\n\n${describeInvitation(email, link)}`,
  );
}

/** A person who is invited already gets a new link, with the role of this command. */
async function inviteOnceMore(tx: Tx, now: Date, { email, role }: { email: string; role: Role }) {
  const known = await findMemberByEmail(tx, email.toLowerCase());
  if (known === undefined || known.joined_at !== null) return invite(tx, OPERATOR, now, { email, role });
  const { content_types: limits } = known;
  await setAccess(tx, known.id, role, limits && JSON.parse(limits));
  return inviteAgain(tx, OPERATOR, now, known.id);
}

const MOST_LISTED = 10_000;

export async function listStaff(config: Settings, options: Json & { tenant: string }) {
  const members = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    const rows = await kernel.db.inTenant(tenant.id, (tx) => listMembers(tx, MOST_LISTED, null, null));
    return rows.map(presentMember);
  });
  const rows = members.map((member) => ({
    email: member.email,
    name: member.name,
    role: member.role,
    state: stateOf(member),
    since: shortTime(member.createdAt),
    id: member.id,
  }));
  print(options, members, table(rows, 'Nobody is on the staff. See: npx colonnade staff invite --help'));
}

function stateOf({ status, invitationExpiresAt }: ReturnType<typeof presentMember>): string {
  if (status === 'joined') return 'joined';
  return invitationExpiresAt === null
    ? 'invited, link expired'
    : `invited until ${shortTime(invitationExpiresAt)}`;
}

export async function removeStaff(config: Settings, options: Json & { tenant: string; email: string }) {
  assertEmail('--email', options.email);
  const email = options.email.toLowerCase();
  const removed = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    return kernel.db.inTenant(tenant.id, (tx) => removeMemberByEmail(tx, OPERATOR, kernel.clock(), email));
  });
  if (removed === null) {
    throw new SetupError(
      `Nobody on the staff of ${options.tenant} is ${email}. See: npx colonnade staff list --tenant ${options.tenant}`,
    );
  }
  const { id, role, status } = removed;
  print(
    options,
    { id, email, role, removed: true },
    status === 'joined'
      ? `${email}, ${role}, is no longer on the staff of ${options.tenant}. Their sign-ins there have ended.`
      : `The invitation of ${email} to ${options.tenant} is withdrawn.`,
  );
}

export async function resetPasswordCommand(
  config: Settings,
  options: Json & { email: string; tenant?: string },
) {
  assertEmail('--email', options.email);
  const email = options.email.toLowerCase();
  const secret = await withKernel(config, async (kernel) => {
    if (options.tenant !== undefined) await tenantOf(kernel, options.tenant);
    const account = await onlyAccount(kernel.db, email, options.tenant ?? null);
    return resetPassword(kernel.db, kernel.clock(), account);
  });
  const link = passwordLink(config.publicUrl, secret);
  print(
    options,
    { email, passwordLink: link },
    `Give this link to ${email}. It is shown this once and holds for a day; it sets a new password.\nThe old one opens nothing any more, and all sign-ins have ended.\n\n  ${link}`,
  );
}

async function onlyAccount(db: Db, email: string, tenant: string | null) {
  const [account, ...others] = await findAccounts(db, email, tenant);
  if (account === undefined) {
    throw new SetupError(
      `Nobody has joined ${tenant ?? 'a tenant'} as ${email}. See: npx colonnade staff invite --help`,
    );
  }
  if (others.length === 0) return account;
  const places = [];
  for (const { id } of [account, ...others]) places.push((await findPlaces(db, id)).map(({ slug }) => slug));
  throw new SetupError(
    `${email} has ${places.length} accounts: ${places.map((slugs) => slugs.join(' and ')).join('; ')}. Say which with --tenant.`,
  );
}

export async function resetSecondFactor(
  config: Settings,
  options: Json & { email: string; tenant?: string },
) {
  assertEmail('--email', options.email);
  const email = options.email.toLowerCase();
  const had = await withKernel(config, async (kernel) => {
    const { db, clock } = kernel;
    if (options.tenant !== undefined) await tenantOf(kernel, options.tenant);
    const account = await onlyAccount(db, email, options.tenant ?? null);
    return resetFactors(db, clock(), account.id);
  });
  const outcome = had
    ? 'has no second factor any more. All sign-ins have ended, and no device is known any more'
    : 'had no second factor; nothing has changed';
  print(options, { email, reset: had }, `${email} ${outcome}.`);
}
