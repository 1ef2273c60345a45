/**
 * Audit log entries that are too frequent for a row each, or must not slow their request: noted in memory and written soon after.
 * The first note of a kind gets a row of its own; those of the following minute share one, with their number.
 */
import { type AuditEntry, type Author, audit } from '#kernel/audit.ts';
import type { Db } from '#kernel/db/db.ts';
import type { Logger } from '#kernel/log.ts';
import { findPlaces } from '../staff/accounts.sql.ts';

const ONCE_PER_MS = 60_000;
const MOST_WAITING = 10_000;
const MOST_PER_ROUND = 200;

type Note = {
  /** One tenant; or an account, and so every tenant of its memberships. */
  where: { tenantId: string } | { personId: string };
  author: Author;
  at: Date;
  entry: Omit<AuditEntry, 'subjectId'> & { subjectId?: string };
  /** Distinguishes the note from others of its kind. */
  apart?: string;
};

export type AuditNotes = ReturnType<typeof createAuditNotes>;

export function createAuditNotes(db: Db, log: Logger) {
  const waiting = new Map<string, Note & { count: number }>();
  const written = new Map<string, number>();

  const isDue = (key: string) => performance.now() - (written.get(key) ?? -ONCE_PER_MS) >= ONCE_PER_MS;

  async function write({ where, ...note }: Note & { count: number }): Promise<void> {
    const places =
      'tenantId' in where
        ? [{ tenant_id: where.tenantId, member_id: note.entry.subjectId! }]
        : await findPlaces(db, where.personId);
    const details = { ...note.entry.details, ...(note.count > 1 && { count: note.count }) };
    for (const { tenant_id, member_id } of places)
      await db.inTenant(tenant_id, (tx) =>
        audit(tx, note.author, note.at, {
          ...note.entry,
          subjectId: note.entry.subjectId ?? member_id,
          details,
        }),
      );
  }

  return {
    note(note: Note): void {
      const where = 'tenantId' in note.where ? note.where.tenantId : note.where.personId;
      const key = [where, note.entry.action, note.entry.subjectId, note.author.id, note.apart].join(' ');
      const known = waiting.get(key);
      if (known === undefined && waiting.size >= MOST_WAITING) return;
      waiting.set(key, { ...note, count: (known?.count ?? 0) + 1 });
    },
    /** Writes notes that are due, at most 200. With `all`, every note, also within a minute of the last row of its kind. */
    async flush(all = false): Promise<void> {
      const due = [...waiting]
        .filter(([key]) => all || isDue(key))
        .slice(0, all ? undefined : MOST_PER_ROUND);
      for (const [key, note] of due) {
        waiting.delete(key);
        try {
          await write(note);
        } catch (error) {
          // The note waits for the next round, together with those added meanwhile.
          waiting.set(key, { ...note, count: note.count + (waiting.get(key)?.count ?? 0) });
          log.warn({ err: error }, 'a note for the audit log was not written; it will be tried again');
          return;
        }
        if (written.size >= MOST_WAITING) written.clear();
        written.set(key, performance.now());
      }
    },
  };
}
