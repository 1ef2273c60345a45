/** The request log as a tenant's admins read it: its requests of the last days, each with the key that made it. */
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { timeOf } from './request-id.ts';
import {
  findRequest,
  listRequests,
  type RequestDetails,
  type RequestFilter,
  type RequestRow,
} from './requests.sql.ts';

/** Finds the labels of a tenant's keys; an unknown key has none. */
export type FindLabels = (tx: Tx, keyIds: string[]) => Promise<Map<string, string>>;
/** The address of the documentation of a route; null if it has none. */
export type FindDocs = (method: string, route: string | null) => string | null;

const DAY = 86_400_000;

/** Partitions are dropped a week at a time; a row that is older than the log is kept is not shown meanwhile. */
export const oldestKept = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

/** Clocks may differ, and an answer may take long. */
const NEAR_MS = 120_000;
/** In the year 9999. */
const LAST_TIME = 253_000_000_000_000;
const UUID_WITH_TIME = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A request id of ours begins with its time, so its request is searched for around that time first; null for other ids. */
function nearId(filter: RequestFilter & { since: Date }): RequestFilter | null {
  if (!UUID_WITH_TIME.test(filter.requestId ?? '')) return null;
  const time = timeOf(filter.requestId!).getTime();
  // No clock shows such a time, and its neighbours have no id.
  if (time > LAST_TIME) return null;
  const since = new Date(Math.max(filter.since.getTime(), time - NEAR_MS));
  const until = new Date(Math.min(filter.until?.getTime() ?? Number.POSITIVE_INFINITY, time + NEAR_MS));
  return { ...filter, since, until };
}

export async function readRequests(
  tx: Tx,
  filter: RequestFilter & { since: Date },
  page: { limit: number; before: string | null },
  findLabels: FindLabels,
) {
  const near = page.before === null ? nearId(filter) : null;
  const found = near && (await listRequests(tx, near, page.limit, null));
  const { rows, next } = found?.rows.length
    ? { ...found, next: null }
    : await listRequests(tx, filter, page.limit, page.before);
  const labels = await findLabels(tx, [...new Set(rows.map((row) => row.key_id))]);
  return { rows: rows.map((row) => presentRequest(row, labels)), next };
}

export async function showRequest(
  tx: Tx,
  id: string,
  since: Date,
  { findLabels, findDocs }: { findLabels: FindLabels; findDocs: FindDocs },
) {
  const row = await findRequest(tx, id, since);
  if (row === undefined) throw notFound('request');
  return presentDetails(row, await findLabels(tx, [row.key_id]), findDocs);
}

const presentRequest = (row: RequestRow, labels: Map<string, string>) => ({
  id: row.id,
  requestId: row.request_id,
  at: row.at.toISOString(),
  keyId: row.key_id,
  keyLabel: labels.get(row.key_id) ?? null,
  method: row.method,
  route: row.route,
  path: row.path,
  status: row.status,
  durationMs: Math.round(row.duration_ms * 10) / 10,
  errorCode: row.error_code,
});

const presentDetails = (row: RequestDetails, labels: Map<string, string>, findDocs: FindDocs) => ({
  ...presentRequest(row, labels),
  query: row.query,
  body: row.body,
  answer: row.answer,
  docsUrl: findDocs(row.method, row.route),
});
