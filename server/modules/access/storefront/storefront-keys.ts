/** Storefront keys: `pk_live_<8 characters>`. They have no secret, belong to one property, and open the storefront alone. */
import { isDeepStrictEqual } from 'node:util';
import { type Author, audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62 } from '#kernel/secrets.ts';
import {
  insertStorefrontKey,
  lockStorefrontKey,
  type NewStorefrontKey,
  revokeStorefrontKeyRow,
  type StorefrontKeyRow,
  updateStorefrontKey,
} from './storefront-keys.sql.ts';

const KEY_ID_LENGTH = 8;

/** Returns whether the property exists; it is not deleted until the end of the transaction. */
export type HoldProperty = (tx: Tx, propertyId: string) => Promise<boolean>;

type WantedKey = Pick<NewStorefrontKey, 'label' | 'propertyId'> & Partial<NewStorefrontKey>;

export async function createStorefrontKey(
  tx: Tx,
  author: Author | Actor,
  now: Date,
  { label, propertyId, contentTypes = [], cacheSeconds = 0 }: WantedKey,
  holdProperty: HoldProperty,
) {
  if (!(await holdProperty(tx, propertyId))) throw notFound('property');
  const keyId = randomBase62(KEY_ID_LENGTH);
  const row = await insertStorefrontKey(tx, {
    ...{ id: newId(), keyId, label, propertyId, contentTypes, cacheSeconds, now },
    createdBy: author.name,
  });
  await audit(tx, author, now, {
    action: 'storefront_key.created',
    subjectType: 'storefront_key',
    subjectId: row.id,
    details: { label, keyId, propertyId, contentTypes, cacheSeconds },
  });
  return presentStorefrontKey(row);
}

export async function changeStorefrontKey(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  change: Partial<Omit<NewStorefrontKey, 'propertyId'>> & { seen: number | null },
) {
  const before = rowAtVersion(await lockStorefrontKey(tx, id), change.seen, 'storefront key');
  const {
    label = before.label,
    contentTypes = before.content_types,
    cacheSeconds = before.cache_seconds,
  } = change;
  const isRenamed = label !== before.label;
  const isReadable = !isDeepStrictEqual(contentTypes, before.content_types);
  const isKept = cacheSeconds !== before.cache_seconds;
  if (!isRenamed && !isReadable && !isKept) return presentStorefrontKey(before);
  const row = await updateStorefrontKey(tx, id, { label, contentTypes, cacheSeconds });
  const about = { subjectType: 'storefront_key', subjectId: id };
  if (isRenamed) {
    const details = { from: before.label, to: label };
    await audit(tx, actor, now, { action: 'storefront_key.renamed', ...about, details });
  }
  if (isReadable) {
    const details = { from: before.content_types, to: contentTypes };
    await audit(tx, actor, now, { action: 'storefront_key.content_changed', ...about, details });
  }
  if (isKept) {
    const details = { from: before.cache_seconds, to: cacheSeconds };
    await audit(tx, actor, now, { action: 'storefront_key.caching_changed', ...about, details });
  }
  return presentStorefrontKey(row);
}

/** Takes effect on the next request, in every process: each request looks its key up. Revoking twice changes nothing. */
export async function revokeStorefrontKey(tx: Tx, author: Author | Actor, now: Date, id: string) {
  const outcome = await revokeStorefrontKeyRow(tx, id, now);
  if (outcome === null) throw notFound('storefront key');
  if (outcome.changed) {
    await audit(tx, author, now, {
      action: 'storefront_key.revoked',
      subjectType: 'storefront_key',
      subjectId: id,
      details: { label: outcome.label },
    });
  }
  return { id, deleted: true as const };
}

export const presentStorefrontKey = (row: StorefrontKeyRow) => ({
  id: row.id,
  key: `pk_live_${row.key_id}`,
  label: row.label,
  propertyId: row.property_id,
  contentTypes: row.content_types,
  cacheSeconds: row.cache_seconds,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  version: row.version,
});
