import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { firstIdOf, timeOf } from './request-id.ts';

export type RequestRow = {
  id: string;
  at: Date;
  key_id: string;
  method: string;
  route: string | null;
  path: string;
  status: number;
  duration_ms: number;
  request_id: string;
  error_code: string | null;
};
export type RequestDetails = RequestRow & {
  query: string | null;
  body: string | null;
  answer: string | null;
};

export const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'failed'] as const;

export type RequestFilter = {
  keyId?: string;
  method?: string;
  /** The beginning of the path. */
  path?: string;
  status?: (typeof STATUSES)[number];
  requestId?: string;
  since?: Date;
  until?: Date;
};

/** The most rows that one request scans: a filter that matches few rows gets short pages, and goes on with the next cursor. */
const MAX_ROWS_SCANNED = 5_000;

const COLUMNS = 'id, at, key_id, method, route, path, status, duration_ms, request_id, error_code';

/** Newest first. `next`: the id after which the next page begins; null when there is none. */
export async function listRequests(
  tx: Tx,
  filter: RequestFilter,
  limit: number,
  before: string | null,
  maxRows = MAX_ROWS_SCANNED,
): Promise<{ rows: RequestRow[]; next: string | null }> {
  planByIndex(tx);
  const { bind, values } = binding();
  const { rows } = await tx.query<RequestRow>(
    `select ${COLUMNS} from (${indexScan(filter, before, bind)} limit ${maxRows}) r
     where ${matches(filter, bind)} order by id desc limit ${limit + 1}`,
    values,
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
  return { rows, next: await lastScanned(tx, filter, before, maxRows) };
}

/** Null when the scan reads to the end. */
async function lastScanned(
  tx: Tx,
  filter: RequestFilter,
  before: string | null,
  maxRows: number,
): Promise<string | null> {
  const { bind, values } = binding();
  const { rows } = await tx.query<{ id: string }>(
    `select id from (${indexScan(filter, before, bind)} offset ${maxRows - 1} limit 1) r`,
    values,
  );
  return rows[0]?.id ?? null;
}

const isFailed = ({ status }: RequestFilter) => ['4xx', '5xx', 'failed'].includes(status ?? '');

/** The filters that an index serves. The time is compared too, so that other weeks are not read. */
function indexScan(filter: RequestFilter, before: string | null, bind: Bind): string {
  const { keyId, since, until } = filter;
  return [
    `select ${COLUMNS} from request_log where tenant_id = current_tenant()`,
    before !== null && `id < ${bind(before, 'uuid')} and at <= ${bind(timeOf(before))}`,
    keyId !== undefined && `key_id = ${bind(keyId, 'uuid')}`,
    isFailed(filter) && 'status >= 400',
    since && `id >= ${bind(firstIdOf(since.getTime()), 'uuid')} and at >= ${bind(since)}`,
    until && `id < ${bind(firstIdOf(until.getTime()), 'uuid')} and at < ${bind(until)}`,
  ]
    .filter(Boolean)
    .join(' and ')
    .concat(' order by id desc');
}

function matches({ method, path, status, requestId }: RequestFilter, bind: Bind): string {
  const hundreds = /^(\d)xx$/.exec(status ?? '')?.[1];
  return [
    'true',
    method !== undefined && `method = ${bind(method)}`,
    path !== undefined && `starts_with(path, ${bind(path)})`,
    hundreds !== undefined && `status / 100 = ${bind(Number(hundreds), 'int')}`,
    requestId !== undefined && `request_id = ${bind(requestId)}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

export async function findRequest(tx: Tx, id: string, since: Date): Promise<RequestDetails | undefined> {
  const { rows } = await tx.query<RequestDetails>(
    `select ${COLUMNS}, query, body, answer from request_log
     where tenant_id = current_tenant() and id = $1 and at = $2 and at >= $3`,
    [id, timeOf(id), since],
  );
  return rows[0];
}

export type KeySums = { keyId: string; requests: number; failures: number };
export type UsageRow = { at: Date; succeeded: number; failed: number };

/** The keys with the most requests since then, the busiest first. */
export async function sumUsageByKey(tx: Tx, since: Date, limit: number): Promise<KeySums[]> {
  const { rows } = await tx.query<KeySums>(
    `select key_id as "keyId", sum(requests)::float8 as requests, sum(failures)::float8 as failures from key_usage
     where tenant_id = current_tenant() and hour >= $1
     group by key_id order by sum(requests) desc, key_id limit $2`,
    [since, limit],
  );
  return rows;
}

export async function readKeyUsage(tx: Tx, keyId: string, since: Date): Promise<UsageRow[]> {
  const { rows } = await tx.query<UsageRow>(
    `select hour as at, requests - failures as succeeded, failures as failed from key_usage
     where tenant_id = current_tenant() and key_id = $1 and hour >= $2 order by hour`,
    [keyId, since],
  );
  return rows;
}
