import type { Db, Tx } from '#kernel/db/db.ts';

/** Returns the stored hash of any account of this address; all of them share one salt. */
export async function findHashOfAddress(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.identityQuery<{ password_hash: string }>(
    `select p.password_hash from people p
     where p.email = $1 and exists (select from memberships m where m.person_id = p.id) limit 1`,
    [email],
  );
  return rows[0]?.password_hash;
}

/** Locks the address until commit: its accounts are created one at a time, each with its membership. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('person:' || $1::text, 0))", [email]);
}

/**
 * The caller holds the lock of the address. Returns false when the accounts of the address have another salt. Deletes accounts
 * without a membership, so an address has no more accounts than tenants have invited it.
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

/** `opening` gets a new value with every change of the password or of the second factors. */
export type Opening = { person_id: string; email: string; opening: string };

export type OpeningAtHome = Opening & { home: string | null };

/** `home` is the tenant that the account joined first: in fair queues the account waits as part of it, wherever it works. */
export async function findOpenings(db: Db, personIds: string[]): Promise<OpeningAtHome[]> {
  const { rows } = await db.identityQuery<OpeningAtHome>(
    `select p.id as person_id, p.email, p.opening,
       (select m.tenant_id from memberships m where m.person_id = p.id order by m.joined_at, m.id limit 1) as home
     from people p where p.id = any($1::uuid[])`,
    [personIds],
  );
  return rows;
}

/** Voids the proofs of all known devices. Returns the values for a new proof, for a device that stays known. */
export async function renewOpening(tx: Tx, personId: string): Promise<Opening> {
  const { rows } = await tx.query<Opening>(
    'update people set opening = gen_random_uuid() where id = $1 returning id as person_id, email, opening',
    [personId],
  );
  return rows[0]!;
}

/** Locks the account until commit: its password and factors change one at a time, and a sign-in under way waits. */
export async function holdPerson(tx: Tx, personId: string): Promise<void> {
  await tx.query('select from people where id = $1 for no key update', [personId]);
}

/**
 * Locks the audit log chains of the account's tenants until commit, in order of tenant, as the trigger does. A tenant can block
 * its own log, so these locks come before that of the account, for which sign-ins wait.
 */
export async function lockAuditLogs(tx: Tx, personId: string): Promise<void> {
  await tx.query(
    `with places as materialized (select tenant_id from memberships where person_id = $1 order by tenant_id)
     select pg_advisory_xact_lock(hashtextextended('audit:' || tenant_id, 0)) from places`,
    [personId],
  );
}

/** Lowers the lock timeout from five seconds to two: all tenants share the few connections of this role. */
export async function waitTwoSecondsForLocks(tx: Tx): Promise<void> {
  await tx.query("set local lock_timeout = '2s'");
}

/** Sets the tenant whose audit log the transaction may write, until the next call or the end of the transaction. */
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

/** Lists the memberships of an account. */
export async function findPlaces(db: Db, personId: string): Promise<Place[]> {
  const { rows } = await db.identityQuery<Place>(
    `select t.id as tenant_id, t.slug, m.id as member_id, m.name
     from memberships m join tenants t on t.id = m.tenant_id
     where m.person_id = $1 order by m.joined_at, m.id`,
    [personId],
  );
  return rows;
}

/** Sorted by tenant: a transaction that writes to several audit logs locks them in this order. */
export async function findPlacesInOrder(tx: Tx, personId: string): Promise<Membership[]> {
  const { rows } = await tx.query<Membership>(
    'select tenant_id, id as member_id, name from memberships where person_id = $1 order by tenant_id',
    [personId],
  );
  return rows;
}

/** Lists the accounts of an address that have a membership, in the named tenant if there is one. */
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
