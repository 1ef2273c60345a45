import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Nullable, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { type AuditRow, findBrokenLink, listAudit } from './audit-log.sql.ts';

const Entry = NamedObject('AuditLogEntry', {
  id: Type.String({ description: 'The place in the chain: 1, 2, 3, …' }),
  at: Time(),
  actor: Type.Object({
    type: Type.String(),
    id: Type.Union([Type.String(), Type.Null()]),
    name: Type.String(),
  }),
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  details: Type.Record(Type.String(), Type.Unknown()),
});

const Filter = Type.Object({
  ...PageQuery.properties,
  action: Type.Optional(Text(100)),
  actorId: Type.Optional(Uuid()),
  subjectType: Type.Optional(Text(100)),
  subjectId: Type.Optional(Text(100)),
  since: Type.Optional(Time()),
  until: Type.Optional(Time()),
});

const Verification = NamedObject('AuditLogVerification', {
  entries: Type.Integer(),
  intact: Type.Boolean(),
  brokenAt: {
    ...Nullable(Type.String()),
    description: 'The first entry that was changed, or that one is missing before.',
  },
});

export function auditLogRoutes(app: App): void {
  app.get(
    '/v1/audit-log',
    {
      config: { role: 'admin' },
      schema: { summary: 'Changes and their actors', querystring: Filter, response: { 200: Page(Entry) } },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const rows = await request.inTenant((tx) => listAudit(tx, filter, limit, readCursor(cursor, 'number')));
      return page(rows, limit, present);
    },
  );

  app.get(
    '/v1/audit-log/verification',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Verify that the log is whole: every entry is chained to the one before',
        response: { 200: Success(Verification) },
      },
    },
    async (request) => {
      const { rows, brokenAt } = await request.inTenant((tx) => findBrokenLink(tx));
      return success({
        entries: rows,
        intact: brokenAt === null,
        brokenAt: brokenAt === null ? null : String(brokenAt),
      });
    },
  );
}

const present = (row: AuditRow) => ({
  id: row.id,
  at: row.created_at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id },
  details: row.details,
});
