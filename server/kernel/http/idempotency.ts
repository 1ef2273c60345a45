/** Idempotency-Key: the answer is stored in the transaction of the write it answers, and replayed for a day. */
import { createHmac } from 'node:crypto';
import type { onSendHookHandler } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, badRequest } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/verbatim.ts';
import { sha256 } from '#kernel/secrets.ts';

export const IDEMPOTENCY_HOURS = 24;

export type IdempotentRequest = {
  key: string;
  method: string;
  path: string;
  body: Buffer;
  shownOnce: Record<string, (secret: string) => string | null>;
};

export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (
    typeof header !== 'string' ||
    header.length < 1 ||
    header.length > 255 ||
    !/^[\x20-\x7e]+$/.test(header)
  ) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return header;
}

/** For the onSend of a route that may be called with a key. */
export const tellReplayed: onSendHookHandler = (request, reply, payload, done) => {
  if (request.replayed) reply.header('idempotent-replayed', 'true');
  done(null, payload);
};

export async function once<T>(
  tx: Tx,
  actor: Actor,
  request: IdempotentRequest,
  now: Date,
  work: () => Promise<T>,
): Promise<{ replayed: boolean; data: T }> {
  const digest = sha256(`${request.method} ${request.path}\n${request.key}`);
  // Keyed with the client's key, which is not kept: from a plain digest, a password in the body could be guessed.
  const bodyDigest = createHmac('sha256', request.key).update(request.body).digest();
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  const lockName = `idempotency:${actor.tenant.id}:${actor.id}:${digest.toString('hex')}`;
  // Tried first, in a statement of its own, and held until commit: whoever runs beside us gets an answer, not a
  // wait; and the look-up after it is sure to see what the last holder committed.
  const lock = await tx.query<{ free: boolean }>(LOCK, [lockName]);
  if (!lock.rows[0]!.free) {
    throw new AppError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running. Repeat it in a moment.',
      undefined,
      { 'retry-after': '1' },
    );
  }
  const { rows } = await tx.query<{ body_digest: Buffer; answer: string }>(FIND, [actor.id, digest, oldest]);
  const found = rows[0];
  if (found !== undefined) {
    if (!found.body_digest.equals(bodyDigest)) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request: with another body, or other options.',
      );
    }
    return { replayed: true, data: new Verbatim(found.answer) as T };
  }
  const data = await work();
  const kept = { ...data } as Record<string, unknown>;
  for (const [field, redact] of Object.entries(request.shownOnce)) kept[field] = redact(String(kept[field]));
  const values = [actor.tenant.id, actor.id, digest, bodyDigest, stringifyJson(kept), now];
  await tx.query(KEEP, values);
  return { replayed: false, data };
}

/**
 * Of kept answers in which one of these ids stands, only their own id remains: who repeats a request still cannot do it
 * twice, but learns nothing that was meant to be forgotten.
 */
export async function forgetAnswersAbout(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(FORGET, [ids]);
}

const LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free';

const FIND = `
  select body_digest, answer from idempotency_keys
  where tenant_id = current_tenant() and actor_id = $1 and request_digest = $2 and created_at > $3`;

// A row that is still there has outlived its day.
const KEEP = `
  insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, actor_id, request_digest) do update
    set body_digest = excluded.body_digest, answer = excluded.answer, created_at = excluded.created_at`;

const FORGET = `
  update idempotency_keys set answer = json_build_object('id', answer -> 'id')
  where tenant_id = current_tenant() and exists (select from unnest($1::text[]) id where position(id in answer::text) > 0)`;
