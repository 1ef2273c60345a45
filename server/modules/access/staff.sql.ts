import type { Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';

export type MemberRow = { id: string; email: string; name: string; role: Role; created_at: Date };

/**
 * The person with this address, made if need be. Someone who belongs to no tenant (added, but the second step failed;
 * or removed everywhere) starts over with the new password.
 */
export async function ensurePerson(
  db: Db,
  person: { id: string; email: string; name: string; passwordHash: string; now: Date },
): Promise<string> {
  const { rows } = await db.identityQuery<{ id: string }>(
    `with made as (
       insert into people (id, email, name, password_hash, created_at, password_changed_at)
       values ($1, $2, $3, $4, $5, $5)
       on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = $5
         where not exists (select from memberships m where m.person_id = people.id)
       returning id)
     select id from made union all select id from people where email = $2 limit 1`,
    [person.id, person.email, person.name, person.passwordHash, person.now],
  );
  // Nothing comes back when someone else made the person in this very moment: it is there for the next look.
  return rows[0]?.id ?? ensurePerson(db, person);
}

export async function insertMember(
  tx: Tx,
  member: { id: string; personId: string; role: Role; now: Date },
): Promise<void> {
  await tx.query(
    'insert into memberships (tenant_id, id, person_id, role, created_at) values (current_tenant(), $1, $2, $3, $4)',
    [member.id, member.personId, member.role, member.now],
  );
}

const MEMBER = `
  select m.id, p.email, p.name, m.role, m.created_at
  from memberships m join people p on p.id = m.person_id
  where m.tenant_id = current_tenant()`;

export async function findMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const { rows } = await tx.query<MemberRow>(`${MEMBER} and m.id = $1 for update of m`, [id]);
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

/** Locks the owners, so that two of them cannot leave at the same moment. */
export async function countOwnersForUpdate(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(
    "select id from memberships where tenant_id = current_tenant() and role = 'owner' order by id for update",
  );
  return rowCount;
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
