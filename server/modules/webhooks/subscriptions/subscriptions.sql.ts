import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import type { Filter } from '../options/filter.ts';
import type { SubscriptionRow } from './subscription-record.ts';

export const COLUMNS = `
  id, name, url, events, event_patterns, filter, header_names, active, disabled_at, failing_since, rate_limit, secret_preview,
  previous_secret_until, older_secrets_until, public_key, ordered, coalesce_seconds, created_at, updated_at`;

/** The fields that a request sets. */
export type Values = {
  name: string;
  url: string;
  events: string[];
  eventPatterns: string[] | null;
  filter: Filter | null;
  headersSealed: Buffer | null;
  headerNames: string[];
  active: boolean;
  rateLimit: number | null;
  privateKeySealed: Buffer | null;
  publicKey: string | null;
  ordered: boolean;
  coalesceSeconds: number | null;
};

const setting = (values: Values) => [
  values.name,
  values.url,
  values.events,
  values.eventPatterns,
  values.filter && JSON.stringify(values.filter),
  values.headersSealed,
  values.headerNames,
  values.active,
  values.rateLimit,
  values.privateKeySealed,
  values.publicKey,
  values.ordered,
  values.coalesceSeconds,
];
const SETTABLE = `
  name, url, events, event_patterns, filter, headers_sealed, header_names, active, rate_limit, private_key_sealed, public_key,
  ordered, coalesce_seconds`;

export async function insertSubscription(
  tx: Tx,
  id: string,
  values: Values,
  secret: { sealed: Buffer; preview: string },
  now: Date,
): Promise<SubscriptionRow> {
  const { rows } = await tx.query<SubscriptionRow>(
    `insert into webhook_subscriptions
       (tenant_id, id, ${SETTABLE}, secret_sealed, secret_preview, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) returning ${COLUMNS}`,
    [id, ...setting(values), secret.sealed, secret.preview, now],
  );
  return rows[0]!;
}

export async function findSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export type SealedRow = SubscriptionRow & {
  headers_sealed: Buffer | null;
  private_key_sealed: Buffer | null;
};

/** Locks the row until commit, so that a change is compared with the values it replaces. */
export async function findSubscriptionForUpdate(tx: Tx, id: string): Promise<SealedRow | undefined> {
  const { rows } = await tx.query<SealedRow>(
    `select ${COLUMNS}, headers_sealed, private_key_sealed from webhook_subscriptions
     where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return rows[0];
}

export function listSubscriptions(tx: Tx, limit: number, after: Position | null): Promise<SubscriptionRow[]> {
  return listNewestFirst<SubscriptionRow>(
    tx,
    `select ${COLUMNS} from webhook_subscriptions
     where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );
}

/** A subscription that is paused by someone, or resumed, no longer counts as switched off or failing. */
export async function updateSubscription(
  tx: Tx,
  id: string,
  values: Values,
  now: Date,
): Promise<SubscriptionRow> {
  const { rows } = await tx.query<SubscriptionRow>(
    `update webhook_subscriptions set (${SETTABLE}) = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14), updated_at = $15,
       disabled_at = case when active = $9 then disabled_at end, failing_since = case when active = $9 then failing_since end
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, ...setting(values), now],
  );
  return rows[0]!;
}

/** A rate-limited subscription needs a row with its next free time, which is initially now. */
export async function insertPace(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into webhook_pace (tenant_id, subscription_id, free_at)
     values (current_tenant(), $1, $2::timestamptz - interval '1 second')
     on conflict (tenant_id, subscription_id) do nothing`,
    [subscriptionId, now],
  );
}

export async function deleteSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await tx.query<SubscriptionRow>(
    `delete from webhook_subscriptions where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id],
  );
  return rows[0];
}

export type Brief = { id: string; name: string; active: boolean; is_failing: boolean };

/** SQL: the subscription `s` has a delivery that failed and is tried again, or its latest one failed for good. */
const IS_FAILING = `active and (
  exists (
    select from webhook_queue q
    where q.tenant_id = s.tenant_id and q.subscription_id = s.id and q.state = 'waiting' and q.attempts > 0)
  or coalesce('failed' = (
    select status from webhook_deliveries d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id order by id desc limit 1), false))`;

export type InTrouble = SubscriptionRow & { in_trouble: boolean };

/** Those that fail, or were paused because they did, then the others; each the newest first. A setting limits their number. */
export async function listInTroubleFirst(
  tx: Tx,
  limit: number,
  after: { inTrouble: boolean; at: Date; id: string } | null,
): Promise<InTrouble[]> {
  const { rows } = await tx.query<InTrouble>(
    `select * from (
       select ${COLUMNS}, (${IS_FAILING}) or disabled_at is not null as in_trouble
       from webhook_subscriptions s where tenant_id = current_tenant()) s
     where $1::boolean is null or (in_trouble, created_at, id) < ($1, $2::timestamptz, $3::uuid)
     order by in_trouble desc, created_at desc, id desc limit $4`,
    [after?.inTrouble ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

/** All subscriptions of the tenant, of which a setting limits the number; then by age, the newest first. */
export async function listFailingFirst(tx: Tx): Promise<Brief[]> {
  const { rows } = await tx.query<Brief>(
    `select id, name, active, ${IS_FAILING} as is_failing
     from webhook_subscriptions s where tenant_id = current_tenant()
     order by is_failing desc, created_at desc, id desc limit 1000`,
  );
  return rows;
}
