/** A tenant: one business under the roof, with the modules it has switched on. */
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, MODULES, type ModuleName } from '#kernel/auth/actor.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { addMember, preparePerson } from './staff.ts';
import { insertTenant, renameTenant, setModule } from './tenants.sql.ts';

export type NewTenant = { name: string; slug?: string; ownerEmail: string; ownerPassword?: string };

export async function createTenant(db: Db, author: Author, now: Date, input: NewTenant) {
  const id = newId();
  const slug = input.slug ?? slugOf(input.name);
  const person = await preparePerson(db, now, { email: input.ownerEmail, password: input.ownerPassword });
  const owner = await db.inTenant(id, async (tx) => {
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
    return addMember(tx, author, now, person, 'owner');
  });
  return {
    tenant: { id, name: input.name, slug },
    owner: { email: owner.email, password: owner.temporaryPassword },
  };
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

export async function rename(tx: Tx, actor: Actor, now: Date, name: string) {
  const former = await renameTenant(tx, name);
  if (former !== name) {
    await audit(tx, actor, now, {
      action: 'tenant.renamed',
      subjectType: 'tenant',
      subjectId: actor.tenant.id,
      details: { from: former, to: name },
    });
  }
  return { ...actor.tenant, name };
}

export const presentModules = (active: ModuleName[]) =>
  MODULES.map((name) => ({ name, active: active.includes(name) }));
