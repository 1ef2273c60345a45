import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type LocationRow = {
  id: string;
  name: string;
  code: string;
  /** JSON. */
  address: string | null;
  priority: number;
  active: boolean;
  property_ids: string[];
  version: number;
  created_at: Date;
  updated_at: Date;
};

const LOCATIONS = `
  select id, name, code, address, priority, active, property_ids, version, created_at, updated_at
  from stock_locations where tenant_id = current_tenant()`;

export async function insertLocation(tx: Tx, row: LocationRow): Promise<void> {
  await tx.query(
    `insert into stock_locations (
       tenant_id, id, name, code, address, priority, active, property_ids, version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [...fieldsOf(row), row.created_at],
  );
}

const fieldsOf = (row: LocationRow) => [
  row.id,
  row.name,
  row.code,
  row.address,
  row.priority,
  row.active,
  row.property_ids,
  row.version,
];

export async function findLocation(tx: Tx, id: string): Promise<LocationRow | undefined> {
  const { rows } = await tx.query<LocationRow>(`${LOCATIONS} and id = $1`, [id]);
  return rows[0];
}

/** Locked until commit. */
export async function lockLocation(tx: Tx, id: string): Promise<LocationRow | undefined> {
  const { rows } = await tx.query<LocationRow>(`${LOCATIONS} and id = $1 for update`, [id]);
  return rows[0];
}

export const listLocations = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<LocationRow>(tx, LOCATIONS, [], limit, after);

export async function updateLocation(tx: Tx, row: LocationRow): Promise<void> {
  await tx.query(
    `update stock_locations set name = $2, code = $3, address = $4, priority = $5, active = $6, property_ids = $7,
       version = $8, updated_at = $9
     where tenant_id = current_tenant() and id = $1`,
    [...fieldsOf(row), row.updated_at],
  );
}

export async function deleteLocation(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from stock_locations where tenant_id = current_tenant() and id = $1', [id]);
}

/** The first SKUs with a level at the location; `stocked`: only levels that hold or promise something. */
export async function findSkusAt(tx: Tx, id: string, stocked: boolean, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ sku: string }>(
    `select i.sku from stock_levels l
     join inventory_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
     where l.tenant_id = current_tenant() and l.location_id = $1
       and (not $2 or l.on_hand <> 0 or l.reserved <> 0 or l.short <> 0)
     order by i.sku limit $3`,
    [id, stocked, most],
  );
  return rows.map(({ sku }) => sku);
}

/** Locks locations until commit, so that none is deactivated or deleted meanwhile. */
export async function holdLocations(tx: Tx, ids: string[]): Promise<Map<string, { active: boolean }>> {
  const { rows } = await tx.query<{ id: string; active: boolean }>(
    `select id, active from stock_locations
     where tenant_id = current_tenant() and id = any ($1::uuid[]) order by id for share`,
    [ids],
  );
  return new Map(rows.map(({ id, active }) => [id, { active }]));
}

/** The ids of the locations with these codes. */
export async function findLocationCodes(tx: Tx, codes: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ code: string; id: string }>(
    'select code, id from stock_locations where tenant_id = current_tenant() and code = any ($1::text[])',
    [codes],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}
