import type { Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { Origin } from '../sessions/sign-in-log.ts';
import type { Membership } from '../staff/accounts.sql.ts';

export type OwnTenant = { id: string; name: string; slug: string; role: Role };

export async function findOwnTenants(db: Db, sessionId: string): Promise<OwnTenant[]> {
  const { rows } = await db.identityQuery<OwnTenant>(
    `select t.id, t.name, t.slug, m.role
     from sessions s
     join memberships here on here.tenant_id = s.tenant_id and here.id = s.member_id
     join memberships m on m.person_id = here.person_id
     join tenants t on t.id = m.tenant_id
     where s.id = $1
     order by m.joined_at, m.id`,
    [sessionId],
  );
  return rows;
}

export async function isSessionIn(db: Db, sessionId: string, slug: string): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    'select from sessions s join tenants t on t.id = s.tenant_id where s.id = $1 and t.slug = $2',
    [sessionId, slug],
  );
  return rowCount === 1;
}

/** A change of password waits for this lock, and then ends the sign-in that is about to begin; or this call waits for it. */
export async function holdPersonOfSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(
    `select from people where id = (
       select m.person_id from sessions s
       join memberships m on m.tenant_id = s.tenant_id and m.id = s.member_id
       where s.id = $1)
     for share`,
    [sessionId],
  );
}

/** Returns whose sign-in it was; undefined when the token is not its current one, or it is over already. */
export async function endSession(
  tx: Tx,
  session: { id: string; refreshHash: Buffer; now: Date },
): Promise<(Membership & { person_id: string; second_factor_at: Date | null }) | undefined> {
  const { rows } = await tx.query<Membership & { person_id: string; second_factor_at: Date | null }>(
    `update sessions s set revoked_at = $3
     from memberships m
     where s.id = $1 and s.refresh_hash = $2 and s.revoked_at is null and s.expires_at > $3
       and m.tenant_id = s.tenant_id and m.id = s.member_id
     returning m.person_id, m.tenant_id, m.id as member_id, m.name, s.second_factor_at`,
    [session.id, session.refreshHash, session.now],
  );
  return rows[0];
}

/** Returns false when the account has no membership of that tenant, or there is no such tenant. */
export async function insertSessionOfPerson(
  tx: Tx,
  session: {
    id: string;
    personId: string;
    slug: string;
    familyHash: Buffer;
    refreshHash: Buffer;
    now: Date;
    expiresAt: Date;
    origin: Origin;
    secondFactorAt: Date | null;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into sessions (id, tenant_id, member_id, family_hash, refresh_hash, rotated_at, created_at, expires_at,
       address, user_agent, second_factor_at)
     select $1, m.tenant_id, m.id, $4, $5, $6, $6, $7, $8, $9, $10
     from memberships m join tenants t on t.id = m.tenant_id
     where m.person_id = $2 and t.slug = $3`,
    [
      session.id,
      session.personId,
      session.slug,
      session.familyHash,
      session.refreshHash,
      session.now,
      session.expiresAt,
      session.origin.address,
      session.origin.userAgent,
      session.secondFactorAt,
    ],
  );
  return rowCount === 1;
}
