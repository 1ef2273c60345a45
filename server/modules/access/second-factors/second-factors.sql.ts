import type { Db, Tx } from '#kernel/db/db.ts';
import type { Passkey } from './passkeys.ts';

export type Factor = {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: Date;
  confirmed_at: Date | null;
  last_used_at: Date | null;
  totp_secret: Buffer | null;
} & Passkey;

/** Includes unconfirmed factors; the oldest comes first. */
export async function findFactors(db: Db, personId: string): Promise<Factor[]> {
  const { rows } = await db.identityQuery<Factor>(
    'select * from second_factors where person_id = $1 order by created_at, id',
    [personId],
  );
  return rows;
}

const PENDING = "kind = 'totp' and confirmed_at is null";
/** Uses the database's clock, which also set `created_at`. */
const IN_TIME = "created_at > now() - interval '10 minutes'";

/**
 * Replaces an authenticator that was begun and never confirmed. Returns false when the password or factors changed since the
 * password was checked.
 */
export async function insertTotp(
  db: Db,
  factor: { id: string; person: { id: string; opening: string }; name: string; secret: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    `with unchanged as (select id from people where id = $2 and opening = $5 for share),
     begun as (delete from second_factors where person_id = $2 and ${PENDING})
     insert into second_factors (id, person_id, kind, name, totp_secret, created_at)
     select $1, id, 'totp', $3, $4, now() from unchanged`,
    [factor.id, factor.person.id, factor.name, factor.secret, factor.person.opening],
  );
  return rowCount === 1;
}

export async function findPendingTotp(db: Db, id: string, personId: string): Promise<Factor | undefined> {
  const { rows } = await db.identityQuery<Factor>(
    `select * from second_factors where id = $1 and person_id = $2 and ${PENDING} and ${IN_TIME}`,
    [id, personId],
  );
  return rows[0];
}

export async function deleteLapsedTotp(db: Db): Promise<void> {
  await db.identityQuery(`delete from second_factors where ${PENDING} and not ${IN_TIME}`);
}

export async function insertPasskey(
  tx: Tx,
  factor: { id: string; personId: string; name: string; passkey: Passkey; now: Date },
): Promise<void> {
  const { passkey } = factor;
  await tx.query(
    `insert into second_factors
       (id, person_id, kind, name, credential_id, public_key, counter, transports, created_at, confirmed_at)
     values ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8, $8)`,
    [
      factor.id,
      factor.personId,
      factor.name,
      passkey.credential_id,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      factor.now,
    ],
  );
}

export async function confirmTotp(
  tx: Tx,
  id: string,
  personId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update second_factors set confirmed_at = $4, totp_step = $3
     where id = $1 and person_id = $2 and ${PENDING} and ${IN_TIME}`,
    [id, personId, step, now],
  );
  return rowCount === 1;
}

export async function countConfirmed(tx: Tx, personId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from second_factors where person_id = $1 and confirmed_at is not null',
    [personId],
  );
  return rows[0]!.count;
}

export async function deleteFactor(tx: Tx, id: string, personId: string): Promise<Factor | undefined> {
  const { rows } = await tx.query<Factor>(
    'delete from second_factors where id = $1 and person_id = $2 returning *',
    [id, personId],
  );
  return rows[0];
}

/** Returns true for the first use of this code only. */
export async function useTotpStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    `update second_factors set totp_step = $2, last_used_at = $3
     where id = $1 and confirmed_at is not null and (totp_step is null or totp_step < $2)`,
    [id, step, now],
  );
  return rowCount === 1;
}

export async function notePasskeyUse(
  db: Db,
  credentialId: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    'update second_factors set counter = greatest(counter, $2), last_used_at = $3 where credential_id = $1',
    [credentialId, counter, now],
  );
  return rowCount === 1;
}

export async function findRecoveryProofs(db: Db, personId: string): Promise<string[]> {
  const { rows } = await db.identityQuery<{ proof: string }>(
    'select proof from recovery_codes where person_id = $1',
    [personId],
  );
  return rows.map(({ proof }) => proof);
}

/** Returns true for the request that used the code; of two concurrent ones, for only one. */
export async function useRecoveryCode(db: Db, personId: string, proof: string): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    'delete from recovery_codes where person_id = $1 and proof = $2',
    [personId, proof],
  );
  return rowCount === 1;
}

export async function replaceRecoveryCodes(tx: Tx, personId: string, proofs: string[]): Promise<void> {
  await tx.query('delete from recovery_codes where person_id = $1', [personId]);
  await tx.query('insert into recovery_codes (person_id, proof) select $1, unnest($2::text[])', [
    personId,
    proofs,
  ]);
}

/** Marks the sign-ins of an account: this one has passed the second factor, or none has any more. */
export async function markSessions(
  tx: Tx,
  personId: string,
  passed: { sessionId: string; at: Date } | null,
): Promise<void> {
  await tx.query(
    `update sessions s set second_factor_at = $2
     from memberships m
     where m.person_id = $1 and s.tenant_id = m.tenant_id and s.member_id = m.id and ($3::uuid is null or s.id = $3)`,
    [personId, passed?.at ?? null, passed?.sessionId ?? null],
  );
}

/** For operators. Returns false when there was none. */
export async function deleteFactors(tx: Tx, personId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from second_factors where person_id = $1', [personId]);
  return rowCount > 0;
}
