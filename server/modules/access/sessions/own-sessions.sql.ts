import type { Db } from '#kernel/db/db.ts';
import type { Membership } from '../staff/accounts.sql.ts';

export type OwnSession = {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  rotated_at: Date;
  tenant_id: string;
  tenant_name: string;
  tenant_slug: string;
};

const OF_THE_SAME_PERSON = `
  from sessions own
  join memberships me on me.tenant_id = own.tenant_id and me.id = own.member_id
  join memberships m on m.person_id = me.person_id
  join sessions s on s.tenant_id = m.tenant_id and s.member_id = m.id
  where own.id = $1 and s.revoked_at is null and s.expires_at > $2`;

export async function listOwnSessions(db: Db, sessionId: string, now: Date): Promise<OwnSession[]> {
  const { rows } = await db.identityQuery<OwnSession>(
    `select s.id, s.address, s.user_agent, s.created_at, s.rotated_at,
       t.id as tenant_id, t.name as tenant_name, t.slug as tenant_slug
     from (select s.*, s.tenant_id as of_tenant ${OF_THE_SAME_PERSON}) s
     join tenants t on t.id = s.of_tenant
     order by s.rotated_at desc, s.id limit 200`,
    [sessionId, now],
  );
  return rows;
}

/** Ends one sign-in of the caller's account, or all but the calling one; returns their memberships. */
export async function endOwnSessions(
  db: Db,
  sessionId: string,
  which: string | null,
  now: Date,
): Promise<Membership[]> {
  const { rows } = await db.identityQuery<Membership>(
    `update sessions e set revoked_at = $2
     from (
       select s.id, m.tenant_id, m.id as member_id, m.name ${OF_THE_SAME_PERSON}
         and case when $3::uuid is null then s.id <> $1 else s.id = $3 end) ended
     where e.id = ended.id and e.revoked_at is null
     returning ended.tenant_id, ended.member_id, ended.name`,
    [sessionId, now, which],
  );
  return rows;
}
