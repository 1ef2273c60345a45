import type { Db } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { HourlyCount } from '#kernel/work/hourly-counts.ts';
import { FAILED_FROM, type LoggedRequest } from './record.ts';

/** Stores requests of several tenants. Failures come first: UNNEST fills the shorter lists, which only they need, with NULL. */
export async function insertRequests(db: Db, batch: LoggedRequest[]): Promise<void> {
  const { failures = [], successes = [] } = Object.groupBy(batch, ({ status }) =>
    status >= FAILED_FROM ? 'failures' : 'successes',
  );
  const requests = [...failures, ...successes];
  await db.acrossTenantsQuery(INSERT, [
    list(requests, (request) => request.tenantId),
    list(requests, (request) => request.id),
    list(requests, (request) => request.at / 1000),
    list(requests, (request) => request.keyId),
    texts(requests, (request) => request.method),
    texts(requests, (request) => request.route),
    texts(requests, (request) => request.path),
    list(requests, (request) => request.status),
    list(requests, (request) => Math.round(request.durationMs * 10) / 10),
    // Chosen by the client: as a plain element, the text NULL would be one.
    texts(requests, (request) => request.requestId),
    list(failures, (request) => request.errorCode),
    texts(failures, (request) => request.query),
    texts(failures, (request) => request.body),
    texts(failures, (request) => request.answer),
  ]);
}

const INSERT = {
  name: 'insert_requests',
  text: `
    insert into request_log (tenant_id, id, at, key_id, method, route, path, status, duration_ms, request_id, error_code, query,
      body, answer)
    select tenant_id, id, to_timestamp(at), key_id, method, route, path, status, duration_ms, request_id, error_code, query,
      body, answer
    from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::smallint[],
      $9::real[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]
    ) as r (tenant_id, id, at, key_id, method, route, path, status, duration_ms, request_id, error_code, query, body, answer)`,
};

/** Adds up counts, and raises the levels of tenants; returns the new levels. Sorted, so that two processes cannot deadlock. */
export async function addUpRequests(
  db: Db,
  counts: HourlyCount[],
  grown: [tenantId: string, bytes: number][],
  fallPerSecond: number,
  now: Date,
): Promise<{ tenant_id: string; bytes: number }[]> {
  const { rows } = await db.acrossTenantsQuery<{ tenant_id: string; bytes: number }>(ADD_UP, [
    list(counts, (count) => count.tenantId),
    list(counts, (count) => count.subjectId),
    list(counts, (count) => count.hour),
    list(counts, (count) => count.succeeded + count.failed),
    list(counts, (count) => count.failed),
    list(grown, ([tenantId]) => tenantId),
    list(grown, ([, bytes]) => bytes),
    fallPerSecond,
    now,
  ]);
  return rows;
}

const ADD_UP = {
  name: 'add_up_requests',
  text: `
    with counted as (
      insert into key_usage as u (tenant_id, key_id, hour, requests, failures)
      select tenant_id, key_id, to_timestamp(hour / 1000), requests, failures
      from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::int[], $5::int[])
        as c (tenant_id, key_id, hour, requests, failures)
      order by tenant_id, key_id, hour
      on conflict (tenant_id, key_id, hour) do update
        set requests = u.requests + excluded.requests, failures = u.failures + excluded.failures
    )
    insert into request_log_levels as l (tenant_id, bytes, at)
    select tenant_id, bytes, $9 from unnest($6::uuid[], $7::float8[]) as g (tenant_id, bytes) order by tenant_id
    on conflict (tenant_id) do update set
      bytes = greatest(0, l.bytes - $8::float8 * greatest(0, extract(epoch from excluded.at - l.at)::float8)) + excluded.bytes,
      at = greatest(l.at, excluded.at)
    returning tenant_id, bytes`,
};
