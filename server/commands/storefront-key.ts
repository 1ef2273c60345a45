/** Storefront keys by the command line. */
import { OPERATOR } from '#kernel/audit.ts';
import { listStorefrontKeys } from '../modules/access/storefront/storefront-keys.sql.ts';
import { createStorefrontKey, presentStorefrontKey } from '../modules/access/storefront/storefront-keys.ts';
import { holdProperty } from '../modules/properties/properties.sql.ts';
import { ensureDefault } from '../modules/properties/properties.ts';
import type { Settings } from '../settings.ts';
import { tenantOf, withKernel } from './admin.ts';
import { UsageError } from './failures.ts';
import { assertText } from './input.ts';
import { print, shortTime, table } from './output.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function createStorefrontKeyCommand(
  config: Settings,
  options: { json?: boolean; tenant: string; label: string; property?: string; content?: string[] },
) {
  assertText('--label', options.label, 100);
  if (options.property !== undefined && !UUID.test(options.property)) {
    throw new UsageError('--property takes the id of a property.');
  }
  const wrong = options.content?.find((type) => !/^[a-z][a-z0-9_-]{0,62}$/.test(type));
  if (wrong !== undefined)
    throw new UsageError(`--content takes names of content types, and ${wrong} is none.`);
  const created = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    const now = kernel.clock();
    return kernel.db.inTenant(tenant.id, async (tx) => {
      const propertyId = options.property ?? (await ensureDefault(tx, now));
      const { label, content: contentTypes } = options;
      return createStorefrontKey(tx, OPERATOR, now, { label, propertyId, contentTypes }, holdProperty);
    });
  });
  const { id, key, propertyId } = created;
  print(
    options,
    { id, key, propertyId },
    `${key}\n\nIt opens /v1/storefront/ for the property ${propertyId}, and may be in a page.`,
  );
}

export async function listStorefrontKeysCommand(
  config: Settings,
  options: { json?: boolean; tenant: string },
) {
  const keys = await withKernel(config, async (kernel) => {
    const tenant = await tenantOf(kernel, options.tenant);
    const rows = await kernel.db.inTenant(tenant.id, (tx) => listStorefrontKeys(tx, {}, 10_000, null));
    return rows.map(presentStorefrontKey);
  });
  const rows = keys.map((key) => ({
    key: key.key,
    label: key.label,
    state: key.revokedAt === null ? 'valid' : 'revoked',
    content: key.contentTypes.join(' ') || 'none',
    'last used': key.lastUsedAt ? shortTime(key.lastUsedAt) : 'never',
    property: key.propertyId,
    id: key.id,
  }));
  const none = 'There is no storefront key yet. See: npx colonnade storefront-key create --help';
  print(options, keys, table(rows, none));
}
