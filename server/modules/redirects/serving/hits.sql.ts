import type { Tx } from '#kernel/db/db.ts';

export type Hit = { id: string; count: number; at: Date };

/**
 * Updates in order of id, so that two processes wait for each other instead of deadlocking. Skips redirects that were removed
 * meanwhile.
 */
export async function addHits(tx: Tx, hits: Hit[]): Promise<void> {
  await tx.query(
    `insert into redirect_hits (tenant_id, redirect_id, hits, last_hit_at)
     select current_tenant(), r.id, n.hits, n.at
     from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as n (id, hits, at)
     join redirects r on r.tenant_id = current_tenant() and r.id = n.id
     order by r.id for key share of r
     on conflict (tenant_id, redirect_id) do update set
       hits = redirect_hits.hits + excluded.hits,
       last_hit_at = greatest(redirect_hits.last_hit_at, excluded.last_hit_at)`,
    [hits.map(({ id }) => id), hits.map(({ count }) => count), hits.map(({ at }) => at)],
  );
}
