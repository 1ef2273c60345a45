import type { Db, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import { type LiveTenant, TENANT_FIELDS } from '../keys/cache.sql.ts';

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

/** Consumes `customer.erased` and `customer.merged`, of several tenants. */
export async function deleteSessionsOfGone(tx: Tx, events: BusEvent[]): Promise<void> {
  await tx.query(DELETE_SESSIONS_OF_GONE, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ]);
}

const DELETE_SESSIONS_OF_GONE = {
  name: 'delete_sessions_of_gone_customers',
  text: `
    with gone as materialized (
      select e.tenant_id, ids.id::uuid as customer_id
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
      cross join lateral (
        select tenant_id, type, data from events
        where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
      cross join lateral (
        select e.data ->> 'from' as id where e.type = 'customer.merged'
        union all
        select e.data ->> 'id' where e.type = 'customer.erased'
        union all
        select json_array_elements_text(e.data -> 'mergedIds') where e.type = 'customer.erased') ids
    )
    delete from customer_sessions s using gone g where s.tenant_id = g.tenant_id and s.customer_id = g.customer_id`,
};

export async function deleteExpiredCustomerSessions(db: Db, before: Date): Promise<void> {
  await db.identityQuery('delete from customer_sessions where expires_at < $1', [before]);
}
