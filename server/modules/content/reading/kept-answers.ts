/**
 * Answers to readers of published content, kept in memory. Every request asks the database whether anything that its tenant shows
 * has changed (decision 64), so an answer is as current as one that was read anew.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLimited } from '#kernel/auth/type-rights.ts';
import type { Db } from '#kernel/db/db.ts';
import { type Compressed, compressOnce } from '#kernel/http/compression.ts';
import { etagOfBytes } from '#kernel/http/conditional.ts';
import { restoreShared, type SharedHeaders, sharedHeadersOf } from '#kernel/http/surrogate-keys.ts';
import { batching } from '#kernel/work/batching.ts';
import { Rounds } from '#kernel/work/rounds.ts';
import { findChanges } from './kept-answers.sql.ts';

const MIB = 1024 * 1024;
/** Bytes of all answers, of those of one tenant, and of a single answer. */
const BOUNDS = { all: 64 * MIB, ofTenant: 8 * MIB, ofAnswer: MIB / 4 };
/** The most requests that one statement asks for, and the most that may wait for the next. */
const TOGETHER = { most: 256, waiting: 5_000 };
/** All requests that asked together may answer now; in company, this many of a tenant do in one round of the event loop. */
const ANSWERED_IN_A_ROUND = 8;
/** After a longer silence there may be many changes to read, and the answers are forgotten instead. */
const LONGEST_SILENCE_MS = 30_000;
/** The objects around an answer, in bytes. */
const OVERHEAD = 600;
const MOST_CHANGED_TENANTS = 10_000;

type Kept = Compressed & { payload: string; etag: string; shared: SharedHeaders | null; bytes: number };
type OfTenant = { answers: Map<string, Kept>; bytes: number };
/** `asked` is the look-up after which the answer was made. */
type Making = { tenantId: string; address: string; asked: number };

export type KeptAnswers = ReturnType<typeof keepAnswers>;

export function keepAnswers(db: Db, bounds = BOUNDS) {
  // Both maps are in the order of their last use.
  const tenants = new Map<string, OfTenant>();
  let bytes = 0;
  let seen: { server: string; snapshot: string } | null = null;
  let seenAt = 0;
  let lookUps = 0;
  /** The last look-up that found a change of a tenant, and the last one after which nothing was known. */
  const changedAt = new Map<string, number>();
  let emptiedAt = 0;
  const rounds = new Rounds(ANSWERED_IN_A_ROUND);
  const makings = new WeakMap<FastifyRequest, Making>();

  /** One look-up runs at a time, so no answer is older than the last one. Returns its number. */
  async function refresh(): Promise<number> {
    const askedAt = performance.now();
    const since = askedAt - seenAt > LONGEST_SILENCE_MS ? null : seen;
    const { server, snapshot, changed } = await findChanges(db, since?.snapshot ?? null);
    lookUps++;
    // Snapshots of two servers, or of one before and after a restart, cannot be compared.
    if (since?.server !== server || changed === '*') empty();
    else if (changed !== null) for (const tenantId of changed.split(' ')) noteChange(tenantId);
    [seen, seenAt] = [{ server, snapshot }, askedAt];
    return lookUps;
  }

  function empty(): void {
    tenants.clear();
    changedAt.clear();
    bytes = 0;
    emptiedAt = lookUps;
  }

  function noteChange(tenantId: string): void {
    bytes -= tenants.get(tenantId)?.bytes ?? 0;
    tenants.delete(tenantId);
    changedAt.set(tenantId, lookUps);
    if (changedAt.size > MOST_CHANGED_TENANTS) empty();
  }

  const askForChanges = batching<void, number>({
    ...{ name: 'changes of content', ...TOGETHER },
    run: async (requests) => {
      const number = await refresh();
      return requests.map(() => number);
    },
  });

  function find(tenantId: string, address: string): Kept | undefined {
    const tenant = tenants.get(tenantId);
    const kept = tenant?.answers.get(address);
    if (tenant === undefined || kept === undefined) return undefined;
    moveToEnd(tenants, tenantId, tenant);
    moveToEnd(tenant.answers, address, kept);
    return kept;
  }

  function put({ tenantId, address, asked }: Making, kept: Kept): void {
    // The answer may have been read before a change that is known by now.
    if (emptiedAt > asked || (changedAt.get(tenantId) ?? 0) > asked) return;
    const tenant = tenants.get(tenantId) ?? { answers: new Map(), bytes: 0 };
    moveToEnd(tenants, tenantId, tenant);
    removeFrom(tenantId, tenant, address);
    tenants.set(tenantId, tenant);
    tenant.answers.set(address, kept);
    tenant.bytes += kept.bytes;
    bytes += kept.bytes;
    while (tenant.bytes > bounds.ofTenant) removeFrom(tenantId, tenant, firstOf(tenant.answers));
    while (bytes > bounds.all) {
      const oldest = firstOf(tenants);
      removeFrom(oldest, tenants.get(oldest)!, firstOf(tenants.get(oldest)!.answers));
    }
  }

  function removeFrom(tenantId: string, tenant: OfTenant, address: string): void {
    const freed = tenant.answers.get(address)?.bytes ?? 0;
    tenant.answers.delete(address);
    tenant.bytes -= freed;
    bytes -= freed;
    if (tenant.answers.size === 0) tenants.delete(tenantId);
  }

  return {
    /** For a route's preValidation, after the caller is known: answers with what is kept. */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      // A preview shows more than what is published, for as long as its token holds.
      if ('preview' in (request.query as object)) return;
      // Callers who are limited to some content types do not share answers with the others.
      if (request.actor !== undefined && isLimited(request.actor)) return;
      const tenantId = (request.actor ?? request.shopper!).tenant.id;
      const address = addressOf(request);
      const asked = await askForChanges();
      await rounds.pass(tenantId);
      const kept = find(tenantId, address);
      if (kept === undefined) {
        makings.set(request, { tenantId, address, asked });
        return;
      }
      if (kept.shared !== null) restoreShared(reply, kept.shared);
      compressOnce(reply, kept);
      return reply.header('etag', kept.etag).type('application/json; charset=utf-8').send(kept.payload);
    },

    /** For the same route's onSend, before `conditional`: keeps what was made. */
    async keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const making = makings.get(request);
      if (making === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
      const shared = sharedHeadersOf(reply);
      const bytes = bytesOf(payload) + bytesOf(making.address) + bytesOf(JSON.stringify(shared)) + OVERHEAD;
      if (bytes <= bounds.ofAnswer) put(making, { payload, etag: etagOfBytes(payload), shared, bytes });
      return payload;
    },

    /** The bytes that are kept, for tests. */
    bytes: () => bytes,
  };
}

/** A character is stored in one byte, or in two if one of the text needs them; the compressed bytes are at most those of its UTF-8. */
function bytesOf(text: string): number {
  const utf8 = Buffer.byteLength(text);
  return (utf8 === text.length ? 1 : 2) * text.length + utf8;
}

/** The address, and what else decides the answer: the site and the types of a publishable key, and how it was sent. */
function addressOf({ url, shopper, headers }: FastifyRequest): string {
  if (shopper === undefined) return url;
  const { propertyId, contentTypes = [], cacheSeconds = 0 } = shopper;
  const seconds = headers.authorization === undefined ? cacheSeconds : 0;
  return [propertyId, seconds, ...contentTypes, url].join(' ');
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

const firstOf = (map: Map<string, unknown>): string => map.keys().next().value!;
