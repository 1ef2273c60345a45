import type { Db } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { HourlyCount } from '#kernel/work/hourly-counts.ts';
import type { LoggedRequest } from './record.ts';

/** Stores requests of several tenants and adds up their counts; returns the levels of the tenants whose log has grown. */
export async function storeRequests(
  db: Db,
  requests: LoggedRequest[],
  counts: HourlyCount[],
  fallPerSecond: number,
  now: Date,
): Promise<{ tenant_id: string; bytes: number }[]> {
  const grown = new Map<string, number>();
  for (const { tenantId, bytes } of requests) grown.set(tenantId, (grown.get(tenantId) ?? 0) + bytes);
  const { rows } = await db.acrossTenantsQuery<{ tenant_id: string; bytes: number }>(STORE, [
    list(requests, (request) => request.tenantId),
    list(requests, (request) => request.id),
    list(requests, (request) => request.at),
    list(requests, (request) => request.keyId),
    list(requests, (request) => request.method),
    texts(requests, (request) => request.route),
    texts(requests, (request) => request.path),
    list(requests, (request) => request.status),
    list(requests, (request) => request.durationMs.toFixed(1)),
    texts(requests, (request) => request.requestId),
    list(requests, (request) => request.errorCode),
    texts(requests, (request) => request.query),
    texts(requests, (request) => request.body),
    texts(requests, (request) => request.answer),
    list(counts, (count) => count.tenantId),
    list(counts, (count) => count.subjectId),
    list(counts, (count) => count.hour),
    list(counts, (count) => count.succeeded + count.failed),
    list(counts, (count) => count.failed),
    list([...grown.keys()], (tenantId) => tenantId),
    list([...grown.values()], (bytes) => bytes),
    fallPerSecond,
    now,
  ]);
  return rows;
}

// Sorted, so that two processes cannot deadlock.
const STORE = {
  name: 'store_requests',
  text: `
    with logged as (
      insert into request_log (tenant_id, id, at, key_id, method, route, path, status, duration_ms, request_id, error_code, query,
        body, answer)
      select tenant_id, id, to_timestamp(at / 1000.0), key_id, method, route, path, status, duration_ms, request_id, error_code,
        query, body, answer
      from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::smallint[],
        $9::real[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]
      ) as r (tenant_id, id, at, key_id, method, route, path, status, duration_ms, request_id, error_code, query, body, answer)
    ),
    counted as (
      insert into key_usage as u (tenant_id, key_id, hour, requests, failures)
      select tenant_id, key_id, to_timestamp(hour / 1000), requests, failures
      from unnest($15::uuid[], $16::uuid[], $17::bigint[], $18::int[], $19::int[])
        as c (tenant_id, key_id, hour, requests, failures)
      order by tenant_id, key_id, hour
      on conflict (tenant_id, key_id, hour) do update
        set requests = u.requests + excluded.requests, failures = u.failures + excluded.failures
    )
    insert into request_log_levels as l (tenant_id, bytes, at)
    select tenant_id, bytes, $23 from unnest($20::uuid[], $21::float8[]) as g (tenant_id, bytes) order by tenant_id
    on conflict (tenant_id) do update set
      bytes = greatest(0, l.bytes - $22::float8 * greatest(0, extract(epoch from excluded.at - l.at)::float8)) + excluded.bytes,
      at = greatest(l.at, excluded.at)
    returning tenant_id, bytes`,
};
