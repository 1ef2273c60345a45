import type { Db, Tx } from '#kernel/db/db.ts';
import type { Opening } from '../staff/accounts.sql.ts';

/**
 * Stores the one link of an account, valid for a time by the database's clock; a new one ends the previous one. Returns false
 * when the password, or the duty to set one, changed since it was read: a sign-in under way never replaces a reset.
 */
export async function keepPasswordLink(
  tx: Tx,
  account: { id: string; passwordHash: string; mustSet: boolean },
  secretHash: Buffer,
  minutes: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into password_links (person_id, secret_hash, expires_at)
     select id, $4, now() + $5 * interval '1 minute'
     from (select id from people where id = $1 and password_hash = $2 and must_set_password = $3 for share) unchanged
     on conflict (person_id) do update set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`,
    [account.id, account.passwordHash, account.mustSet, secretHash, minutes],
  );
  return rowCount === 1;
}

type LinkedAccount = Opening & { password_hash: string; has_second_factor: boolean; names: string[] };

export async function findPasswordLink(db: Db, secretHash: Buffer): Promise<LinkedAccount | undefined> {
  const { rows } = await db.identityQuery<LinkedAccount>(
    `select p.id as person_id, p.email, p.opening, p.password_hash,
       exists (
         select from second_factors f where f.person_id = p.id and f.confirmed_at is not null) as has_second_factor,
       p.email || array(
         select t.name from memberships m join tenants t on t.id = m.tenant_id where m.person_id = p.id) as names
     from password_links l join people p on p.id = l.person_id
     where l.secret_hash = $1 and l.expires_at > now()`,
    [secretHash],
  );
  return rows[0];
}

/** Only one transaction claims the link. */
export async function takePasswordLink(tx: Tx, secretHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from password_links where secret_hash = $1 and expires_at > now()',
    [secretHash],
  );
  return rowCount === 1;
}

/**
 * Ends everything begun with the previous password: links to set one, and an authenticator that is not confirmed yet. Returns
 * undefined when `from` is no longer the password; `from` null replaces any.
 */
export async function overwritePassword(
  tx: Tx,
  change: { personId: string; from: string | null; to: string; now: Date },
): Promise<Opening | undefined> {
  const { rows } = await tx.query<Opening>(
    `update people
     set password_hash = $3, password_changed_at = $4, must_set_password = false, opening = gen_random_uuid()
     where id = $1 and ($2::text is null or password_hash = $2)
     returning id as person_id, email, opening`,
    [change.personId, change.from, change.to, change.now],
  );
  if (rows[0] === undefined) return undefined;
  await tx.query('delete from password_links where person_id = $1', [change.personId]);
  await tx.query('delete from second_factors where person_id = $1 and confirmed_at is null', [
    change.personId,
  ]);
  return rows[0];
}
