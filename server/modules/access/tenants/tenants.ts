/** A tenant: one business, with the modules it has switched on. */
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, MODULES, type ModuleName, ROLE_ORDER, type Role } from '#kernel/auth/actor.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { prepareAccount } from '../staff/accounts.ts';
import { invite } from '../staff/invitations.ts';
import { lockRoles } from '../staff/staff.sql.ts';
import { addMember, assertMayGive } from '../staff/staff.ts';
import { findSecondFactorRoles, insertTenant, setModule, setSecondFactorRoles } from './tenants.sql.ts';

/** The owner is invited, or joins at once with a password that was made for them (a demo, a test). */
export type NewTenant = { name: string; slug?: string; ownerEmail: string; ownerPassword?: string };

export async function createTenant(db: Db, author: Author, now: Date, input: NewTenant) {
  const id = newId();
  const slug = input.slug ?? slugOf(input.name);
  const email = input.ownerEmail.toLowerCase();
  const { ownerPassword } = input;
  const account = ownerPassword === undefined ? null : await prepareAccount(db, email, ownerPassword);
  const invitation = await db.inTenant(id, async (tx) => {
    try {
      await insertTenant(tx, { id, name: input.name, slug, now });
    } catch (error) {
      if (violates(error, 'slug_is_unique'))
        throw conflict(`There is a tenant "${slug}" already. Choose another name.`);
      throw error;
    }
    for (const module of MODULES) await setModule(tx, module, true, now);
    await audit(tx, author, now, {
      action: 'tenant.created',
      subjectType: 'tenant',
      subjectId: id,
      details: { name: input.name, slug },
    });
    await publish(tx, now, { type: 'tenant.created', data: { id, name: input.name, slug } });
    if (account === null) return (await invite(tx, author, now, { email, role: 'owner' })).secret;
    await addMember(tx, author, now, { id: await account.open(tx), email }, 'owner');
    return null;
  });
  return { tenant: { id, name: input.name, slug }, owner: { email, invitation } };
}

export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return slug || `tenant-${newId().slice(-6)}`;
}

export async function switchModule(tx: Tx, author: Author | Actor, now: Date, name: string, active: boolean) {
  const module = MODULES.find((candidate) => candidate === name);
  if (module === undefined) throw notFound('module');
  if (await setModule(tx, module, active, now)) {
    await audit(tx, author, now, {
      action: active ? 'module.activated' : 'module.deactivated',
      subjectType: 'module',
      subjectId: module,
    });
  }
  return { name: module, active };
}

/** Sets which roles need a second factor to do anything in this tenant. An actor changes this only for roles that they may grant. */
export async function askForSecondFactor(tx: Tx, actor: Actor, now: Date, roles: Role[]) {
  await lockRoles(tx);
  const from = await findSecondFactorRoles(tx);
  const to = ROLE_ORDER.filter((role) => roles.includes(role));
  for (const role of ROLE_ORDER) if (from.includes(role) !== to.includes(role)) assertMayGive(actor, role);
  await setSecondFactorRoles(tx, to);
  await audit(tx, actor, now, {
    action: 'tenant.second_factor_changed',
    subjectType: 'tenant',
    subjectId: actor.tenant.id,
    details: { from, to },
  });
  return { roles: to };
}

export const presentModules = (active: ModuleName[]) =>
  MODULES.map((name) => ({ name, active: active.includes(name) }));
