/** The list of deliveries: open and finished ones together, in either order, by filters of which some need a bounded scan. */
import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { type DeliveryRow, type DeliveryStatus, OPEN_COLUMNS, OVER_COLUMNS } from './delivery-log.sql.ts';

/** A row of the list, with the subscription and the object of its event, as far as they still exist, and its last attempt. */
export type ListedRow = DeliveryRow & {
  subscription_name: string | null;
  subscription_url: string | null;
  object_id: string | null;
  object_label: string | null;
  tried_at: Date | null;
  status_code: number | null;
  failure: string | null;
  message: string | null;
};

export type DeliveryFilter = {
  subscriptionId?: string;
  eventId?: string;
  eventType?: string;
  status?: DeliveryStatus;
  /** The answer to the last attempt: a status code, a class such as `5xx`, or `none` if no answer came. */
  statusCode?: string;
  /** The failure of the last attempt. */
  failure?: string;
  /** A part of the event's data, or of the last attempt's message or answer. */
  q?: string;
  since?: string;
  until?: string;
};

export type DeliveryPage = { order: 'asc' | 'desc'; limit: number; after: string | null };

/**
 * The most rows of each source that one request scans for filters that no index serves. A filter that matches few rows gets short
 * pages, and goes on with the next cursor. A text is compared with the data of each event, which is a look-up of its own.
 */
export const MAX_ROWS_SCANNED = { plain: 5_000, text: 1_000 };

const DAY = 86_400_000;

/** Larger data is read neither for a label nor for a text. */
const LARGEST_READ = 8_192;

/** `reached`: the id after which the next page begins, if the scan ended before the rows did; null otherwise. */
export async function listDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  page: DeliveryPage,
): Promise<{ rows: ListedRow[]; reached: string | null }> {
  const sources = sourcesOf(filter);
  if (sources.length === 0) return { rows: [], reached: null };
  planByIndex(tx);
  const { bind, values } = binding();
  const { rows } = await tx.query<ListedRow & { reached: string | null }>(
    statementOf(sources, filter, page, bind),
    values,
  );
  return { rows: rows.filter((row) => row.id !== null), reached: rows[0]?.reached ?? null };
}

type Source = { columns: string; from: string; where?: string };

const open = (where?: string): Source => ({
  columns: `${OPEN_COLUMNS}, null::timestamptz as started_at, null::int as status_code, null::text as failure,
    null::text as message, null::text as answer_body`,
  from: 'webhook_queue',
  where,
});
const over = (where?: string): Source => ({
  columns: `${OVER_COLUMNS}, started_at, status_code, failure, message, answer_body`,
  from: 'webhook_deliveries',
  where,
});
const failed = over("status = 'failed'");
const cancelled = over("status = 'cancelled'");

/** The sources that can have matches. A delivered one had a 2xx at last; the index of the undelivered ones has each status apart. */
function sourcesOf({ status, statusCode, failure }: DeliveryFilter): Source[] {
  const isOfFailures = failure !== undefined || (statusCode !== undefined && !statusCode.startsWith('2'));
  switch (status) {
    case 'pending':
      return [open("state <> 'held'")];
    case 'held':
      return [open("state = 'held'")];
    case 'delivered':
      return isOfFailures ? [] : [over("status = 'delivered'")];
    case 'failed':
      return [failed];
    case 'cancelled':
      return [cancelled];
    default:
      return isOfFailures ? [open(), failed, cancelled] : [open(), over()];
  }
}

const needsScan = ({ statusCode, failure, q }: DeliveryFilter) =>
  statusCode !== undefined || failure !== undefined || q !== undefined;

/**
 * Merges ordered sources, each limited, so no long list is ever sorted. Rows beyond the last one that a full source read are left
 * to the next page, because that source may have others before them.
 */
function statementOf(sources: Source[], filter: DeliveryFilter, page: DeliveryPage, bind: Bind): string {
  const { order, limit } = page;
  const scanned = filter.q === undefined ? MAX_ROWS_SCANNED.plain : MAX_ROWS_SCANNED.text;
  const most = needsScan(filter) ? scanned : limit + 1;
  const names = sources.map((_, n) => `source_${n}`);
  const withSources = sources.map(
    (source, n) => `${names[n]} as materialized (${scanOf(source, filter, page, bind)} limit ${most})`,
  );
  const lasts = names.map(
    (name) => `(select id from ${name} order by id ${order} offset ${most - 1} limit 1)`,
  );
  const [nearest, isWithin] = order === 'asc' ? ['least', '<='] : ['greatest', '>='];
  return `
    with ${withSources.join(',\n')},
    reached as materialized (select ${nearest}(${lasts.join(', ')}) as reached),
    found as materialized (
      select d.*, a.started_at as tried_at, a.status_code as last_status, a.failure as last_failure, a.message as last_message
      from (${names.map((name) => `select * from ${name}`).join(' union all ')}) d
      ${LAST_ATTEMPT}
      ${filter.q === undefined ? '' : EVENT}
      where ((select reached from reached) is null or d.id ${isWithin} (select reached from reached))
        ${matchesOf(filter, bind)}
      order by d.id ${order} limit ${limit + 1}
    )
    select ${SHOWN}, reached.reached
    from reached left join found d on true ${SUBSCRIPTION} ${EVENT} ${OBJECT}
    order by d.id ${order}`;
}

