import { Type } from 'typebox';
import { reaches } from '#kernel/auth/actor.ts';
import { forbidden } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { NoticeRow } from './notices.sql.ts';
import { type FindHidden, readNotice, readNotices } from './notices.ts';

const Filter = Type.Object({
  ...PageQuery.properties,
  unread: Type.Boolean({ default: false, description: 'Only unread notices.' }),
});

export const Notice = NamedObject('Notice', {
  id: Type.String(),
  kind: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  message: Type.String(),
  createdAt: Time(),
  readAt: Nullable(Time()),
  isPersonal: Type.Boolean({ description: 'true: for the caller alone, who alone marks it as read.' }),
});

export function noticeRoutes(app: App, clock: () => Date, findHiddenEntries: FindHidden): void {
  app.get(
    '/v1/notices',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        summary: 'Notices that need attention, newest first',
        description: 'Those for everybody, and those for the caller alone, such as mentions in comments.',
        querystring: Filter,
        response: { 200: Page(Notice) },
      },
    },
    async (request) => {
      const { limit, cursor, unread } = request.query;
      const rows = await request.inTenant((tx, by) =>
        readNotices(tx, by, { unread, limit, after: readCursor(cursor) }, findHiddenEntries),
      );
      return page(rows, limit, presentNotice);
    },
  );

  app.post(
    '/v1/notices/:id/read',
    {
      config: { role: 'viewer', scope: 'write:webhooks', dryRun: true },
      schema: {
        summary: 'Mark a notice as read',
        description: 'A viewer marks those for the caller alone.',
        params: IdParams,
        response: { 200: Success(Notice) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, by) => {
          const row = await readNotice(tx, by, request.params.id, clock(), findHiddenEntries);
          if (row.member_id === null && !reaches(by.role, 'editor'))
            throw forbidden('An editor marks a notice for everybody as read.', { role: 'editor' });
          return presentNotice(row);
        }),
      ),
  );
}

export const presentNotice = (row: NoticeRow) => ({
  id: row.id,
  kind: row.kind,
  subject: { type: row.subject_type, id: row.subject_id },
  message: row.message,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
  isPersonal: row.member_id !== null,
});
