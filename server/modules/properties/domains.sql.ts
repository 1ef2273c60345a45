import type { Db, Tx } from '#kernel/db/db.ts';

export type DomainRow = { domain: string; verified_at: Date | null };

export async function findDomains(tx: Tx, propertyId: string): Promise<DomainRow[]> {
  const { rows } = await tx.query<DomainRow>(
    `select domain, verified_at from property_domains
     where tenant_id = current_tenant() and property_id = $1 order by place`,
    [propertyId],
  );
  return rows;
}

/** Voids the proofs of other properties for these domains: the DNS now names this one, and the DNS decides. */
export async function markProved(
  db: Db,
  tenantId: string,
  propertyId: string,
  domains: string[],
  now: Date,
): Promise<void> {
  await db.identity(async (tx) => {
    // Locks each domain, in the same order, so that concurrent proofs of one domain wait for each other without a deadlock.
    await tx.query(
      'select pg_advisory_xact_lock(hashtextextended(domain, 1)) from (select unnest($1::text[]) as domain order by 1) d',
      [domains],
    );
    await tx.query(
      `update property_domains set verified_at = null
       where domain = any ($3) and verified_at is not null and (tenant_id, property_id) <> ($1, $2)`,
      [tenantId, propertyId, domains],
    );
    await tx.query(
      `update property_domains set verified_at = $4
       where tenant_id = $1 and property_id = $2 and domain = any ($3) and verified_at is null`,
      [tenantId, propertyId, domains, now],
    );
  });
}
