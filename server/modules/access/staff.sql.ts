import type { Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';

export type MemberRow = { id: string; email: string; name: string; role: Role; created_at: Date };

/**
 * Held until commit: from finding a person to making them a member, nobody else does either with the same address.
 * Otherwise someone could set the password of a person whom another tenant is adding at this moment.
 */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('person:' || $1::text, 0))", [email]);
}

/**
 * The person with this address, made if need be. Someone who belongs to no tenant (added, but the second step failed;
 * or removed everywhere) starts over with the new password.
 */
export async function ensurePerson(
  db: Db,
  person: { id: string; email: string; passwordHash: string; now: Date },
): Promise<string> {
  const { rows } = await db.identityQuery<{ id: string }>(
    `with made as (
       insert into people (id, email, password_hash, created_at, password_changed_at)
       values ($1, $2, $3, $4, $4)
       on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = $4
         where not exists (select from memberships m where m.person_id = people.id)
       returning id)
     select id from made union all select id from people where email = $2 limit 1`,
    [person.id, person.email, person.passwordHash, person.now],
  );
  return rows[0]!.id;
}

export async function insertMember(
  tx: Tx,
  member: { id: string; personId: string; name: string; role: Role; now: Date },
): Promise<void> {
  await tx.query(
    `insert into memberships (tenant_id, id, person_id, name, role, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5)`,
    [member.id, member.personId, member.name, member.role, member.now],
  );
}

const MEMBER = `
  select m.id, p.email, m.name, m.role, m.created_at
  from memberships m join people p on p.id = m.person_id
  where m.tenant_id = current_tenant()`;

export async function findMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const { rows } = await tx.query<MemberRow>(`${MEMBER} and m.id = $1`, [id]);
  return rows[0];
}

export async function listMembers(tx: Tx, limit: number, after: Position | null): Promise<MemberRow[]> {
  const { rows } = await tx.query<MemberRow>(
    `${MEMBER} and ($1::timestamptz is null or (m.created_at, m.id) < ($1, $2::uuid))
     order by m.created_at desc, m.id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

/** Held until commit: roles of one tenant change one at a time, so that two owners cannot leave at the same moment. */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('roles:' || current_tenant(), 0))");
}

export async function isLastOwner(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ last: boolean }>(
    `select not exists (
       select from memberships where tenant_id = current_tenant() and role = 'owner' and id <> $1) as last`,
    [id],
  );
  return rows[0]!.last;
}

export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.query('update memberships set role = $2 where tenant_id = current_tenant() and id = $1', [
    id,
    role,
  ]);
}

export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from memberships where tenant_id = current_tenant() and id = $1', [id]);
}
