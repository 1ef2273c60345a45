/** Locations: the places where stock is, in the order in which it is taken. */
import { isDeepStrictEqual } from 'node:util';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { type Tx, violates } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { AppError, conflict, invalid } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import type { LocationChange, NewLocation } from '../fields.ts';
import {
  deleteLocation,
  findSkusAt,
  insertLocation,
  type LocationRow,
  lockLocation,
  updateLocation,
} from './locations.sql.ts';

/** A line that no single location can serve reads all of them. */
export const MAX_LOCATIONS = 100;
const SKUS_SHOWN = 10;

/** Returns false if there is no such property; locks it until commit. A function of the properties. */
export type HoldProperty = (tx: Tx, id: string) => Promise<boolean>;

export async function createLocation(
  tx: Tx,
  actor: Actor,
  now: Date,
  input: NewLocation,
  hold: HoldProperty,
) {
  await assertBelowLimit(tx, { table: 'stock_locations', most: MAX_LOCATIONS, plural: 'locations' });
  await assertProperties(tx, input.propertyIds ?? [], [], hold);
  const row: LocationRow = {
    id: newId(),
    name: input.name,
    code: input.code,
    address: input.address ? JSON.stringify(input.address) : null,
    priority: input.priority ?? 0,
    active: input.active ?? true,
    property_ids: input.propertyIds ?? [],
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertLocation(tx, row).catch(translated(row));
  await record(tx, actor, now, 'location.created', row);
  return presentLocation(row);
}

export async function changeLocation(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  change: LocationChange,
  seen: number | null,
  hold: HoldProperty,
) {
  const before = rowAtVersion(await lockLocation(tx, id), seen, 'location');
  await assertProperties(tx, change.propertyIds ?? [], before.property_ids, hold);
  const after: LocationRow = {
    ...before,
    name: change.name ?? before.name,
    code: change.code ?? before.code,
    address: change.address === undefined ? before.address : change.address && JSON.stringify(change.address),
    priority: change.priority ?? before.priority,
    active: change.active ?? before.active,
    property_ids: change.propertyIds ?? before.property_ids,
  };
  if (isDeepStrictEqual(before, after)) return presentLocation(before);
  if (before.active && !after.active) await assertEmpty(tx, id, true);
  Object.assign(after, { version: before.version + 1, updated_at: now });
  await updateLocation(tx, after).catch(translated(after));
  await record(tx, actor, now, 'location.updated', after);
  return presentLocation(after);
}

/** The ledger names the location for ever, so a location that has ever had stock can only be deactivated. */
export async function removeLocation(tx: Tx, actor: Actor, now: Date, id: string, seen: number | null) {
  const row = rowAtVersion(await lockLocation(tx, id), seen, 'location');
  await assertEmpty(tx, id, false);
  await deleteLocation(tx, id);
  await record(tx, actor, now, 'location.deleted', row);
  return { id: row.id, deleted: true as const };
}

/** Ids that the location had before are not looked up again. */
async function assertProperties(tx: Tx, ids: string[], before: string[], hold: HoldProperty): Promise<void> {
  const missing = new Set<string>();
  for (const id of [...new Set(ids)].sort()) {
    if (!before.includes(id) && !(await hold(tx, id))) missing.add(id);
  }
  if (missing.size === 0) return;
  const message = 'must be the id of a property that exists';
  throw invalid(
    ids.flatMap((id, index) =>
      missing.has(id) ? [{ path: `propertyIds[${index}]`, code: 'not_found', message }] : [],
    ),
  );
}

async function assertEmpty(tx: Tx, id: string, stocked: boolean): Promise<void> {
  const skus = await findSkusAt(tx, id, stocked, SKUS_SHOWN);
  if (skus.length === 0) return;
  const message = stocked
    ? 'The location has stock or reservations. Transfer or count them first.'
    : 'The ledger has movements at this location. Deactivate it instead.';
  throw new AppError('in_use', message, { usedBy: [{ what: 'items', first: skus }] });
}

const translated = (row: LocationRow) => (error: unknown) => {
  if (!violates(error, 'location_code_is_unique_in_tenant')) throw error;
  throw conflict(`There is a location with the code "${row.code}" already.`, { code: row.code });
};

function record(tx: Tx, actor: Actor, now: Date, action: string, row: LocationRow): Promise<void> {
  const { name, code, priority, active } = row;
  const details = { name, code, priority, active };
  return audit(tx, actor, now, { action, subjectType: 'location', subjectId: row.id, details });
}

export const presentLocation = (row: LocationRow) => ({
  id: row.id,
  name: row.name,
  code: row.code,
  address: row.address === null ? null : (JSON.parse(row.address) as Record<string, string | null>),
  priority: row.priority,
  active: row.active,
  propertyIds: row.property_ids,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
