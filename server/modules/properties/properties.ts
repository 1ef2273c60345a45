/** Properties: the sites of a business, each with its domains and languages. */
import { isDeepStrictEqual } from 'node:util';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Limited } from '#kernel/auth/type-rights.ts';
import { type Tx, violates } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { entityChanged, entityRemoved } from '#kernel/events/search.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { normalDomain } from './domains.ts';
import {
  advanceServed,
  clearDefault,
  deleteProperty,
  findDefaultProperty,
  insertDefaultProperty,
  insertProperty,
  lockProperty,
  type PropertyRow,
  replaceDomains,
  updateProperty,
} from './properties.sql.ts';

export const MAX_PROPERTIES = 1_000;

export type PropertyInput = { name: string; domains?: string[]; locales?: string[]; isDefault?: boolean };

/** The first property of a tenant is its default, whatever the input says. */
export async function createProperty(tx: Tx, actor: Actor, now: Date, input: PropertyInput, ownHost: string) {
  const { domains, locales } = normal(input, ownHost);
  await assertBelowLimit(tx, { table: 'properties', most: MAX_PROPERTIES, plural: 'properties' });
  const hasDefault = (await findDefaultProperty(tx)) !== undefined;
  if (input.isDefault && hasDefault) await clearDefault(tx, now);
  const row: PropertyRow = {
    id: newId(),
    name: input.name,
    locales: locales ?? [],
    domains: domains ?? [],
    is_default: input.isDefault === true || !hasDefault,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertProperty(tx, row).catch((error) => {
    throw violates(error, 'one_property_is_the_default') ? madeMeanwhile : error;
  });
  await replaceDomains(tx, row.id, row.domains);
  await record(tx, actor, now, 'property.created', row);
  return presentProperty(row);
}

export async function changeProperty(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  change: Partial<PropertyInput>,
  { seen, ownHost }: { seen: number | null; ownHost: string },
) {
  const { domains, locales } = normal(change, ownHost);
  const before = rowAtVersion(await lockProperty(tx, id), seen, 'property');
  if (change.isDefault === false && before.is_default) throw invalid([STAYS_DEFAULT]);
  const after: PropertyRow = {
    ...before,
    name: change.name ?? before.name,
    locales: locales ?? before.locales,
    domains: domains ?? before.domains,
    is_default: change.isDefault ?? before.is_default,
  };
  if (isDeepStrictEqual(before, after)) return presentProperty(before);
  Object.assign(after, { version: before.version + 1, updated_at: now });
  if (after.is_default && !before.is_default) await clearDefault(tx, now);
  await updateProperty(tx, after);
  if (!isDeepStrictEqual(before.domains, after.domains)) {
    await replaceDomains(tx, id, after.domains);
    await advanceServed(tx, id);
  }
  await record(tx, actor, now, 'property.updated', after);
  return presentProperty(after);
}

export async function removeProperty(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  seen: number | null,
  assertUnused: (tx: Tx, id: string, caller: Limited) => Promise<void>,
) {
  // Locked, so that no record that uses it is added meanwhile.
  const row = rowAtVersion(await lockProperty(tx, id), seen, 'property');
  await assertUnused(tx, id, actor);
  await deleteProperty(tx, id);
  await audit(tx, actor, now, { action: 'property.deleted', subjectType: 'property', subjectId: row.id });
  await publish(tx, now, entityRemoved('property', row.id));
  return { id: row.id, deleted: true as const };
}

/** Created when it is first needed: not every business uses sites. */
export async function ensureDefault(tx: Tx, now: Date): Promise<string> {
  const found = await findDefaultProperty(tx);
  if (found !== undefined) return found;
  const [id, name] = [newId(), 'Default site'];
  if (!(await insertDefaultProperty(tx, id, name, now))) return (await findDefaultProperty(tx))!;
  await publish(tx, now, entityChanged('property', id, { title: name, subtitle: null, text: '' }));
  return id;
}

async function record(tx: Tx, actor: Actor, now: Date, action: string, row: PropertyRow): Promise<void> {
  const { id, name, domains, locales } = row;
  const details = { name, domains, locales, isDefault: row.is_default };
  await audit(tx, actor, now, { action, subjectType: 'property', subjectId: id, details });
  const found = { title: name, subtitle: domains[0] ?? null, text: [...domains, ...locales].join(' ') };
  await publish(tx, now, entityChanged('property', id, found));
}

const madeMeanwhile = conflict('Another property became the default at this very moment. Please try again.');

const STAYS_DEFAULT: Problem = {
  path: 'isDefault',
  code: 'not_allowed',
  message: 'cannot be unset; make another property the default instead',
};

/** Normalises domains and locales to the form in which they are stored; reports every problem with them at once. */
export function normal(input: { domains?: string[]; locales?: string[] }, ownHost: string) {
  const problems: Problem[] = [];
  const say = (path: string, code: string, message: string) => problems.push({ path, code, message });
  const domains = input.domains?.map((text, index) => {
    const domain = normalDomain(text);
    if (domain === undefined)
      say(`domains[${index}]`, 'wrong_format', 'must be a host name such as shop.example.com');
    if (domain === ownHost) say(`domains[${index}]`, 'not_allowed', 'is the address of this service itself');
    return domain ?? text;
  });
  const locales = input.locales?.map((text, index) => {
    const locale = normalLocale(text);
    if (locale === undefined)
      say(`locales[${index}]`, 'wrong_format', 'must be a language tag such as en or pt-BR');
    return locale ?? text;
  });
  for (const [name, values] of Object.entries({ domains, locales })) {
    const again = values?.findIndex((value, index) => values.indexOf(value) !== index) ?? -1;
    if (again !== -1) say(`${name}[${again}]`, 'not_unique', 'is in the list already');
  }
  if (problems.length > 0) throw invalid(problems);
  return { domains, locales };
}

function normalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

export const presentProperty = (row: PropertyRow) => ({
  id: row.id,
  name: row.name,
  domains: row.domains,
  locales: row.locales,
  isDefault: row.is_default,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
