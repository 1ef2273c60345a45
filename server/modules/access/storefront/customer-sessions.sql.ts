import type { Db, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { type LiveTenant, TENANT_FIELDS } from '../key-cache.sql.ts';

export type LiveSession = { id: string; propertyId: string; customerId: string; tenant: LiveTenant };

/** Finds the sessions of a batch of requests; those that ended or expired are not found. */
export async function findCustomerSessions(
  db: Db,
  asked: readonly { tenantId: string; sessionId: string }[],
  now: Date,
): Promise<LiveSession[]> {
  const { rows } = await db.callersQuery<Omit<LiveSession, 'tenant'> & { tenant: string }>(FIND_SESSIONS, [
    list(asked, ({ tenantId }) => tenantId),
    list(asked, ({ sessionId }) => sessionId),
    now,
  ]);
  return rows.map((row) => ({ ...row, tenant: JSON.parse(row.tenant) }));
}

// OFFSET 0 makes the planner look up one by one through the index, however many there are.
const FIND_SESSIONS = {
  name: 'find_customer_sessions',
  text: `
    select s.id, s.property_id as "propertyId", s.customer_id as "customerId", json_build_object(${TENANT_FIELDS}) as tenant
    from unnest($1::uuid[], $2::uuid[]) as asked (tenant_id, id)
    cross join lateral (
      select * from customer_sessions
      where tenant_id = asked.tenant_id and id = asked.id and expires_at > $3 offset 0) s
    cross join lateral (select * from tenants where id = s.tenant_id offset 0) t`,
};

export async function insertCustomerSession(
  tx: Tx,
  session: { id: string; propertyId: string; customerId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into customer_sessions (tenant_id, id, property_id, customer_id, created_at, expires_at)
     values (current_tenant(), $1, $2, $3, $4, $5)`,
    [session.id, session.propertyId, session.customerId, session.now, session.expiresAt],
  );
}

/** Returns when the session ends now; undefined when it has ended. It is never longer than `longest` from its beginning. */
export async function extendCustomerSession(
  tx: Tx,
  id: string,
  { now, expiresAt, longestSeconds }: { now: Date; expiresAt: Date; longestSeconds: number },
): Promise<Date | undefined> {
  const { rows } = await tx.query<{ expires_at: Date }>(
    `update customer_sessions
     set expires_at = greatest(expires_at, least($3, created_at + make_interval(secs => $4)))
     where tenant_id = current_tenant() and id = $1 and expires_at > $2 returning expires_at`,
    [id, now, expiresAt, longestSeconds],
  );
  return rows[0]?.expires_at;
}

export async function deleteCustomerSession(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from customer_sessions where tenant_id = current_tenant() and id = $1', [id]);
}

export async function deleteSessionsOfCustomers(tx: Tx, customerIds: string[]): Promise<void> {
  await tx.query(
    'delete from customer_sessions where tenant_id = current_tenant() and customer_id = any ($1)',
    [customerIds],
  );
}

export async function deleteExpiredCustomerSessions(db: Db, before: Date): Promise<void> {
  await db.identityQuery('delete from customer_sessions where expires_at < $1', [before]);
}
