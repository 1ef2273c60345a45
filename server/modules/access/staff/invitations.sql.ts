import type { Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';

/** Stores an invitation for seven days by the database's clock. The previous link ends. */
export async function keepInvitation(
  tx: Tx,
  memberId: string,
  invitedBy: string | null,
  secretHash: Buffer,
): Promise<Date> {
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into invitations (tenant_id, member_id, invited_by, secret_hash, expires_at)
     values (current_tenant(), $1, $2, $3, now() + interval '7 days')
     on conflict (tenant_id, member_id) do update
       set invited_by = excluded.invited_by, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at
     returning expires_at`,
    [memberId, invitedBy, secretHash],
  );
  return rows[0]!.expires_at;
}

export async function deleteInvitation(tx: Tx, memberId: string): Promise<void> {
  await tx.query('delete from invitations where tenant_id = current_tenant() and member_id = $1', [memberId]);
}

/** Ends the open links of an inviter that grant one of these roles. */
export async function deleteInvitationsBy(tx: Tx, inviterId: string, roles: Role[]): Promise<void> {
  await tx.query(
    `delete from invitations i using memberships m
     where i.tenant_id = current_tenant() and i.invited_by = $1
       and m.tenant_id = i.tenant_id and m.id = i.member_id and m.role = any($2)`,
    [inviterId, roles],
  );
}

export type Invitation = {
  tenant_id: string;
  tenant_name: string;
  tenant_slug: string;
  member_id: string;
  email: string;
  role: Role;
  expires_at: Date;
};

/** Reads no account: a link shows the same whether its address has one or not. */
export async function findInvitation(db: Db, secretHash: Buffer): Promise<Invitation | undefined> {
  const { rows } = await db.identityQuery<Invitation>(
    `select t.id as tenant_id, t.name as tenant_name, t.slug as tenant_slug, m.id as member_id, m.email, m.role, i.expires_at
     from invitations i
     join memberships m on m.tenant_id = i.tenant_id and m.id = i.member_id
     join tenants t on t.id = i.tenant_id
     where i.secret_hash = $1 and i.expires_at > now()`,
    [secretHash],
  );
  return rows[0];
}

/**
 * Only one transaction claims the invitation. Returns false when it was used, replaced or withdrawn since it was found, or has
 * expired.
 */
export async function takeInvitation(tx: Tx, memberId: string, secretHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from invitations
     where tenant_id = current_tenant() and member_id = $1 and secret_hash = $2 and expires_at > now()`,
    [memberId, secretHash],
  );
  return rowCount === 1;
}

export async function joinMember(tx: Tx, memberId: string, personId: string, now: Date): Promise<void> {
  await tx.query(
    `update memberships set person_id = $2, joined_at = $3
     where tenant_id = current_tenant() and id = $1 and person_id is null`,
    [memberId, personId, now],
  );
}
