/** Customers: created, changed field by field, archived and brought back. */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import {
  type CustomerRow,
  insertCustomer,
  lockCompany,
  lockCustomer,
  updateCustomer,
} from './customers.sql.ts';
import { Customer, type CustomerChange, type NewCustomer } from './fields.ts';
import { type CustomerAction, noteStep } from './history.sql.ts';
import { settleIdentities } from './identities.ts';
import { applyChange, blankCustomer, presentCustomer } from './record.ts';

/** Without an author, as in an import, the creation is told by the customer's own row. */
export async function createCustomer(
  tx: Tx,
  by: Author | null,
  now: Date,
  input: NewCustomer,
): Promise<Customer> {
  const row = applyChange(blankCustomer(newId(), input.type, now), input);
  assertConsistent(row);
  if (row.company_id !== null) await assertCompany(tx, row.company_id);
  await insertCustomer(tx, row);
  if (by !== null) await noteStep(tx, by, row, 'created');
  await settleIdentities(tx, null, row);
  const created = presentCustomer(row);
  const { id, type, createdAt } = created;
  await publish(tx, now, { type: 'customer.created', data: { id, type, createdAt } });
  return created;
}

/** A change without different values writes and publishes nothing. */
export async function changeCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  change: CustomerChange,
  seen: number | null,
): Promise<Customer> {
  const before = assertSeen(await lockWithCompany(tx, id, change.companyId?.toLowerCase()), seen);
  const after = applyChange(before, change);
  assertConsistent(after);
  return saveCustomer(tx, actor, now, before, after, 'edited');
}

/** `email` and `phone` are not stored: they are the first of their lists. */
const STORED = (Object.keys(Customer.properties) as (keyof Customer)[]).filter(
  (field) => !['email', 'phone'].includes(field),
);

async function saveCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  before: CustomerRow,
  after: CustomerRow,
  action: CustomerAction,
): Promise<Customer> {
  const [shownBefore, shown] = [presentCustomer(before), presentCustomer(after)];
  const changed = STORED.filter((field) => !isDeepStrictEqual(shown[field], shownBefore[field]));
  if (changed.length === 0) return shownBefore;
  const saved = { ...after, version: before.version + 1, updated_at: now };
  await updateCustomer(tx, saved);
  await noteStep(tx, actor, saved, action, { fields: changed });
  await settleIdentities(tx, before, saved);
  const answer = presentCustomer(saved);
  const { version, updatedAt } = answer;
  await publish(tx, now, { type: 'customer.updated', data: { id: saved.id, changed, version, updatedAt } });
  return answer;
}

export async function archiveCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  seen: number | null,
): Promise<Customer> {
  const before = assertSeen(await lockCustomer(tx, id), seen);
  if (before.archived_at !== null) return presentCustomer(before);
  const row = { ...before, archived_at: now, version: before.version + 1, updated_at: now };
  await updateCustomer(tx, row);
  await noteStep(tx, actor, row, 'archived');
  await publish(tx, now, { type: 'customer.archived', data: { id: row.id, archivedAt: now.toISOString() } });
  return presentCustomer(row);
}

export async function unarchiveCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  seen: number | null,
): Promise<Customer> {
  const before = assertSeen(await lockCustomer(tx, id), seen);
  return saveCustomer(tx, actor, now, before, { ...before, archived_at: null }, 'unarchived');
}

/** A merged or erased customer can be read, but no longer changed. */
export function assertLive(row: CustomerRow | undefined): CustomerRow {
  if (row === undefined) throw notFound('customer');
  if (row.merged_into !== null) {
    throw conflict(`This customer was merged into ${row.merged_into}.`, { mergedInto: row.merged_into });
  }
  if (row.erased_at !== null) {
    throw conflict('This customer was erased.', { erasedAt: row.erased_at.toISOString() });
  }
  return row;
}

/** Asserts that the customer can be changed and still has the version that the caller saw; null matches any version. */
export function assertSeen(row: CustomerRow | undefined, seen: number | null): CustomerRow {
  const live = assertLive(row);
  assertVersion(seen, live.version);
  return live;
}

/** Locks in order of id, as a merge locks companies and their people. */
async function lockWithCompany(
  tx: Tx,
  id: string,
  companyId: string | undefined,
): Promise<CustomerRow | undefined> {
  const companyFirst = companyId !== undefined && companyId < id.toLowerCase();
  if (companyFirst) await assertCompany(tx, companyId);
  const row = await lockCustomer(tx, id);
  if (companyId !== undefined && !companyFirst) await assertCompany(tx, companyId);
  return row;
}

async function assertCompany(tx: Tx, id: string): Promise<void> {
  if (!(await lockCompany(tx, id))) throw notFound('company');
}

function assertConsistent(row: CustomerRow): void {
  const problems: Problem[] = [];
  if (row.type === 'company' && row.company_id !== null) {
    problems.push({ path: 'companyId', code: 'not_allowed', message: 'is for people, not for companies' });
  }
  const addresses: Customer['addresses'] = JSON.parse(row.addresses);
  for (const flag of ['defaultShipping', 'defaultBilling'] as const) {
    const [, second] = [...addresses.keys()].filter((index) => addresses[index]![flag]);
    if (second === undefined) continue;
    const path = `addresses[${second}].${flag}`;
    problems.push({ path, code: 'not_unique', message: 'must be true for at most one address' });
  }
  if (problems.length > 0) throw invalid(problems);
}
