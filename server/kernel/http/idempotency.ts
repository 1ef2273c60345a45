/** Idempotency-Key: the answer is stored in the transaction of the write it answers, and replayed for a day. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, badRequest } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { sha256 } from '#kernel/secrets.ts';
import type { AssertRoom } from '#kernel/usage.ts';

export const IDEMPOTENCY_HOURS = 24;

/** Smaller answers are kept however many there are: an order is not refused because of its key. */
const LARGE_ANSWER = 16_384;

export type IdempotentRequest = {
  key: string;
  method: string;
  path: string;
  query: string;
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

export function idempotentRequest(request: FastifyRequest, key: string): IdempotentRequest {
  return {
    key,
    method: request.method,
    path: request.url.split('?')[0]!,
    query: normalQuery(request.query as Record<string, unknown>),
    body: request.rawBody ?? Buffer.alloc(0),
    shownOnce: request.routeOptions.config.shownOnce ?? {},
  };
}

/** The query as validation left it, defaults filled in, whatever order it was sent in. A dry run keeps no answer. */
function normalQuery(query: Record<string, unknown>): string {
  const fields = Object.entries(query)
    .filter(([name, value]) => name !== 'dryRun' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length === 0 ? '' : JSON.stringify(fields);
}

/** By which a request is found again, and by which it is recognised as the same one. */
export function idempotencyDigests(request: IdempotentRequest) {
  const content = createHmac('sha256', request.key);
  if (request.query !== '') content.update(`${request.query}\0`);
  return {
    digest: sha256(`${request.method} ${request.path}\n${request.key}`),
    // Keyed with the client's key, which is not kept: from a plain digest, a password in the body could be guessed.
    bodyDigest: content.update(request.body).digest(),
  };
}

/** For the onSend of a route that may be called with a key. */
export const markReplayed: onSendHookHandler = (request, reply, payload, done) => {
  if (request.replayed) reply.header('idempotent-replayed', 'true');
  done(null, payload);
};

/** What a key stands for, and the name under which it is locked while its request runs. */
export type HeldKey = {
  actorId: string;
  digest: Buffer;
  bodyDigest: Buffer;
  lockName: string;
  now: Date;
  /** What was kept by then is forgotten. */
  oldest: Date;
};

export function heldKey(actor: Actor, request: IdempotentRequest, now: Date): HeldKey {
  const { digest, bodyDigest } = idempotencyDigests(request);
  return {
    actorId: actor.id,
    digest,
    bodyDigest,
    lockName: `idempotency:${actor.tenant.id}:${actor.id}:${digest.toString('hex')}`,
    now,
    oldest: new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000),
  };
}

export const keyInProgress = () =>
  new AppError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running. Repeat it in a moment.',
    undefined,
    { 'retry-after': '1' },
  );

export const keyReused = () =>
  new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request: with another body, or other options.',
  );

export async function runIdempotent<T>(
  tx: Tx,
  actor: Actor,
  request: IdempotentRequest,
  now: Date,
  work: () => Promise<T>,
  assertRoom: AssertRoom = async () => {},
): Promise<{ replayed: boolean; data: T }> {
  const { digest, bodyDigest, lockName, oldest } = heldKey(actor, request, now);
  // Tried first, in a statement of its own, and held until commit: whoever runs beside us gets an answer, not a
  // wait; and the look-up after it is sure to see what the last holder committed.
  const lock = await tx.query<{ free: boolean }>(LOCK, [lockName]);
  if (!lock.rows[0]!.free) throw keyInProgress();
  const { rows } = await tx.query<{ body_digest: Buffer; answer: string }>(FIND, [actor.id, digest, oldest]);
  const found = rows[0];
  if (found !== undefined) {
    if (!found.body_digest.equals(bodyDigest)) throw keyReused();
    return { replayed: true, data: new Verbatim(found.answer) as T };
  }
  const data = await work();
  const kept = stringifyJson(withoutSecrets(data, request.shownOnce));
  if (kept.length > LARGE_ANSWER) await assertRoom(tx, 'answers', kept.length);
  await tx.query(KEEP, [actor.tenant.id, actor.id, digest, bodyDigest, kept, now]);
  return { replayed: false, data };
}

