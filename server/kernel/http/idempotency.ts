/** Idempotency-Key: the answer is stored in the transaction of the write it answers, and replayed for a day. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, badRequest } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { sha256 } from '#kernel/secrets.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { ANSWERS } from '#kernel/usage-kinds.ts';

export const IDEMPOTENCY_HOURS = 24;

/** Smaller answers do not count against the quota: an order is not refused because of its key. */
const LARGE_ANSWER = 16_384;

/**
 * The keys of two callers have nothing to do with each other. A shopper's id is that of the key, cart or session, and its content types
 * are a list, which is in no answer.
 */
export type Caller = { id: string; tenant: { id: string }; contentTypes?: TypeRights | string[] | null };

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

/** The query after validation: defaults filled in, independent of the order it was sent in. A dry run stores no answer. */
function normalQuery(query: Record<string, unknown>): string {
  const fields = Object.entries(query)
    .filter(([name, value]) => name !== 'dryRun' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length === 0 ? '' : JSON.stringify(fields);
}

/** One digest identifies the request; the other verifies that a repeated one has the same content. */
export function idempotencyDigests(
  request: IdempotentRequest,
  { contentTypes }: Pick<Caller, 'contentTypes'>,
) {
  // With the key as text, Node 24 takes four times as long.
  const content = createHmac('sha256', createSecretKey(Buffer.from(request.key)));
  if (request.query !== '') content.update(`${request.query}\0`);
  // No answer from before a limit is repeated to a caller who has it.
  if (contentTypes && !Array.isArray(contentTypes)) content.update(`${JSON.stringify(contentTypes)}\0`);
  return {
    digest: sha256(`${request.method} ${request.path}\n${request.key}`),
    // Keyed with the client's key, which is not stored: a plain digest would allow guesses of a password in the body.
    bodyDigest: content.update(request.body).digest(),
  };
}

/** For the onSend of a route that may be called with a key. */
export const markReplayed: onSendHookHandler = (request, reply, payload, done) => {
  if (request.replayed) reply.header('idempotent-replayed', 'true');
  done(null, payload);
};

/** The digests of a key, and the name of its lock while the request runs. */
export type HeldKey = {
  actorId: string;
  digest: Buffer;
  bodyDigest: Buffer;
  lockName: string;
  now: Date;
  /** Answers that were stored before this time have expired. */
  oldest: Date;
};

export function heldKey(actor: Caller, request: IdempotentRequest, now: Date): HeldKey {
  const { digest, bodyDigest } = idempotencyDigests(request, actor);
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
    'This Idempotency-Key was used for another request: with another body, other options, or other rights.',
  );

/**
 * A repeated request of a shopper computes its answer anew from the few fields that are stored. So its bearer is checked again, no
 * person's data outlives the row that has it, and no stranger fills the store.
 */
export type Repeat<T, Kept = unknown> = {
  keep(data: T): Kept;
  again(tx: Tx, kept: Kept): Promise<T>;
};

export async function runIdempotent<T>(
  tx: Tx,
  actor: Caller,
  request: IdempotentRequest,
  now: Date,
  work: () => Promise<T>,
  assertRoom: AssertRoom = async () => {},
  repeat?: Repeat<T>,
): Promise<{ replayed: boolean; data: T }> {
  const { digest, bodyDigest, lockName, oldest } = heldKey(actor, request, now);
  // Tries the lock first, in a separate statement, and keeps it until commit: a concurrent request with the same key gets an
  // error at once instead of a wait, and the look-up after it sees everything that the last holder committed.
  const lock = await tx.query<{ free: boolean }>(LOCK, [lockName]);
  if (!lock.rows[0]!.free) throw keyInProgress();
  const { rows } = await tx.query<{ body_digest: Buffer; answer: string }>(FIND, [actor.id, digest, oldest]);
  const found = rows[0];
  if (found !== undefined) {
    if (!found.body_digest.equals(bodyDigest)) throw keyReused();
    if (repeat === undefined) return { replayed: true, data: new Verbatim(found.answer) as T };
    return { replayed: true, data: await repeat.again(tx, JSON.parse(found.answer)) };
  }
  const data = await work();
  const kept = stringifyJson(repeat ? repeat.keep(data) : withoutSecrets(data, request.shownOnce));
  if (kept.length > LARGE_ANSWER) await assertRoom(tx, ANSWERS, kept.length);
  await tx.query(KEEP, [actor.tenant.id, actor.id, digest, bodyDigest, kept, now]);
  return { replayed: false, data };
}

/** The answer without its secrets: for a replay, or for a dry run. */
export function withoutSecrets<T>(data: T, shownOnce: IdempotentRequest['shownOnce'] = {}): T {
  if (Object.keys(shownOnce).length === 0) return data;
  const shown = { ...data } as Record<string, unknown>;
  for (const [field, redact] of Object.entries(shownOnce)) shown[field] = redact(String(shown[field]));
  return shown as T;
}

/** The position of the last answer that was scanned; answers are scanned in order of their actors. */
export type ForgettingPlace = { actorId: string; digest: Buffer };

/**
 * Reduces stored answers that contain one of these ids to their own id: a repeated request still does not run twice, but returns
 * no erased data. Scans a batch of answers and returns the position to continue from; null at the end.
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

/** From now on no replay contains these ids, whether its answer has been scanned already or not. */
export async function startForgetting(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    `insert into idempotency_forgotten (tenant_id, subject_id)
     select current_tenant(), unnest($1::uuid[]) on conflict do nothing`,
    [ids],
  );
}

/** Call it after all answers have been scanned. */
export async function stopForgetting(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    'delete from idempotency_forgotten where tenant_id = current_tenant() and subject_id = any($1)',
    [ids],
  );
}

const LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free';

// Finds the row by its key and checks its age afterwards: otherwise the planner might choose the index by age.
const FIND = `
  select body_digest, case when exists (
      select from idempotency_forgotten f
      where f.tenant_id = current_tenant() and position(f.subject_id::text in answer::text) > 0)
    then json_build_object('id', answer -> 'id') else answer end as answer
  from (
    select body_digest, answer, created_at from idempotency_keys
    where tenant_id = current_tenant() and actor_id = $1 and request_digest = $2 limit 1) kept
  where created_at > $3`;

// An existing row has expired, so it is overwritten.
const KEEP = `
  insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, actor_id, request_digest) do update
    set body_digest = excluded.body_digest, answer = excluded.answer, created_at = excluded.created_at`;

/** The most answers, and the most bytes of answers, that one call scans. */
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
  scanned as materialized (select * from counted where bytes_before < ${FORGOTTEN_BYTES}),
  forgotten as (
    update idempotency_keys k set answer = json_build_object('id', k.answer -> 'id')
    from scanned l
    where k.tenant_id = current_tenant() and k.actor_id = l.actor_id and k.request_digest = l.request_digest
      and exists (select from unnest($1::text[]) id where position(id in k.answer::text) > 0)
  )
  select actor_id as "actorId", request_digest as digest, place = found and found < ${FORGOTTEN_AT_ONCE} as "isLast"
  from scanned order by place desc limit 1`;
