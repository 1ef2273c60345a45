import type { ModuleName, Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';

export type StaffIdentity = {
  session_id: string;
  member_id: string;
  name: string;
  role: Role;
  tenant_id: string;
  tenant_name: string;
  tenant_slug: string;
  modules: ModuleName[];
};

const MODULES_OF_TENANT = `
  array(select m.module from tenant_modules m where m.tenant_id = t.id and m.active order by m.module) as modules`;

/** Joined to the membership as it is now: whoever was removed or demoted is so from the next request on. */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<StaffIdentity | undefined> {
  const { rows } = await db.identityQuery<StaffIdentity>(FIND_LIVE_SESSION, [sessionId, now]);
  return rows[0];
}

const FIND_LIVE_SESSION = {
  name: 'find_live_session',
  text: `
    select s.id as session_id, m.id as member_id, m.name, m.role,
      t.id as tenant_id, t.name as tenant_name, t.slug as tenant_slug, ${MODULES_OF_TENANT}
    from sessions s
    join memberships m on m.tenant_id = s.tenant_id and m.id = s.member_id
    join tenants t on t.id = s.tenant_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > $2`,
};

export type Login = {
  person_id: string;
  password_hash: string;
  tenant_id: string | null;
  member_id: string | null;
};

/** The tenant asked for, else the one joined first. No tenant when the person works for none (or not for that one). */
export async function findLogin(
  db: Db,
  email: string,
  tenantSlug: string | null,
): Promise<Login | undefined> {
  const { rows } = await db.identityQuery<Login>(
    `select p.id as person_id, p.password_hash, m.tenant_id, m.id as member_id
     from people p
     left join lateral (
       select m.tenant_id, m.id from memberships m join tenants t on t.id = m.tenant_id
       where m.person_id = p.id and ($2::text is null or t.slug = $2)
       order by m.created_at, m.id limit 1) m on true
     where p.email = $1`,
    [email, tenantSlug],
  );
  return rows[0];
}

/** False when the person has left, or changed the password, since it was checked. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    login: Login;
    familyHash: Buffer;
    refreshHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { login } = session;
  try {
    // The share lock makes a change of password wait for this row, so that it ends this sign-in too.
    const { rowCount } = await db.identityQuery(
      `insert into sessions (id, tenant_id, member_id, family_hash, refresh_hash, rotated_at, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $6, $7
       from (select from people where id = $8 and password_hash = $9 for share) unchanged`,
      [
        session.id,
        login.tenant_id,
        login.member_id,
        session.familyHash,
        session.refreshHash,
        session.now,
        session.expiresAt,
        login.person_id,
        login.password_hash,
      ],
    );
    return rowCount === 1;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'session_ends_with_its_membership') return false;
    throw error;
  }
}

/** Swaps the refresh token; only one of two callers with the same token wins. */
export async function rotateSession(
  tx: Tx,
  swap: { id: string; from: Buffer; to: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update sessions set previous_hash = refresh_hash, refresh_hash = $3, rotated_at = $4, expires_at = $5
     where id = $1 and refresh_hash = $2 and revoked_at is null and expires_at > $4`,
    [swap.id, swap.from, swap.to, swap.now, swap.expiresAt],
  );
  return rowCount === 1;
}

export async function wasJustRotated(tx: Tx, id: string, presented: Buffer, since: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from sessions
     where id = $1 and previous_hash = $2 and rotated_at > $3 and revoked_at is null`,
    [id, presented, since],
  );
  return rowCount === 1;
}

/** For whoever holds one of its refresh tokens, however old; a session id alone is no secret. */
export async function revokeSession(tx: Tx, id: string, familyHash: Buffer, now: Date): Promise<void> {
  await tx.query(
    'update sessions set revoked_at = $3 where id = $1 and family_hash = $2 and revoked_at is null',
    [id, familyHash, now],
  );
}

export async function findPasswordOfSession(db: Db, sessionId: string) {
  const { rows } = await db.identityQuery<{ person_id: string; password_hash: string }>(
    `select p.id as person_id, p.password_hash
     from sessions s
     join memberships m on m.tenant_id = s.tenant_id and m.id = s.member_id
     join people p on p.id = m.person_id
     where s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** A new password ends every other sign-in of that person. False when the old one is not the password any more. */
export async function changePassword(
  tx: Tx,
  change: { personId: string; from: string; to: string; keepSession: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update people set password_hash = $3, password_changed_at = $4 where id = $1 and password_hash = $2',
    [change.personId, change.from, change.to, change.now],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `update sessions s set revoked_at = $3
     from memberships m
     where m.tenant_id = s.tenant_id and m.id = s.member_id and m.person_id = $1
       and s.id <> $2 and s.revoked_at is null`,
    [change.personId, change.keepSession, change.now],
  );
  return true;
}

export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.identityQuery('delete from sessions where expires_at < $1', [before]);
}
