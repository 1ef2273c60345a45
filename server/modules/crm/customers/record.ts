/** A customer's record: its public form, and the result of a change or a merge. Pure. */
import { normalEmail, normalPhone } from '#kernel/contact.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import type { CustomerRow } from './customers.sql.ts';
import type { Customer, CustomerAddress, CustomerChange, NewCustomer } from './fields.ts';

export const blankCustomer = (id: string, type: CustomerRow['type'], now: Date): CustomerRow => ({
  id,
  type,
  name: '',
  emails: [],
  phones: [],
  addresses: '[]',
  tags: [],
  notes: null,
  metadata: null,
  external_id: null,
  company_id: null,
  archived_at: null,
  erased_at: null,
  merged_into: null,
  version: 1,
  created_at: now,
  updated_at: now,
});

/** A field that is undefined stays as it is. */
export function applyChange(row: CustomerRow, change: CustomerChange | NewCustomer): CustomerRow {
  return {
    ...row,
    name: change.name ?? row.name,
    emails: contactsAfter(row.emails, change.emails, change.email, normalEmail),
    phones: contactsAfter(row.phones, change.phones, change.phone, normalPhone),
    addresses: change.addresses === undefined ? row.addresses : JSON.stringify(change.addresses.map(asKept)),
    tags: change.tags === undefined ? row.tags : asSet(change.tags),
    notes: change.notes === undefined ? row.notes : change.notes,
    metadata: change.metadata === undefined ? row.metadata : (change.metadata?.text ?? null),
    external_id: change.externalId === undefined ? row.external_id : change.externalId,
    company_id: change.companyId === undefined ? row.company_id : (change.companyId?.toLowerCase() ?? null),
  };
}

/**
 * A list replaces the previous one. A single value replaces the primary one, or comes first in a list sent with it; null removes
 * the primary one.
 */
function contactsAfter(
  before: string[],
  list: string[] | undefined,
  single: string | null | undefined,
  normal: (text: string) => string | undefined,
): string[] {
  const others = list ?? (single === undefined ? before : before.slice(1));
  const first = single === undefined || single === null ? [] : [single];
  return [...new Set([...first, ...others].map((text) => normal(text)!))];
}

const asSet = (tags: string[]) =>
  [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== '').sort();

const asKept = ({
  label,
  defaultShipping,
  defaultBilling,
  address,
}: NonNullable<NewCustomer['addresses']>[number]) =>
  ({ label: label ?? null, defaultShipping, defaultBilling, address }) satisfies CustomerAddress;

/**
 * Merges two records of one customer. The survivor's value wins where only one is possible; the caller merges `metadata`, whose
 * text must be preserved.
 */
export function united(survivor: CustomerRow, other: CustomerRow): CustomerRow {
  return {
    ...survivor,
    emails: [...new Set([...survivor.emails, ...other.emails])],
    phones: [...new Set([...survivor.phones, ...other.phones])],
    addresses: JSON.stringify(unitedAddresses(JSON.parse(survivor.addresses), JSON.parse(other.addresses))),
    tags: asSet([...survivor.tags, ...other.tags]),
    notes: [survivor.notes, other.notes].filter((note) => note !== null).join('\n\n') || null,
    external_id: survivor.external_id ?? other.external_id,
    company_id: survivor.company_id ?? other.company_id,
  };
}

/** A default address of the other stays a default if the survivor has none for that purpose. */
function unitedAddresses(own: CustomerAddress[], others: CustomerAddress[]): CustomerAddress[] {
  const known = new Set(own.map(({ address }) => JSON.stringify(address)));
  const [shipping, billing] = [own.some((one) => one.defaultShipping), own.some((one) => one.defaultBilling)];
  const added = others
    .filter(({ address }) => !known.has(JSON.stringify(address)))
    .map((one) => ({
      ...one,
      defaultShipping: one.defaultShipping && !shipping,
      defaultBilling: one.defaultBilling && !billing,
    }));
  return [...own, ...added];
}

export const presentCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  type: row.type,
  name: row.name,
  email: row.emails[0] ?? null,
  emails: row.emails,
  phone: row.phones[0] ?? null,
  phones: row.phones,
  addresses: JSON.parse(row.addresses),
  tags: row.tags,
  notes: row.notes,
  externalId: row.external_id,
  companyId: row.company_id,
  metadata: new Verbatim(row.metadata ?? '{}'),
  archivedAt: row.archived_at?.toISOString() ?? null,
  erasedAt: row.erased_at?.toISOString() ?? null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
