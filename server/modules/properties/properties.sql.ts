import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type PropertyRow = {
  id: string;
  name: string;
  locales: string[];
  domains: string[];
  is_default: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const DOMAINS = `array(
  select domain from property_domains d where d.tenant_id = p.tenant_id and d.property_id = p.id order by place)`;
const PROPERTIES = `
  select id, name, locales, ${DOMAINS} as domains, is_default, version, created_at, updated_at
  from properties p where tenant_id = current_tenant()`;

export async function insertProperty(tx: Tx, row: PropertyRow): Promise<void> {
  await tx.query(
    `insert into properties (tenant_id, id, name, locales, is_default, version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $6)`,
    [row.id, row.name, row.locales, row.is_default, row.version, row.created_at],
  );
}

/** Returns false when there is one already; waits for a concurrent insert. */
export async function insertDefaultProperty(tx: Tx, id: string, name: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into properties (tenant_id, id, name, is_default, created_at, updated_at)
     values (current_tenant(), $1, $2, true, $3, $3) on conflict (tenant_id) where is_default do nothing`,
    [id, name, now],
  );
  return rowCount > 0;
}

export async function findDefaultProperty(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from properties where tenant_id = current_tenant() and is_default',
  );
  return rows[0]?.id;
}

export async function findProperty(tx: Tx, id: string): Promise<PropertyRow | undefined> {
  const { rows } = await tx.query<PropertyRow>(`${PROPERTIES} and id = $1`, [id]);
  return rows[0];
}

/** The names of the tenant's properties among these. */
export async function findPropertyNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id, name from properties where tenant_id = current_tenant() and id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns whether the property exists; it cannot be deleted until commit. */
export async function holdProperty(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from properties where tenant_id = current_tenant() and id = $1 for key share',
    [id],
  );
  return rowCount > 0;
}

/** Locked until commit. */
export async function lockProperty(tx: Tx, id: string): Promise<PropertyRow | undefined> {
  const { rows } = await tx.query<PropertyRow>(`${PROPERTIES} and id = $1 for update`, [id]);
  return rows[0];
}

export const listProperties = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<PropertyRow>(tx, PROPERTIES, [], limit, after);

export async function updateProperty(tx: Tx, row: PropertyRow): Promise<void> {
  await tx.query(
    `update properties set name = $2, locales = $3, is_default = $4, version = $5, updated_at = $6
     where tenant_id = current_tenant() and id = $1`,
    [row.id, row.name, row.locales, row.is_default, row.version, row.updated_at],
  );
}

/** Clears the current default, so that another property can become it in the same transaction. */
export async function clearDefault(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `update properties set is_default = false, version = version + 1, updated_at = $1
     where tenant_id = current_tenant() and is_default`,
    [now],
  );
}

/** Domains that stay keep their proof. */
export async function replaceDomains(tx: Tx, propertyId: string, domains: string[]): Promise<void> {
  await tx.query(
    `with gone as (
       delete from property_domains
       where tenant_id = current_tenant() and property_id = $1 and domain <> all ($2::text[]))
     insert into property_domains (tenant_id, property_id, domain, place)
     select current_tenant(), $1, domain, place from unnest($2::text[]) with ordinality as d (domain, place)
     on conflict (tenant_id, property_id, domain) do update set place = excluded.place`,
    [propertyId, domains],
  );
}

export async function deleteProperty(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from properties where tenant_id = current_tenant() and id = $1', [id]);
}

/**
 * Marks what visitors are served as changed in this transaction. Until it commits, no other transaction can. `isAgain`: this one
 * has done so before, so the former version is its own and may never be committed. The setting goes back with a savepoint, as the
 * version does.
 */
export async function advanceServed(
  tx: Tx,
  id: string,
): Promise<{ version: number; domains: string[]; isAgain: boolean } | undefined> {
  const { rows } = await tx.query<{ version: number; domains: string[]; isAgain: boolean }>(
    `with earlier as materialized (select coalesce(current_setting('app.advanced', true), '') as ids)
     update properties p set served_version = served_version + 1 from earlier
     where p.tenant_id = current_tenant() and p.id = $1
     returning p.served_version as version, ${DOMAINS} as domains, strpos(earlier.ids, p.id::text) > 0 as "isAgain",
       set_config('app.advanced', case when strpos(earlier.ids, p.id::text) > 0 then earlier.ids
         else earlier.ids || ' ' || p.id::text end, true) as noted`,
    [id],
  );
  return rows[0];
}
