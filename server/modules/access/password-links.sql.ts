import type { Db, Tx } from '#kernel/db/db.ts';

/**
 * One for each account, for so long by the database's clock: a new one ends the one before. False when the password, or that it
 * must be set, is not any more as it was seen: a sign-in under way never takes the place of a reset.
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

export async function findPasswordLink(db: Db, secretHash: Buffer) {
  const { rows } = await db.identityQuery<{ id: string; password_hash: string; names: string[] }>(
    `select p.id, p.password_hash,
       p.email || array(
         select t.name from memberships m join tenants t on t.id = m.tenant_id where m.person_id = p.id) as names
     from password_links l join people p on p.id = l.person_id
     where l.secret_hash = $1 and l.expires_at > now()`,
    [secretHash],
  );
  return rows[0];
}

/** Whoever takes it has it alone. */
export async function takePasswordLink(tx: Tx, secretHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from password_links where secret_hash = $1 and expires_at > now()',
    [secretHash],
  );
  return rowCount === 1;
}

/** Ends every sign-in of that person, and every link to set a password. */
export async function overwritePassword(
  tx: Tx,
  change: { personId: string; passwordHash: string; now: Date },
): Promise<void> {
  await tx.query(
    'update people set password_hash = $2, password_changed_at = $3, must_set_password = false where id = $1',
    [change.personId, change.passwordHash, change.now],
  );
  await tx.query('delete from password_links where person_id = $1', [change.personId]);
  await tx.query(
    `update sessions s set revoked_at = $2
     from memberships m
     where m.tenant_id = s.tenant_id and m.id = s.member_id and m.person_id = $1 and s.revoked_at is null`,
    [change.personId, change.now],
  );
}