/** The filters that an index serves, or that any scan can compare. */
function scanOf(
  { columns, from, where }: Source,
  filter: DeliveryFilter,
  { order, after }: DeliveryPage,
  bind: Bind,
): string {
  const { subscriptionId, eventId, eventType } = filter;
  const since = filter.since === undefined ? null : new Date(filter.since);
  const until = filter.until === undefined ? null : new Date(filter.until);
  // Only the index of a subscription has this order, so the planner cannot scan the deliveries of all others instead.
  const by = subscriptionId === undefined || from === 'webhook_queue' ? '' : `subscription_id ${order},`;
  const conditions = [
    'tenant_id = current_tenant()',
    where,
    after !== null && `id ${order === 'asc' ? '>' : '<'} ${bind(after, 'uuid')}`,
    subscriptionId !== undefined && `subscription_id = any (array[${bind(subscriptionId, 'uuid')}])`,
    eventType !== undefined && `event_type = ${bind(eventType)}`,
    eventId !== undefined && `event_id = ${bind(eventId, 'uuid')} and ${withinEvent(eventId, bind)}`,
    since && `at >= ${bind(since)} and id >= ${bind(firstIdOf(since.getTime() - DAY), 'uuid')}`,
    until && `at < ${bind(until)} and id < ${bind(firstIdOf(until.getTime() + DAY), 'uuid')}`,
  ];
  return `select ${columns} from ${from} where ${conditions.filter(Boolean).join(' and ')} order by ${by} id ${order}`;
}

/** An id begins with its creation time, about that of its event. One day of tolerance makes it a bound for the index. */
function firstIdOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A delivery's id begins like its event's (see delivery_id), which finds all deliveries of an event. */
export function withinEvent(eventId: string, bind: Bind): string {
  const beginning = eventId.slice(0, 13);
  const first = bind(`${beginning}-8000-8000-000000000000`, 'uuid');
  return `id between ${first} and ${bind(`${beginning}-80ff-80ff-ffffffffffff`, 'uuid')}`;
}

function matchesOf({ statusCode, failure, q }: DeliveryFilter, bind: Bind): string {
  const hundreds = /^(\d)xx$/.exec(statusCode ?? '')?.[1];
  return [
    statusCode === 'none' && 'a.started_at is not null and a.status_code is null',
    hundreds !== undefined && `a.status_code / 100 = ${bind(Number(hundreds), 'int')}`,
    /^\d{3}$/.test(statusCode ?? '') && `a.status_code = ${bind(Number(statusCode), 'int')}`,
    failure !== undefined && `a.failure = ${bind(failure)}`,
    q !== undefined &&
      // The data is stored as JSON, in which some characters are escaped.
      `(strpos(lower(e.data::text), lower(${bind(JSON.stringify(q).slice(1, -1))})) > 0
        or strpos(lower(a.message), lower(${bind(q)})) > 0 or strpos(lower(a.answer_body), lower(${bind(q)})) > 0)`,
  ]
    .filter((condition) => condition !== false)
    .map((condition) => ` and ${condition}`)
    .join('');
}

const SHOWN = `
  d.id, d.at, d.event_id, d.subscription_id, d.event_type, d.cause, d.status, d.attempts, d.next_attempt_at, d.created_at,
  d.finished_at, d.tried_at, d.last_status as status_code, d.last_failure as failure, d.last_message as message,
  s.name as subscription_name, s.url as subscription_url, o.id as object_id, left(o.label, 200) as object_label`;

// The laterals have a limit, so that they are looked up row by row, on a database without statistics too.
/** In the delivery's own row when it is over; of an open or a cancelled one in the log of attempts. */
const LAST_ATTEMPT = `
  left join lateral (
    select d.started_at, d.status_code, d.failure, d.message, d.answer_body where d.started_at is not null
    union all
    (select started_at, status_code, failure, message, answer_body from webhook_attempts
     where tenant_id = current_tenant() and delivery_id = d.id and at = d.at and attempt = d.attempts
       and d.started_at is null and d.attempts > 0
     limit 1)) a on true`;
const SUBSCRIPTION = `
  left join lateral (
    select name, url from webhook_subscriptions
    where tenant_id = current_tenant() and id = d.subscription_id limit 1) s on true`;
const EVENT = `
  left join lateral (
    select data from events
    where tenant_id = current_tenant() and id = d.event_id and created_at = d.at
      and pg_column_size(data) <= ${LARGEST_READ}
    limit 1) e on true`;
const OBJECT = `
  left join lateral (
    select o.id, coalesce(o."orderNumber", o.title, o.filename, o.slug, o."from", o.name) as label
    from json_to_record(e.data)
      as o (id text, "orderNumber" text, title text, filename text, slug text, "from" text, name text)) o on true`;
