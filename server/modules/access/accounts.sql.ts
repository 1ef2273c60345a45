import type { Db, Tx } from '#kernel/db/db.ts';

/** The stored hash of any account of this address; their salt is one. */
export async function findHashOfAddress(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.identityQuery<{ password_hash: string }>(
    `select p.password_hash from people p
     where p.email = $1 and exists (select from memberships m where m.person_id = p.id) limit 1`,
    [email],
  );
  return rows[0]?.password_hash;
}

/** Held until commit: accounts of one address are made one at a time, each with its membership. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('person:' || $1::text, 0))", [email]);
}

/**
 * For whoever holds the address's lock. False when its accounts have another salt. Accounts that no tenant is left of make
 * room, so an address has no more of them than tenants have invited it.
 */
export async function insertAccount(
  db: Db,
  account: { id: string; email: string; passwordHash: string },
): Promise<boolean> {
  const { rows } = await db.identityQuery(
    `with live as (
       select p.id, p.password_hash from people p
       where p.email = $2 and exists (select from memberships m where m.person_id = p.id)),
     left_behind as (delete from people p where p.email = $2 and p.id not in (select id from live))
     insert into people (id, email, password_hash, created_at, password_changed_at)
     select $1, $2, $3, now(), now()
     where not exists (
       select from live where split_part(password_hash, '$', 5) <> split_part($3, '$', 5))
     returning id`,
    [account.id, account.email, account.passwordHash],
  );
  return rows.length === 1;
}

/** `opening` is another one after every change of the password or of the second factors. */
export type Opening = { person_id: string; email: string; opening: string };

export type OpeningAtHome = Opening & { home: string | null };

/** `home` is the tenant an account joined first: the one in whose turn it waits, wherever else it works. */
export async function findOpenings(db: Db, personIds: string[]): Promise<OpeningAtHome[]> {
  const { rows } = await db.identityQuery<OpeningAtHome>(
    `select p.id as person_id, p.email, p.opening,
       (select m.tenant_id from memberships m where m.person_id = p.id order by m.joined_at, m.id limit 1) as home
     from people p where p.id = any($1::uuid[])`,
    [personIds],
  );
  return rows;
}

/** No device is known any more by what it proved before. What a device that is to stay known proves instead. */
export async function renewOpening(tx: Tx, personId: string): Promise<Opening> {
  const { rows } = await tx.query<Opening>(
    'update people set opening = gen_random_uuid() where id = $1 returning id as person_id, email, opening',
    [personId],
  );
  return rows[0]!;
}

/** Held until commit: what opens an account changes one at a time, and a sign-in under way waits for it. */
export async function holdPerson(tx: Tx, personId: string): Promise<void> {
  await tx.query('select from people where id = $1 for no key update', [personId]);
}

/**
 * Held until commit, in order of tenant: the locks of their chains, as the trigger takes them. A tenant may keep its own log waiting,
 * so they come before the person, for whom sign-ins wait.
 */
export async function lockAuditLogs(tx: Tx, personId: string): Promise<void> {
  await tx.query(
    `with places as materialized (select tenant_id from memberships where person_id = $1 order by tenant_id)
     select pg_advisory_xact_lock(hashtextextended('audit:' || tenant_id, 0)) from places`,
    [personId],
  );
}

/** Instead of five: the connections of this role are few, and all tenants share them. */
export async function waitTwoSecondsForLocks(tx: Tx): Promise<void> {
  await tx.query("set local lock_timeout = '2s'");
}

/** Until the next one, or the end of the transaction: the tenant whose audit log this may write. */
export async function enterTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
}

export type AccountOfSession = { id: string; email: string; opening: string };

export async function findAccountOfSession(db: Db, sessionId: string): Promise<AccountOfSession | undefined> {
  const { rows } = await db.identityQuery<AccountOfSession>(
    `select p.id, p.email, p.opening from sessions s
     join memberships m on m.tenant_id = s.tenant_id and m.id = s.member_id
     join people p on p.id = m.person_id
     where s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

export type Membership = { tenant_id: string; member_id: string; name: string };
export type Place = Membership & { slug: string };

/** Where a person works. */
export async function findPlaces(db: Db, personId: string): Promise<Place[]> {
  const { rows } = await db.identityQuery<Place>(
    `select t.id as tenant_id, t.slug, m.id as member_id, m.name
     from memberships m join tenants t on t.id = m.tenant_id
     where m.person_id = $1 order by m.joined_at, m.id`,
    [personId],
  );
  return rows;
}

/** In order of tenant: whoever writes to several audit logs takes their locks in this order. */
export async function findPlacesInOrder(tx: Tx, personId: string): Promise<Membership[]> {
  const { rows } = await tx.query<Membership>(
    'select tenant_id, id as member_id, name from memberships where person_id = $1 order by tenant_id',
    [personId],
  );
  return rows;
}

/** The accounts of an address that somebody works with, in that tenant if one is named. */
export async function findAccounts(db: Db, email: string, tenantSlug: string | null) {
  const { rows } = await db.identityQuery<{ id: string; password_hash: string }>(
    `select p.id, p.password_hash from people p
     where p.email = $1 and exists (
       select from memberships m join tenants t on t.id = m.tenant_id
       where m.person_id = p.id and ($2::text is null or t.slug = $2))
     order by p.created_at, p.id`,
    [email, tenantSlug],
  );
  return rows;
}
