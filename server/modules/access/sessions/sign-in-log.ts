/** Writes what happens to sign-ins into the audit logs of the tenants concerned. */
import type { FastifyRequest } from 'fastify';
import { type Author, audit } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { AuditNotes } from '../audit-log/audit-notes.ts';
import { enterTenant, findPlacesInOrder, type Membership } from '../staff/accounts.sql.ts';

/** The network address and the browser of a request. */
export type Origin = { address: string; userAgent: string | null };

const MOST_CHARACTERS = 300;

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, MOST_CHARACTERS) ?? null,
});

/** The author of a failed sign-in is unknown. */
const SOMEONE = { type: 'system', id: null, name: 'someone' } as const;

/**
 * Notes a failure in memory, so that an account that exists takes no longer than one that does not. Leaves the origin out when
 * only the address was right: anyone may have an account under it, and the caller may be the owner of another (decision 21).
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

/**
 * Writes to the log of every tenant of an account, in the transaction of the change: by the person, or by the operator for them.
 */
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
