/** API keys: `sk_live_<key id>_<secret>`. Only the hash of the secret is stored. */
import { timingSafeEqual } from 'node:crypto';
import type { Author } from '#kernel/audit.ts';
import { audit } from '#kernel/audit.ts';
import { type Actor, SCOPES, type Scope } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { insertKey, type KeyRow, revokeKeyRow } from './keys.sql.ts';

const KEY_ID_LENGTH = 8;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;
const FORMAT = /^sk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/;
const SECRET_AT = 'sk_live_'.length + KEY_ID_LENGTH + 1;

export type NewKey = { label: string; scopes: Scope[]; expiresAt?: string | null };

export function parseKey(token: string): { keyId: string; secret: string } | null {
  if (!FORMAT.test(token)) return null;
  return { keyId: token.slice(SECRET_AT - 1 - KEY_ID_LENGTH, SECRET_AT - 1), secret: token.slice(SECRET_AT) };
}

/** An unknown key id is compared too, with a hash that matches nothing, so that it takes the same time. */
export function secretMatches(secret: string, storedHash: Buffer | undefined): boolean {
  return timingSafeEqual(sha256(secret), storedHash ?? Buffer.alloc(32)) && storedHash !== undefined;
}

export async function createKey(tx: Tx, author: Author | Actor, now: Date, input: NewKey) {
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalid([{ path: 'expiresAt', code: 'too_small', message: 'must be in the future' }]);
  }
  const keyId = randomBase62(KEY_ID_LENGTH);
  const secret = randomBase62(SECRET_LENGTH);
  const row = await insertKey(tx, {
    id: newId(),
    keyId,
    secretHash: sha256(secret),
    label: input.label,
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    expiresAt,
    createdBy: author.name,
    now,
  });
  await audit(tx, author, now, {
    action: 'api_key.created',
    subjectType: 'api_key',
    subjectId: row.id,
    details: { label: row.label, keyId, scopes: row.scopes, expiresAt },
  });
  return { ...presentKey(row), key: `sk_live_${keyId}_${secret}` };
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
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
