import type { Role } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { limitsOf } from './limits.ts';

export type MemberRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** JSON of TypeRights; null: every type. */
  content_types: string | null;
  created_at: Date;
  /** Null for an invitation. */
  joined_at: Date | null;
  /** Null when there is no valid link. */
  invitation_expires_at: Date | null;
};

const jsonOf = (rights: TypeRights | null) => (rights === null ? null : JSON.stringify(rights));

export async function insertMember(
  tx: Tx,
  member: {
    id: string;
    personId: string | null;
    email: string;
    name: string;
    role: Role;
    contentTypes: TypeRights | null;
    now: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into memberships (tenant_id, id, person_id, email, name, role, created_at, joined_at, content_types)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, case when $2::uuid is not null then $6::timestamptz end, $7)`,
    [
      ...[member.id, member.personId, member.email, member.name, member.role, member.now],
      jsonOf(member.contentTypes),
    ],
  );
}

const MEMBER = `
  select m.id, m.email, m.name, m.role, m.content_types::text, m.created_at, m.joined_at, i.expires_at as invitation_expires_at
  from memberships m
  left join invitations i on i.tenant_id = m.tenant_id and i.member_id = m.id and i.expires_at > now()
  where m.tenant_id = current_tenant()`;

export async function findMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const { rows } = await tx.query<MemberRow>(`${MEMBER} and m.id = $1`, [id]);
  return rows[0];
}

export async function findMemberByEmail(tx: Tx, email: string): Promise<MemberRow | undefined> {
  const { rows } = await tx.query<MemberRow>(`${MEMBER} and m.email = $1`, [email]);
  return rows[0];
}

export async function listMembers(
  tx: Tx,
  limit: number,
  after: Position | null,
  status: 'joined' | 'invited' | null,
): Promise<MemberRow[]> {
  const { rows } = await tx.query<MemberRow>(
    `${MEMBER} and ($1::timestamptz is null or (m.created_at, m.id) < ($1, $2::uuid))
       and ($4::text is null or (m.joined_at is null) = ($4 = 'invited'))
     order by m.created_at desc, m.id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1, status],
  );
  return rows;
}

/** No list of names is longer. */
const MOST_NAMES = 500;

/** Members who have joined, or those with these ids. */
export async function findColleagues(
  tx: Tx,
  ids: string[] | null,
): Promise<{ id: string; name: string; role: Role; contentTypes: TypeRights | null }[]> {
  const { rows } = await tx.query<{ id: string; name: string; role: Role; content_types: string | null }>(
    `select id, name, role, content_types::text from memberships
     where tenant_id = current_tenant() and joined_at is not null and ($1::uuid[] is null or id = any($1))
     order by name, id limit ${MOST_NAMES}`,
    [ids],
  );
  return rows.map(({ content_types, ...member }) => ({
    ...member,
    contentTypes: limitsOf(member.role, content_types),
  }));
}

/** Locks the roles of the tenant until commit: they change one at a time, so that two owners cannot leave at the same moment. */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('roles:' || current_tenant(), 0))");
}

export async function isLastOwner(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ last: boolean }>(
    `select not exists (
       select from memberships
       where tenant_id = current_tenant() and role = 'owner' and joined_at is not null and id <> $1) as last`,
    [id],
  );
  return rows[0]!.last;
}

export async function setAccess(
  tx: Tx,
  id: string,
  role: Role,
  contentTypes: TypeRights | null,
): Promise<void> {
  await tx.query(
    'update memberships set role = $2, content_types = $3 where tenant_id = current_tenant() and id = $1',
    [id, role, jsonOf(contentTypes)],
  );
}

export type Profile = { name: string; locale: string | null };

/** Changes what is given; returns the profile before and after, or undefined if the member was removed meanwhile. */
export async function setProfile(
  tx: Tx,
  id: string,
  change: Partial<Profile>,
): Promise<{ before: Profile; after: Profile } | undefined> {
  const { rows } = await tx.query<Profile>(
    'select name, locale from memberships where tenant_id = current_tenant() and id = $1 for no key update',
    [id],
  );
  const [before] = rows;
  if (before === undefined) return undefined;
  const after = {
    name: change.name ?? before.name,
    locale: change.locale === undefined ? before.locale : change.locale,
  };
  await tx.query(
    'update memberships set name = $2, locale = $3 where tenant_id = current_tenant() and id = $1',
    [id, after.name, after.locale],
  );
  return { before, after };
}

export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from memberships where tenant_id = current_tenant() and id = $1', [id]);
}
