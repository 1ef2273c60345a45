/** The transaction of a request in its caller's tenant, with the promises of an Idempotency-Key and of a dry run. */
import type { FastifyRequest } from 'fastify';
import { passing } from '#kernel/crash.ts';
import type { Db, Tx, Urgency } from '#kernel/db/db.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import {
  type Caller,
  idempotentRequest,
  type Repeat,
  runIdempotent,
  withoutSecrets,
} from '#kernel/http/idempotency.ts';
import type { AssertRoom } from '#kernel/usage.ts';

export type TenantWork = <T>(
  request: FastifyRequest,
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
  repeat?: Repeat<T>,
) => Promise<T>;

export function createTenantWork(db: Db, clock: () => Date, assertRoom: AssertRoom): TenantWork {
  return async (request, caller, work, repeat) => {
    const { tenant } = caller;
    const { idempotencyKey: key } = request;
    if (request.method === 'GET' || request.method === 'HEAD') {
      return db.readInTenant(tenant.id, work, urgencyOf(request));
    }
    if (isDryRun(request)) {
      const { shownOnce } = request.routeOptions.config;
      const rehearsed = db.dryRunInTenant(tenant.id, work, 'request');
      return shownOnce === undefined ? rehearsed : withoutSecrets(await rehearsed, shownOnce);
    }
    const commit = <R>(write: (tx: Tx) => Promise<R>) =>
      db
        .inTenant(tenant.id, (tx) => write(tx).then(passing('before_commit')), 'request')
        .then(passing('after_commit_before_response'));
    if (key === null) return commit(work);
    const asked = idempotentRequest(request, key);
    const outcome = await commit((tx) =>
      runIdempotent(tx, caller, asked, clock(), () => work(tx), assertRoom, repeat),
    );
    request.replayed = outcome.replayed;
    return outcome.data;
  };
}

/** A search for words is expensive for the database in every list, and so is a count of what it finds. */
function urgencyOf({ routeOptions: { config }, query }: FastifyRequest): Urgency {
  if (config.export) return 'export';
  const { q, count, facets } = query as { q?: string; count?: boolean; facets?: string };
  return q === undefined && !count && facets === undefined ? 'request' : 'search';
}
