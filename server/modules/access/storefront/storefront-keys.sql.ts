import type { Db, Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type StorefrontKeyRow = {
  id: string;
  key_id: string;
  label: string;
  property_id: string;
  created_at: Date;
  created_by: string;
  revoked_at: Date | null;
  last_used_at: Date | null;
  version: number;
};

const COLUMNS = 'id, key_id, label, property_id, created_at, created_by, revoked_at, last_used_at, version';

export async function insertStorefrontKey(
  tx: Tx,
  key: { id: string; keyId: string; label: string; propertyId: string; createdBy: string; now: Date },
): Promise<StorefrontKeyRow> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `insert into storefront_keys (tenant_id, id, key_id, label, property_id, created_at, created_by)
     values (current_tenant(), $1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [key.id, key.keyId, key.label, key.propertyId, key.now, key.createdBy],
  );
  return rows[0]!;
}

export type StorefrontKeyFilter = {
  propertyId?: string | undefined;
  state?: 'active' | 'revoked' | undefined;
};

export const listStorefrontKeys = (
  tx: Tx,
  { propertyId, state }: StorefrontKeyFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<StorefrontKeyRow>(
    tx,
    `select ${COLUMNS} from storefront_keys
     where tenant_id = current_tenant() and ($1::uuid is null or property_id = $1)
       and ($2::text is null or ($2 = 'revoked') = (revoked_at is not null))`,
    [propertyId ?? null, state ?? null],
    limit,
    after,
  );

export async function findStorefrontKey(tx: Tx, id: string): Promise<StorefrontKeyRow | undefined> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `select ${COLUMNS} from storefront_keys where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks the key until the end of the transaction. */
export async function lockStorefrontKey(tx: Tx, id: string): Promise<StorefrontKeyRow | undefined> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `select ${COLUMNS} from storefront_keys where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return rows[0];
}

export async function relabelStorefrontKey(tx: Tx, id: string, label: string): Promise<StorefrontKeyRow> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `update storefront_keys set label = $2, version = version + 1
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, label],
  );
  return rows[0]!;
}

/** Null when there is no such key; `changed` is false when it was revoked before. */
export async function revokeStorefrontKeyRow(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ changed: boolean; label: string } | null> {
  const { rows } = await tx.query<{ changed: boolean; label: string }>(
    `with revoked as (
       update storefront_keys set revoked_at = $2, version = version + 1
       where tenant_id = current_tenant() and id = $1 and revoked_at is null returning id)
     select exists (select from revoked) as changed, label from storefront_keys
     where tenant_id = current_tenant() and id = $1`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** The keys of a property that work, for its deletion: their number, and the labels of the first. */
export async function countStorefrontKeys(
  tx: Tx,
  propertyId: string,
): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] }>(
    `select count(*)::int as count, coalesce((array_agg(label order by created_at))[1:10], '{}') as first
     from storefront_keys where tenant_id = current_tenant() and property_id = $1 and revoked_at is null`,
    [propertyId],
  );
  return rows[0]!;
}

/** The labels of the tenant's storefront keys among these. */
export async function findStorefrontKeyLabels(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; label: string }>(
    'select id, label from storefront_keys where tenant_id = current_tenant() and id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Skips a key that is being written at this moment: two processes with the same keys must not wait for each other. */
export async function markStorefrontKeysUsed(
  db: Db,
  uses: { id: string; tenantId: string; at: Date }[],
): Promise<void> {
  await db.identityQuery(
    `update storefront_keys k set last_used_at = due.at
     from (
       select k.tenant_id, k.id, u.at
       from storefront_keys k
       join unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u (tenant_id, id, at)
         on k.tenant_id = u.tenant_id and k.id = u.id
       where k.last_used_at is null or k.last_used_at < u.at
       for update of k skip locked) due
     where k.tenant_id = due.tenant_id and k.id = due.id`,
    [uses.map((use) => use.tenantId), uses.map((use) => use.id), uses.map((use) => use.at)],
  );
}