/** As it may be shown again, or for something that never came to be. */
export function withoutSecrets<T>(data: T, shownOnce: IdempotentRequest['shownOnce'] = {}): T {
  const shown = { ...data } as Record<string, unknown>;
  for (const [field, redact] of Object.entries(shownOnce)) shown[field] = redact(String(shown[field]));
  return shown as T;
}

/** Where to go on; answers are looked through in order of who asked. */
export type ForgettingPlace = { actorId: string; digest: Buffer };

/**
 * Of kept answers in which one of these ids stands, only their own id remains: who repeats a request still cannot do it
 * twice, but learns nothing that was meant to be forgotten. Looks through some, and says where to go on; null at the end.
 */
export async function forgetAnswersAbout(
  tx: Tx,
  ids: string[],
  after: ForgettingPlace | null,
): Promise<ForgettingPlace | null> {
  const { rows } = await tx.query<ForgettingPlace & { isLast: boolean }>(FORGET, [
    ids,
    after?.actorId ?? null,
    after?.digest ?? null,
  ]);
  const last = rows[0];
  return last === undefined || last.isLast ? null : { actorId: last.actorId, digest: last.digest };
}

/** From now on no kept answer tells of these, whether it has been looked through or not. */
export async function startForgetting(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    `insert into idempotency_forgotten (tenant_id, subject_id)
     select current_tenant(), unnest($1::uuid[]) on conflict do nothing`,
    [ids],
  );
}

/** All answers have been looked through. */
export async function stopForgetting(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    'delete from idempotency_forgotten where tenant_id = current_tenant() and subject_id = any($1)',
    [ids],
  );
}

const LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free';

// By the key alone, and its age afterwards: otherwise the index by age might seem as good.
const FIND = `
  select body_digest, case when exists (
      select from idempotency_forgotten f
      where f.tenant_id = current_tenant() and position(f.subject_id::text in answer::text) > 0)
    then json_build_object('id', answer -> 'id') else answer end as answer
  from (
    select body_digest, answer, created_at from idempotency_keys
    where tenant_id = current_tenant() and actor_id = $1 and request_digest = $2 limit 1) kept
  where created_at > $3`;

// A row that is still there has outlived its day.
const KEEP = `
  insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, actor_id, request_digest) do update
    set body_digest = excluded.body_digest, answer = excluded.answer, created_at = excluded.created_at`;

/** So many answers are looked through at once, or so many bytes of them. */
const FORGOTTEN_AT_ONCE = 1_000;
const FORGOTTEN_BYTES = 4 * 1024 * 1024;

const FORGET = `
  with page as materialized (
    select actor_id, request_digest, pg_column_size(answer) as bytes from idempotency_keys
    where tenant_id = current_tenant()
      and ($2::uuid is null or (actor_id, request_digest) > ($2, $3::bytea))
    order by actor_id, request_digest limit ${FORGOTTEN_AT_ONCE}
  ),
  counted as materialized (
    select *, sum(bytes) over ahead - bytes as bytes_before, count(*) over () as found, row_number() over ahead as place
    from page window ahead as (order by actor_id, request_digest)
  ),
  looked as materialized (select * from counted where bytes_before < ${FORGOTTEN_BYTES}),
  forgotten as (
    update idempotency_keys k set answer = json_build_object('id', k.answer -> 'id')
    from looked l
    where k.tenant_id = current_tenant() and k.actor_id = l.actor_id and k.request_digest = l.request_digest
      and exists (select from unnest($1::text[]) id where position(id in k.answer::text) > 0)
  )
  select actor_id as "actorId", request_digest as digest, place = found and found < ${FORGOTTEN_AT_ONCE} as "isLast"
  from looked order by place desc limit 1`;
