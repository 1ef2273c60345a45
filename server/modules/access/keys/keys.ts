/** API keys: `sk_live_<key id>_<secret>`. Only the hash of the secret is stored. */
import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '#kernel/audit.ts';
import { audit } from '#kernel/audit.ts';
import { type Actor, SCOPES, type Scope } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { assertNames } from '../staff/limits.ts';
import { insertKey, type KeyRow, lockKey, replaceKey, revokeKeyRow, updateKey } from './keys.sql.ts';

const KEY_ID_LENGTH = 8;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;
const FORMAT = /^sk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/;
const SECRET_AT = 'sk_live_'.length + KEY_ID_LENGTH + 1;

export type NewKey = {
  label: string;
  scopes: Scope[];
  contentTypes?: TypeRights | null;
  expiresAt?: string | null;
};
export type Rotation = { overlapHours: number; expiresAt?: string | null };

const HOUR = 3_600_000;

export function parseKey(token: string): { keyId: string; secret: string } | null {
  if (!FORMAT.test(token)) return null;
  return { keyId: token.slice(SECRET_AT - 1 - KEY_ID_LENGTH, SECRET_AT - 1), secret: token.slice(SECRET_AT) };
}

/** An unknown key id is compared too, with a hash that matches nothing, so that it takes the same time. */
export function secretMatches(secret: string, storedHash: Buffer | undefined): boolean {
  return timingSafeEqual(sha256(secret), storedHash ?? Buffer.alloc(32)) && storedHash !== undefined;
}

export async function createKey(
  tx: Tx,
  author: Author | Actor,
  now: Date,
  input: NewKey,
  replaces: string | null = null,
) {
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalid([{ path: 'expiresAt', code: 'too_small', message: 'must be in the future' }]);
  }
  const { contentTypes = null } = input;
  assertNames(contentTypes);
  const keyId = randomBase62(KEY_ID_LENGTH);
  const secret = randomBase62(SECRET_LENGTH);
  const row = await insertKey(tx, {
    id: newId(),
    keyId,
    secretHash: sha256(secret),
    label: input.label,
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    contentTypes,
    expiresAt,
    createdBy: author.name,
    replaces,
    now,
  });
  await audit(tx, author, now, {
    action: 'api_key.created',
    subjectType: 'api_key',
    subjectId: row.id,
    details: {
      ...{ label: row.label, keyId, scopes: row.scopes, expiresAt },
      ...(contentTypes && { contentTypes }),
      ...(replaces && { replaces }),
    },
  });
  return { ...presentKey(row), key: `sk_live_${keyId}_${secret}` };
}

/** The new label is in the audit log and in the actor from the next request on, and so are new limits. */
export async function changeKey(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  { label, contentTypes, seen }: { label?: string; contentTypes?: TypeRights | null; seen: number | null },
) {
  assertNames(contentTypes);
  const before = rowAtVersion(await lockKey(tx, id), seen, 'API key');
  const former = readRights(before.content_types);
  const wanted = { label: label ?? before.label, rights: contentTypes === undefined ? former : contentTypes };
  const isRenamed = wanted.label !== before.label;
  const isLimited = !isDeepStrictEqual(wanted.rights, former);
  if (!isRenamed && !isLimited) return presentKey(before);
  const row = await updateKey(tx, id, wanted.label, wanted.rights);
  const about = { subjectType: 'api_key', subjectId: id };
  if (isRenamed) {
    const details = { from: before.label, to: wanted.label };
    await audit(tx, actor, now, { action: 'api_key.renamed', ...about, details });
  }
  if (isLimited) {
    const details = { label: wanted.label, from: former, to: wanted.rights };
    await audit(tx, actor, now, { action: 'api_key.content_types_changed', ...about, details });
  }
  return presentKey(row);
}

const readRights = (stored: string | null): TypeRights | null => stored && JSON.parse(stored);

/**
 * Makes a key with the same label, scopes and content types. The former one ends after the overlap by its expiry, which every request checks, so no
 * background work has to be in time for it.
 */
export async function rotateKey(tx: Tx, actor: Actor, now: Date, id: string, input: Rotation) {
  const before = await lockKey(tx, id);
  if (before === undefined) throw notFound('API key');
  if (before.revoked_at !== null) throw conflict('This key is revoked. Create a new one.');
  if (before.expires_at !== null && before.expires_at <= now) {
    throw conflict('This key has expired. Create a new one.');
  }
  if (before.replaced_by !== null) {
    throw conflict('This key is being replaced already. Rotate the key that replaces it.', {
      replacedBy: before.replaced_by,
    });
  }
  const { expiresAt = renewedExpiry(before, now), overlapHours } = input;
  const contentTypes = readRights(before.content_types);
  const { label, scopes } = before;
  const made = await createKey(tx, actor, now, { label, scopes, contentTypes, expiresAt }, id);
  const endsAt = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * HOUR);
  const former = await replaceKey(tx, id, { id: made.id, endsAt, now });
  await audit(tx, actor, now, {
    action: 'api_key.rotated',
    subjectType: 'api_key',
    subjectId: id,
    details: { label: before.label, replacedBy: made.id, overlapHours, endsAt: former.expires_at },
  });
  return { ...made, former: presentKey(former) };
}

/** The new key lives as long as the former one was meant to. */
function renewedExpiry({ created_at, expires_at }: KeyRow, now: Date): string | null {
  if (expires_at === null) return null;
  return new Date(now.getTime() + expires_at.getTime() - created_at.getTime()).toISOString();
}

/** Takes effect on the next request, in every process: each request looks its key up. Revoking twice changes nothing. */
export async function revokeKey(tx: Tx, author: Author | Actor, now: Date, id: string) {
  const outcome = await revokeKeyRow(tx, id, now);
  if (outcome === null) throw notFound('API key');
  if (outcome.changed) {
    await audit(tx, author, now, {
      action: 'api_key.revoked',
      subjectType: 'api_key',
      subjectId: id,
      details: { label: outcome.label },
    });
  }
  return { id, deleted: true as const };
}

export const presentKey = (row: KeyRow) => ({
  id: row.id,
  keyId: row.key_id,
  label: row.label,
  scopes: row.scopes,
  contentTypes: readRights(row.content_types),
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  version: row.version,
  replaces: row.replaces,
  replacedBy: row.replaced_by,
});
