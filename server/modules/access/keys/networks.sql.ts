import type { Db } from '#kernel/db/db.ts';

export type KeyNetwork = { tenantId: string; keyId: string; network: string; at: Date };
export type NewNetwork = { tenant_id: string; key_id: string; label: string; network: string; at: Date };

/** A key used from this many networks has no usual one, so further networks are not reported. */
const MOST_PER_KEY = 100;

/** Returns the networks from which their key was not used before, except the first one of each key. */
export async function noteKeyNetworks(db: Db, uses: KeyNetwork[]): Promise<NewNetwork[]> {
  const { rows } = await db.identityQuery<NewNetwork>(
    `with used as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as u (tenant_id, key_id, network, at)),
     known as (
       select u.tenant_id, u.key_id, (
         select count(*) from (
           select from api_key_networks n where n.tenant_id = u.tenant_id and n.key_id = u.key_id limit ${MOST_PER_KEY}) n) as networks
       from (select distinct tenant_id, key_id from used) u),
     added as (
       insert into api_key_networks (tenant_id, key_id, network, first_used_at)
       select u.tenant_id, u.key_id, u.network, u.at
       from used u
       join known k on k.tenant_id = u.tenant_id and k.key_id = u.key_id and k.networks < ${MOST_PER_KEY}
       join api_keys a on a.tenant_id = u.tenant_id and a.id = u.key_id
       order by u.tenant_id, u.key_id, u.network
       on conflict do nothing
       returning tenant_id, key_id, network, first_used_at)
     select a.tenant_id, a.key_id, k.label, a.network, a.first_used_at as at
     from added a
     join api_keys k on k.tenant_id = a.tenant_id and k.id = a.key_id
     join known on known.tenant_id = a.tenant_id and known.key_id = a.key_id
     where known.networks > 0
       or a.network <> (select min(o.network) from added o where o.tenant_id = a.tenant_id and o.key_id = a.key_id)`,
    [
      uses.map((use) => use.tenantId),
      uses.map((use) => use.keyId),
      uses.map((use) => use.network),
      uses.map((use) => use.at),
    ],
  );
  return rows;
}
