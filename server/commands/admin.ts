/** The commands of the operator. They work beside a running server, and without one. */
import { OPERATOR } from '#kernel/audit.ts';
import type { ModuleName, Scope } from '#kernel/auth/actor.ts';
import type { DatabaseAddress } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import { SetupError } from '#kernel/setting.ts';
import { assertDatabaseExists, boot } from '../boot.ts';
import { findBrokenLink } from '../modules/access/audit-log/audit-log.sql.ts';
import { findKeyOwner, listKeys } from '../modules/access/keys/keys.sql.ts';
import { createKey, presentKey, revokeKey } from '../modules/access/keys/keys.ts';
import { invitationLink } from '../modules/access/staff/invitations.ts';
import { findTenantBySlug, listTenants, type TenantRow } from '../modules/access/tenants/tenants.sql.ts';
import { createTenant, switchModule } from '../modules/access/tenants/tenants.ts';
import type { Settings } from '../settings.ts';
import { UsageError } from './failures.ts';
import { assertEmail, assertText } from './input.ts';
import { counted, describeInvitation, print, shortTime, table } from './output.ts';

type Json = { json?: boolean };

/**
 * Opens the database (starts the embedded one if necessary), does the work, and closes everything again. The embedded database is
 * migrated here; an external one by `migrate` alone. `makes`: an embedded one is made where there is none.
 */
export async function withKernel<T>(
  config: Settings,
  work: (kernel: Kernel, address: DatabaseAddress) => Promise<T>,
  { makes = false } = {},
): Promise<T> {
  if (!makes) assertDatabaseExists(config);
  const settings = { ...config, databaseConnections: 2, logLevel: 'silent' };
  const booted = await boot(settings, { migrate: config.databaseUrl === null });
  try {
    return await work(booted.kernel, booted.address).finally(() => booted.kernel.db.close());
  } finally {
    await booted.stopDatabase();
  }
}

export async function tenantOf(kernel: Kernel, slug: string): Promise<TenantRow> {
  const tenant = await findTenantBySlug(kernel.db, slug);
  if (tenant === undefined)
    throw new SetupError(`There is no tenant "${slug}". See: npx colonnade tenant list`);
  return tenant;
}

export async function createTenantCommand(
  config: Settings,
  options: Json & { name: string; ownerEmail: string; slug?: string },
) {
  assertText('--name', options.name, 200);
  assertEmail('--owner-email', options.ownerEmail);
  if (options.slug !== undefined && !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(options.slug)) {
    throw new UsageError('--slug takes lower-case letters, digits and hyphens, at most 63.');
  }
  const { name, ownerEmail, slug } = options;
  const { tenant, owner } = await withKernel(
    config,
    ({ db, clock }) => createTenant(db, OPERATOR, clock(), { name, ownerEmail, slug }),
    { makes: true },
  );
  const link = invitationLink(config.publicUrl, owner.invitation!);
  print(
    options,
    { tenant, owner: { email: owner.email, invitationLink: link } },
    `Tenant ${tenant.name} (${tenant.slug}) was created.\n\n${describeInvitation(owner.email, link)}`,
  );
}

export async function listTenantsCommand(config: Settings, options: Json) {
  const tenants = await withKernel(config, ({ db }) => listTenants(db));
  const shown = tenants.map(({ id, slug, name, created_at }) => ({
    ...{ id, slug, name },
    createdAt: created_at.toISOString(),
  }));
  const rows = shown.map(({ id, slug, name, createdAt }) => ({
    ...{ slug, name, id },
    created: shortTime(createdAt),
  }));
  print(options, shown, table(rows, 'There is no tenant yet. See: npx colonnade tenant create --help'));
}

export async function createApiKey(
  config: Settings,
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
      (expiresAt ? `\nIt expires on ${shortTime(expiresAt)}.` : ''),
  );
}

export async function listApiKeys(config: Settings, options: Json & { tenant?: string }) {
  const keys = await withKernel(config, async (kernel) => {
    const tenants = options.tenant ? [await tenantOf(kernel, options.tenant)] : await listTenants(kernel.db);
    const found = [];
    for (const tenant of tenants) {
      const rows = await kernel.db.inTenant(tenant.id, (tx) =>
        listKeys(tx, kernel.clock(), {}, 10_000, null),
      );
      found.push(...rows.map((row) => ({ tenant: tenant.slug, ...presentKey(row) })));
    }
    return found;
  });
  const now = new Date().toISOString();
  const rows = keys.map((key) => ({
    key: `sk_live_${key.keyId}_…`,
    tenant: key.tenant,
    label: key.label,
    state: stateOf(key, now),
    'last used': key.lastUsedAt ? shortTime(key.lastUsedAt) : 'never',
    id: key.id,
    scopes: key.scopes.join(' '),
  }));
  print(options, keys, table(rows, 'There is no key yet. See: npx colonnade key create --help'));
}

function stateOf(
  { revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null },
  now: string,
) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'valid';
  return expiresAt <= now ? 'expired' : `valid until ${shortTime(expiresAt)}`;
}

export async function revokeApiKey(config: Settings, id: string, options: Json) {
  const revoked = await withKernel(config, async ({ db, clock }) => {
    const owner = await findKeyOwner(db, id);
    if (owner === undefined) throw new SetupError(`There is no key "${id}". See: npx colonnade key list`);
    await db.inTenant(owner.tenant_id, (tx) => revokeKey(tx, OPERATOR, clock(), owner.id));
    return owner.id;
  });
  print(options, { id: revoked, revoked: true }, `Key ${revoked} is revoked, from its next request on.`);
}

export async function switchModuleCommand(
  config: Settings,
  name: ModuleName,
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

export async function verifyAudit(config: Settings, options: Json & { tenant: string }) {
  const { rows, brokenAt } = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    return kernel.db.inTenant(tenant.id, (tx) => findBrokenLink(tx));
  });
  const intact = brokenAt === null;
  print(
    options,
    { tenant: options.tenant, rows, intact, brokenAt },
    intact
      ? `The audit log of ${options.tenant} is whole: ${counted(rows, 'row')}.`
      : `The audit log of ${options.tenant} was changed at row ${brokenAt}.`,
  );
  if (!intact) process.exitCode = 1;
}
