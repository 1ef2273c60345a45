import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { keyTable } from '../keys/table.sql.ts';

export type StorefrontKeyRow = {
  id: string;
  key_id: string;
  label: string;
  property_id: string;
  content_types: string[];
  cache_seconds: number;
  created_at: Date;
  created_by: string;
  revoked_at: Date | null;
  last_used_at: Date | null;
  version: number;
};

const COLUMNS =
  'id, key_id, label, property_id, content_types, cache_seconds, created_at, created_by, revoked_at, last_used_at, version';

export const {
  find: findStorefrontKey,
  lock: lockStorefrontKey,
  revoke: revokeStorefrontKeyRow,
  labels: findStorefrontKeyLabels,
  markUsed: markStorefrontKeysUsed,
} = keyTable<StorefrontKeyRow>('storefront_keys', COLUMNS);

export type NewStorefrontKey = {
  label: string;
  propertyId: string;
  contentTypes: string[];
  cacheSeconds: number;
};

export async function insertStorefrontKey(
  tx: Tx,
  key: NewStorefrontKey & { id: string; keyId: string; createdBy: string; now: Date },
): Promise<StorefrontKeyRow> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `insert into storefront_keys
       (tenant_id, id, key_id, label, property_id, content_types, cache_seconds, created_at, created_by)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [
      ...[key.id, key.keyId, key.label, key.propertyId, key.contentTypes],
      ...[key.cacheSeconds, key.now, key.createdBy],
    ],
  );
  return rows[0]!;
}

export async function updateStorefrontKey(
  tx: Tx,
  id: string,
  { label, contentTypes, cacheSeconds }: Omit<NewStorefrontKey, 'propertyId'>,
): Promise<StorefrontKeyRow> {
  const { rows } = await tx.query<StorefrontKeyRow>(
    `update storefront_keys set label = $2, content_types = $3, cache_seconds = $4, version = version + 1
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, label, contentTypes, cacheSeconds],
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
