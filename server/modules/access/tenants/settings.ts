/** The settings of a tenant: everything that it counts, shows and prints follows from them. */
import { isDeepStrictEqual } from 'node:util';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { isTimeZone } from '#shared/time-zone.ts';
import type { TenantAddress, TenantChange } from './fields.ts';
import { normalLocale, UNKNOWN_LOCALE } from './locale.ts';
import {
  findBearerOfLogo,
  findSettings,
  findTimeZone,
  type TenantSettings,
  updateSettings,
} from './tenants.sql.ts';

/** Returns those of the ids that are images; they stay until the transaction ends. The library passes it in. */
export type FindImages = (tx: Tx, ids: string[]) => Promise<string[]>;

export async function readSettings(tx: Tx, actor: Actor) {
  return presentSettings(actor, await findSettings(tx));
}

export async function changeSettings(
  tx: Tx,
  actor: Actor,
  now: Date,
  change: TenantChange,
  { seen, findImages }: { seen: number | null; findImages: FindImages },
) {
  const valid = await readChange(tx, change, findImages);
  const before = rowAtVersion(await findSettings(tx, 'for update'), seen, 'tenant');
  const after: TenantSettings = { ...before, ...valid };
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return presentSettings(actor, before);
  after.version = before.version + 1;
  await updateSettings(tx, after);
  const subject = { subjectType: 'tenant', subjectId: actor.tenant.id };
  if (changed.includes('name')) {
    const details = { from: before.name, to: after.name };
    await audit(tx, actor, now, { action: 'tenant.renamed', ...subject, details });
  }
  const others = changed.filter((field) => field !== 'name');
  if (others.length > 0) {
    const told = others.filter((field) => !PRIVATE.includes(field));
    const values = (row: TenantSettings) =>
      Object.fromEntries(told.map((field) => [NAMES[field], row[field]]));
    const details = { fields: others.map((field) => NAMES[field]), from: values(before), to: values(after) };
    await audit(tx, actor, now, { action: 'tenant.settings_changed', ...subject, details });
  }
  return presentSettings(actor, after);
}

const NAMES = {
  name: 'name',
  time_zone: 'timeZone',
  currency: 'currency',
  locale: 'locale',
  address: 'address',
  tax_number: 'taxNumber',
  logo_asset_id: 'logoAssetId',
} as const;
const FIELDS = Object.keys(NAMES) as (keyof typeof NAMES)[];
/** The business may be one person, and the log keeps everything: it names these fields without their values. */
const PRIVATE: (keyof typeof NAMES)[] = ['address', 'tax_number'];

/** The change in columns. Reports every problem at once. */
async function readChange(
  tx: Tx,
  change: TenantChange,
  findImages: FindImages,
): Promise<Partial<TenantSettings>> {
  const problems: Problem[] = [];
  const { name, timeZone, currency, locale: tag, address, taxNumber, logoAssetId } = change;
  const zone = timeZone === undefined ? undefined : await findTimeZone(tx, timeZone);
  if (timeZone !== undefined && (zone === undefined || !isTimeZone(zone))) {
    const message = 'must be the name of a time zone, such as Europe/Berlin';
    problems.push({ path: 'timeZone', code: 'wrong_format', message });
  }
  const locale = tag == null ? tag : normalLocale(tag);
  if (tag != null && locale === undefined) problems.push(UNKNOWN_LOCALE);
  if (logoAssetId != null && (await findImages(tx, [logoAssetId])).length === 0) {
    problems.push({ path: 'logoAssetId', code: 'not_found', message: 'must be an image of the library' });
  }
  if (problems.length > 0) throw invalid(problems);
  const given = {
    name,
    time_zone: zone,
    currency,
    locale,
    address: address == null ? address : tidy(address),
    tax_number: taxNumber,
    logo_asset_id: logoAssetId,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const PARTS = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const;

/** The parts that say something; null if none does. */
function tidy(address: TenantAddress): TenantAddress | null {
  const given = PARTS.flatMap((part) => {
    const text = address[part]?.trim();
    return text ? [[part, text] as const] : [];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

const presentSettings = ({ tenant }: Actor, row: TenantSettings) => ({
  id: tenant.id,
  slug: tenant.slug,
  modules: tenant.modules,
  name: row.name,
  timeZone: row.time_zone,
  currency: row.currency,
  locale: row.locale,
  address: row.address,
  taxNumber: row.tax_number,
  logoAssetId: row.logo_asset_id,
  version: row.version,
});

/** The use of an asset as the logo, for the library. */
export async function logoUseOf(tx: Tx, assetId: string) {
  const bearer = await findBearerOfLogo(tx, assetId);
  return bearer === undefined ? [] : [{ type: 'tenant', id: bearer.id, title: `Logo of ${bearer.name}` }];
}
