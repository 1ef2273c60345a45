import type { Scope } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { keyTable } from './table.sql.ts';

export type KeyRow = {
  id: string;
  key_id: string;
  label: string;
  scopes: Scope[];
  /** JSON of TypeRights; null: every type. */
  content_types: string | null;
  expires_at: Date | null;
  created_at: Date;
  created_by: string;
  revoked_at: Date | null;
  last_used_at: Date | null;
  version: number;
  replaces: string | null;
  replaced_by: string | null;
};

const COLUMNS =
  'id, key_id, label, scopes, content_types::text, expires_at, created_at, created_by, revoked_at, last_used_at, version, replaces, replaced_by';

export const {
  find: findKey,
  lock: lockKey,
  revoke: revokeKeyRow,
  labels: findKeyLabels,
  markUsed: markKeysUsed,
} = keyTable<KeyRow>('api_keys', COLUMNS);

const jsonOf = (rights: TypeRights | null) => (rights === null ? null : JSON.stringify(rights));

export async function updateKey(
  tx: Tx,
  id: string,
  label: string,
  contentTypes: TypeRights | null,
): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `update api_keys set label = $2, content_types = $3, version = version + 1
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, label, jsonOf(contentTypes)],
  );
  return rows[0]!;
}

export async function insertKey(
  tx: Tx,
  key: {
    id: string;
    keyId: string;
    secretHash: Buffer;
    label: string;
    scopes: string[];
    contentTypes: TypeRights | null;
    expiresAt: Date | null;
    createdBy: string;
    replaces: string | null;
    now: Date;
  },
): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `insert into api_keys (tenant_id, id, key_id, secret_hash, label, scopes, expires_at, created_at, created_by,
       replaces, content_types)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
    [
      ...[key.id, key.keyId, key.secretHash, key.label, key.scopes],
      ...[key.expiresAt, key.now, key.createdBy, key.replaces, jsonOf(key.contentTypes)],
    ],
  );
  return rows[0]!;
}

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyFilter = { state?: (typeof KEY_STATES)[number] | undefined; scope?: string | undefined };

export const listKeys = (
  tx: Tx,
  now: Date,
  { state, scope }: KeyFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<KeyRow>(
    tx,
    `select ${COLUMNS} from api_keys
     where tenant_id = current_tenant() and ($1::text is null or $1 = any (scopes))
       and ($2::text is null or $2 = case when revoked_at is not null then 'revoked'
                                          when expires_at <= $3 then 'expired' else 'active' end)`,
    [scope ?? null, state ?? null, now],
    limit,
    after,
  );

export async function findExpiring(
  tx: Tx,
  now: Date,
  before: Date,
  limit: number,
): Promise<{ id: string; label: string; expires_at: Date }[]> {
  const { rows } = await tx.query<{ id: string; label: string; expires_at: Date }>(
    `select id, label, expires_at from api_keys
     where tenant_id = current_tenant() and revoked_at is null and replaced_by is null and expires_at > $1 and expires_at < $2
     order by expires_at, id limit $3`,
    [now, before, limit],
  );
  return rows;
}

export async function hasKeys(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ any: boolean }>(
    'select exists (select from api_keys where tenant_id = current_tenant()) as any',
  );
  return rows[0]!.any;
}

/** The former key of a rotation ends at `endsAt`, or earlier if it expires earlier; at once if `endsAt` is null. */
export async function replaceKey(
  tx: Tx,
  id: string,
  by: { id: string; endsAt: Date | null; now: Date },
): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `update api_keys set replaced_by = $2, expires_at = least(expires_at, $3),
       revoked_at = case when $3::timestamptz is null then $4::timestamptz end, version = version + 1
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, by.id, by.endsAt, by.now],
  );
  return rows[0]!;
}

/** Finds a key by id, or by its public part; for operators, who may see every tenant. */
export async function findKeyOwner(
  db: Db,
  id: string,
): Promise<{ tenant_id: string; id: string } | undefined> {
  const { rows } = await db.identityQuery<{ tenant_id: string; id: string }>(
    'select tenant_id, id from api_keys where id::text = lower($1) or key_id = $1',
    [id],
  );
  return rows[0];
}
