import type { ModuleName, Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { Membership, Opening } from '../staff/accounts.sql.ts';
import type { Origin } from './sign-in-log.ts';

export type StaffIdentity = {
  session_id: string;
  member_id: string;
  name: string;
  role: Role;
  locale: string | null;
  /** JSON of TypeRights. */
  content_types: string | null;
  tenant_id: string;
  tenant_name: string;
  tenant_slug: string;
  tenant_time_zone: string;
  tenant_currency: string;
  tenant_locale: string | null;
  modules: ModuleName[];
  needs_second_factor: boolean;
};

const MODULES_OF_TENANT = `
  array(select m.module from tenant_modules m where m.tenant_id = t.id and m.active order by m.module) as modules`;

/** Joined to the current membership: a removal or a change of role takes effect on the next request. */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<StaffIdentity | undefined> {
  const { rows } = await db.identityQuery<StaffIdentity>(FIND_LIVE_SESSIONS, [`{${sessionId}}`, now]);
  return rows[0];
}

/** The same for all sign-ins of a batch. */
export async function findLiveSessions(
  db: Db,
  sessionIds: Iterable<string>,
  now: Date,
): Promise<StaffIdentity[]> {
  const asked = list([...sessionIds], (id) => id);
  return (await db.callersQuery<StaffIdentity>(FIND_LIVE_SESSIONS, [asked, now])).rows;
}

// OFFSET 0 makes the planner look up one by one through the index, however many there are.
const FIND_LIVE_SESSIONS = {
  name: 'find_live_sessions',
  text: `
    select s.id as session_id, m.id as member_id, m.name, m.role, m.locale, m.content_types::text,
      t.id as tenant_id, t.name as tenant_name, t.slug as tenant_slug, t.time_zone as tenant_time_zone,
      t.currency as tenant_currency, t.locale as tenant_locale, ${MODULES_OF_TENANT},
      s.second_factor_at is null and m.role = any (t.second_factor_roles) as needs_second_factor
    from unnest($1::uuid[]) as asked (id)
    cross join lateral (
      select * from sessions where id = asked.id and revoked_at is null and expires_at > $2 offset 0) s
    cross join lateral (
      select * from memberships where tenant_id = s.tenant_id and id = s.member_id offset 0) m
    cross join lateral (select * from tenants where id = s.tenant_id offset 0) t`,
};

export type Login = Opening & {
  password_hash: string;
  must_set_password: boolean;
  tenant_id: string;
  tenant_name: string;
  tenant_slug: string;
  member_id: string;
  has_second_factor: boolean;
};

const LOGIN = `
  p.id as person_id, p.email, p.opening, p.password_hash, p.must_set_password, m.tenant_id, m.id as member_id,
  t.name as tenant_name, t.slug as tenant_slug,
  exists (select from second_factors f where f.person_id = p.id and f.confirmed_at is not null) as has_second_factor`;

/** Finds the login that a ticket names. */
export async function findLoginOfMember(
  db: Db,
  tenantId: string,
  memberId: string,
): Promise<Login | undefined> {
  const { rows } = await db.identityQuery<Login>(
    `select ${LOGIN}
     from memberships m join people p on p.id = m.person_id join tenants t on t.id = m.tenant_id
     where m.tenant_id = $1 and m.id = $2`,
    [tenantId, memberId],
  );
  return rows[0];
}

/**
 * Returns the accounts of an address, each with the tenant asked for, else the one it joined first; sorted by that joining.
 * Several accounts may have one address (decision 5): only the password identifies the account.
 */
export async function findLogins(db: Db, email: string, tenantSlug: string | null): Promise<Login[]> {
  const { rows } = await db.identityQuery<Login>(
    `select ${LOGIN}
     from people p
     join lateral (
       select m.tenant_id, m.id, m.joined_at from memberships m join tenants t on t.id = m.tenant_id
       where m.person_id = p.id and ($2::text is null or t.slug = $2)
       order by m.joined_at, m.id limit 1) m on true
     join tenants t on t.id = m.tenant_id
     where p.email = $1
     order by m.joined_at, m.id`,
    [email, tenantSlug],
  );
  return rows;
}

/** Returns false when the person has left, or changed the password or factors, since they were checked. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    login: Login;
    familyHash: Buffer;
    refreshHash: Buffer;
    now: Date;
    expiresAt: Date;
    origin: Origin;
    /** The session began with a second factor. */
    secondFactor: boolean;
  },
): Promise<boolean> {
  const { login } = session;
  try {
    return await db.identity(async (tx) => {
      // A change of password or factors waits for this transaction, and then ends this sign-in too; or this one waits for it.
      const { rowCount: isUnchanged } = await tx.query(
        'select from people where id = $1 and password_hash = $2 and opening = $3 for share',
        [login.person_id, login.password_hash, login.opening],
      );
      if (isUnchanged === 0) return false;
      // A separate statement, which sees factors that were added or removed while the previous one waited.
      const { rowCount } = await tx.query(
        `insert into sessions (id, tenant_id, member_id, family_hash, refresh_hash, rotated_at, created_at, expires_at,
           address, user_agent, second_factor_at)
         select $1, $2, $3, $4, $5, $6, $6, $7, $9, $10, case when $11 then $6::timestamptz end
         where $11 = exists (select from second_factors f where f.person_id = $8 and f.confirmed_at is not null)`,
        [
          session.id,
          login.tenant_id,
          login.member_id,
          session.familyHash,
          session.refreshHash,
          session.now,
          session.expiresAt,
          login.person_id,
          session.origin.address,
          session.origin.userAgent,
          session.secondFactor,
        ],
      );
      return rowCount === 1;
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'session_ends_with_its_membership') return false;
    throw error;
  }
}

/** Swaps the refresh token; of two concurrent requests with the same token, only one succeeds. */
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

/**
 * Needs one of the session's refresh tokens, however old: a session id alone is no secret. Returns whose it was, if this call
 * ended it.
 */
export async function revokeSession(
  tx: Tx,
  id: string,
  familyHash: Buffer,
  now: Date,
): Promise<Membership | undefined> {
  const { rows } = await tx.query<Membership>(
    `update sessions s set revoked_at = $3
     from memberships m
     where s.id = $1 and s.family_hash = $2 and s.revoked_at is null
       and m.tenant_id = s.tenant_id and m.id = s.member_id
     returning m.tenant_id, m.id as member_id, m.name`,
    [id, familyHash, now],
  );
  return rows[0];
}

export type Presence = { member_id: string; seen_at: Date | null; has_second_factor: boolean };

/** When members of a tenant were last here, as far as their sign-ins are kept, and whether their accounts have a second factor. */
export async function findPresence(db: Db, tenantId: string, memberIds: string[]): Promise<Presence[]> {
  const { rows } = await db.identityQuery<Presence>(
    `select m.id as member_id,
       (select max(s.rotated_at) from sessions s where s.tenant_id = m.tenant_id and s.member_id = m.id) as seen_at,
       exists (select from second_factors f where f.person_id = m.person_id and f.confirmed_at is not null) as has_second_factor
     from memberships m where m.tenant_id = $1 and m.id = any($2)`,
    [tenantId, memberIds],
  );
  return rows;
}

type PasswordOfSession = { person_id: string; password_hash: string; tenant_id: string; names: string[] };

export async function findPasswordOfSession(
  db: Db,
  sessionId: string,
): Promise<PasswordOfSession | undefined> {
  const { rows } = await db.identityQuery<PasswordOfSession>(
    `select p.id as person_id, p.password_hash, s.tenant_id,
       p.email || array(
         select t.name from memberships o join tenants t on t.id = o.tenant_id where o.person_id = p.id) as names
     from sessions s
     join memberships m on m.tenant_id = s.tenant_id and m.id = s.member_id
     join people p on p.id = m.person_id
     where s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** Ends all sign-ins of an account, in every tenant, except `keep`. */
export async function endSessions(tx: Tx, personId: string, keep: string | null, now: Date): Promise<void> {
  await tx.query(
    `update sessions s set revoked_at = $3
     from memberships m
     where m.tenant_id = s.tenant_id and m.id = s.member_id and m.person_id = $1
       and s.id is distinct from $2 and s.revoked_at is null`,
    [personId, keep, now],
  );
}

export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.identityQuery('delete from sessions where expires_at < $1', [before]);
}
