/** The commands of those who run the service. They work beside a running server, and without one. */
import { OPERATOR } from '#kernel/audit.ts';
import type { Role, Scope } from '#kernel/auth/actor.ts';
import { type Config, SetupError } from '#kernel/config.ts';
import type { Kernel } from '#kernel/module.ts';
import { boot } from '../boot.ts';
import { findBrokenLink } from '../modules/access/audit-log.sql.ts';
import { findKeyOwner, listKeys } from '../modules/access/keys.sql.ts';
import { createKey, presentKey, revokeKey } from '../modules/access/keys.ts';
import { addMember, preparePerson } from '../modules/access/staff.ts';
import { findTenantBySlug, listTenants, type TenantRow } from '../modules/access/tenants.sql.ts';
import { createTenant, switchModule } from '../modules/access/tenants.ts';
import { assertEmail, assertPassword, assertText } from './input.ts';
import { print, table } from './output.ts';

type Json = { json?: boolean };

/** Opens the database (starting the embedded one if need be), does the work, and leaves everything as it was. */
async function withKernel<T>(config: Config, work: (kernel: Kernel) => Promise<T>): Promise<T> {
  const booted = await boot({ ...config, databaseConnections: 2, logLevel: 'silent' }, { migrate: true });
  try {
    return await work(booted.kernel);
  } finally {
    await booted.close();
  }
}

async function tenantOf(kernel: Kernel, slug: string): Promise<TenantRow> {
  const tenant = await findTenantBySlug(kernel.db, slug);
  if (tenant === undefined) throw new SetupError(`There is no tenant "${slug}". See: colonnade tenant list`);
  return tenant;
}

export async function createTenantCommand(
  config: Config,
  options: Json & { name: string; ownerEmail: string; ownerPassword?: string; slug?: string },
) {
  assertText('--name', options.name, 200);
  assertEmail('--owner-email', options.ownerEmail);
  assertPassword('--owner-password', options.ownerPassword);
  if (options.slug !== undefined && !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(options.slug)) {
    throw new SetupError('--slug takes lower-case letters, digits and hyphens, at most 63.');
  }
  const { tenant, owner } = await withKernel(config, ({ db, clock }) =>
    createTenant(db, OPERATOR, clock(), options),
  );
  print(
    options,
    { tenant: { id: tenant.id, slug: tenant.slug }, owner },
    `Tenant ${tenant.name} (${tenant.slug}) was created.\n\n  Sign in   ${owner.email}\n  Password  ${owner.password}\n\n` +
      'The password is shown this once. Someone who has an account already keeps their own.',
  );
}

export async function listTenantsCommand(config: Config, options: Json) {
  const tenants = await withKernel(config, ({ db }) => listTenants(db));
  const shown = tenants.map(({ id, slug, name, created_at }) => ({ id, slug, name, createdAt: created_at }));
  print(options, shown, table(shown, 'There is no tenant yet.'));
}

export async function addStaff(
  config: Config,
  options: Json & { tenant: string; email: string; role: Role; password?: string },
) {
  assertEmail('--email', options.email);
  assertPassword('--password', options.password);
  const added = await withKernel(config, async (kernel) => {
    const { db, clock } = kernel;
    const tenant = await tenantOf(kernel, options.tenant);
    const person = await preparePerson(db, clock(), options);
    return db.inTenant(tenant.id, (tx) => addMember(tx, OPERATOR, clock(), person, options.role));
  });
  const { id, email, role, temporaryPassword } = added;
  print(
    options,
    { id, email, role, password: temporaryPassword },
    `${email} is now ${role} of ${options.tenant}.\n\n  Password  ${temporaryPassword}\n\n` +
      'It is shown this once. Someone who has an account already keeps their own.',
  );
}

export async function createApiKey(
  config: Config,
  options: Json & { tenant: string; label: string; scope: Scope[]; expiresIn?: number },
) {
  assertText('--label', options.label, 100);
  const created = await withKernel(config, async (kernel) => {
    const { db, clock } = kernel;
    const tenant = await tenantOf(kernel, options.tenant);
    const now = clock();
    const expiresAt = options.expiresIn ? new Date(now.getTime() + options.expiresIn).toISOString() : null;
    const input = { label: options.label, scopes: options.scope, expiresAt };
    return db.inTenant(tenant.id, (tx) => createKey(tx, OPERATOR, now, input));
  });
  const { id, key, scopes, expiresAt } = created;
  print(
    options,
    { id, key, scopes, expiresAt },
    `${key}\n\nThis is the whole key, shown this once. It may: ${scopes.join(', ')}.` +
      (expiresAt ? ` It expires at ${expiresAt}.` : ''),
  );
}

export async function listApiKeys(config: Config, options: Json & { tenant?: string }) {
  const keys = await withKernel(config, async (kernel) => {
    const tenants = options.tenant ? [await tenantOf(kernel, options.tenant)] : await listTenants(kernel.db);
    const found = [];
    for (const tenant of tenants) {
      const rows = await kernel.db.inTenant(tenant.id, (tx) => listKeys(tx, 10_000, null));
      found.push(...rows.map((row) => ({ tenant: tenant.slug, ...presentKey(row) })));
    }
    return found;
  });
  const rows = keys.map((key) => ({
    id: key.id,
    key: `sk_live_${key.keyId}_…`,
    tenant: key.tenant,
    label: key.label,
    state: key.revokedAt
      ? 'revoked'
      : key.expiresAt && key.expiresAt <= new Date().toISOString()
        ? 'expired'
        : 'valid',
    lastUsed: key.lastUsedAt ?? 'never',
    scopes: key.scopes.join(' '),
  }));
  print(options, keys, table(rows, 'There is no key yet.'));
}

export async function revokeApiKey(config: Config, id: string, options: Json) {
  const revoked = await withKernel(config, async ({ db, clock }) => {
    const owner = await findKeyOwner(db, id);
    if (owner === undefined) throw new SetupError(`There is no key "${id}". See: colonnade key list`);
    await db.inTenant(owner.tenant_id, (tx) => revokeKey(tx, OPERATOR, clock(), owner.id));
    return owner.id;
  });
  print(options, { id: revoked, revoked: true }, `Key ${revoked} is revoked, from its next request on.`);
}

export async function switchModuleCommand(
  config: Config,
  name: string,
  active: boolean,
  options: Json & { tenant: string },
) {
  const state = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    return kernel.db.inTenant(tenant.id, (tx) => switchModule(tx, OPERATOR, kernel.clock(), name, active));
  });
  print(
    options,
    { tenant: options.tenant, module: state.name, active },
    `${name} is ${active ? 'on' : 'off'} for ${options.tenant}.`,
  );
}

export async function verifyAudit(config: Config, options: Json & { tenant: string }) {
  const { rows, brokenAt } = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    return kernel.db.inTenant(tenant.id, findBrokenLink);
  });
  const intact = brokenAt === null;
  print(
    options,
    { tenant: options.tenant, rows, intact, brokenAt },
    intact
      ? `The audit log of ${options.tenant} is whole: ${rows} rows.`
      : `The audit log of ${options.tenant} was changed at row ${brokenAt}.`,
  );
  if (!intact) process.exitCode = 1;
}
