/** What people do with their sign-ins, in the audit log of the tenants it concerns. */
import type { FastifyRequest } from 'fastify';
import { type Author, audit } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { enterTenant, findPlacesInOrder, type Membership } from './accounts.sql.ts';
import type { AuditNotes } from './audit-notes.ts';

/** Where a request came from. */
export type Origin = { address: string; userAgent: string | null };

const MOST_CHARACTERS = 300;

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, MOST_CHARACTERS) ?? null,
});

/** Nobody yet: whoever tried is not known. */
const SOMEONE = { type: 'system', id: null, name: 'someone' } as const;

/**
 * In memory, so that an account that exists takes no longer than one that does not. Without an origin where only the address was
 * right: anyone may have an account under it, and whoever failed may be the owner of another (decision 21).
 */
export const noteFailure = (
  notes: AuditNotes,
  at: Date,
  personId: string,
  action: string,
  origin: Origin | null,
): void =>
  notes.note({
    where: { personId },
    author: SOMEONE,
    at,
    entry: { action, subjectType: 'staff', details: { ...origin } },
    apart: origin === null ? 'by address alone' : undefined,
  });

export async function logForMember(
  db: Db,
  now: Date,
  { tenant_id, member_id, name }: Membership,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const author = { type: 'staff', id: member_id, name } as const;
  await db.inTenant(tenant_id, (tx) =>
    audit(tx, author, now, { action, subjectType: 'staff', subjectId: member_id, details }),
  );
}

/** Of an account, in every tenant it works for, in the transaction of what it tells: by the person, or by the operator for them. */
export async function logForPerson(
  tx: Tx,
  now: Date,
  personId: string,
  action: string,
  details: Record<string, unknown> = {},
  author?: Author,
): Promise<void> {
  for (const { tenant_id, member_id, name } of await findPlacesInOrder(tx, personId)) {
    await enterTenant(tx, tenant_id);
    const by = author ?? { type: 'staff', id: member_id, name };
    await audit(tx, by, now, { action, subjectType: 'staff', subjectId: member_id, details });
  }
}
