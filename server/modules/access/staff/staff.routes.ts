import { Type } from 'typebox';
import type { Db } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Email, IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findPresence } from '../sessions/sessions.sql.ts';
import { ContentTypesOf, RoleName } from '../tenants/fields.ts';
import { invitationLink, invite, inviteAgain } from './invitations.ts';
import { listMembers } from './staff.sql.ts';
import { changeAccess, presentMember, removeMember } from './staff.ts';

const STATUSES = ['invited', 'joined'] as const;

const Member = NamedObject('StaffMember', {
  id: Type.String(),
  email: Type.String({ description: 'The address, as this tenant wrote it.' }),
  name: Type.String(),
  role: RoleName,
  contentTypes: ContentTypesOf('the member'),
  status: OneOf(STATUSES),
  createdAt: Time(),
  invitationExpiresAt: Nullable({
    ...Time(),
    description: 'The time at which the invitation link expires; null when the member needs a new link.',
  }),
});

const ListedMember = NamedObject('StaffMemberInList', {
  ...Member.properties,
  lastSeenAt: {
    ...Nullable(Time()),
    description: 'To a quarter of an hour; null if no sign-in of the last weeks is known.',
  },
  hasSecondFactor: Type.Boolean({ description: 'True if their account asks for one when they sign in.' }),
});

const Invited = NamedObject('InvitedStaffMember', {
  ...Member.properties,
  invitationLink: Nullable(
    Type.String({
      description:
        'Shown once, valid for seven days. The person who opens it sets a password, or accepts with an existing account.',
    }),
  ),
});

const MemberAccess = NamedObject(
  'StaffMemberAccess',
  { role: Type.Optional(RoleName), contentTypes: Type.Optional(ContentTypesOf('the member')) },
  { minProperties: 1 },
);

const shownOnce = { invitationLink: () => null };

export function staffRoutes(app: App, db: Db, publicUrl: string, clock: () => Date): void {
  const present = ({ member, secret }: Awaited<ReturnType<typeof invite>>) => ({
    ...member,
    invitationLink: invitationLink(publicUrl, secret),
  });

  app.get(
    '/v1/staff',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'List staff, and who is invited',
        querystring: Type.Object({ ...PageQuery.properties, status: Type.Optional(OneOf(STATUSES)) }),
        response: { 200: Page(ListedMember) },
      },
    },
    async (request) => {
      const { limit, cursor, status } = request.query;
      const rows = await request.inTenant((tx) => listMembers(tx, limit, readCursor(cursor), status ?? null));
      const ids = rows.slice(0, limit).map(({ id }) => id);
      const found = await findPresence(db, request.actor.tenant.id, ids);
      const presenceOf = new Map(found.map((presence) => [presence.member_id, presence]));
      return page(rows, limit, (row) => ({
        ...presentMember(row),
        lastSeenAt: presenceOf.get(row.id)?.seen_at?.toISOString() ?? null,
        hasSecondFactor: presenceOf.get(row.id)?.has_second_factor ?? false,
      }));
    },
  );

  app.post(
    '/v1/staff',
    {
      config: { role: 'admin', shownOnce },
      schema: {
        fails: ['conflict'],
        summary: 'Invite a person to the staff',
        body: Type.Object({
          ...{ email: Email(), name: Type.Optional(Text(100)), role: RoleName },
          contentTypes: Type.Optional(ContentTypesOf('the member')),
        }),
        response: { 201: Success(Invited) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      if ('password' in body) {
        const message = 'is set by the person alone: leave it out and hand them the invitationLink';
        throw invalid([{ path: 'password', code: 'not_allowed', message }]);
      }
      const invited = await request.inTenant(async (tx, actor) =>
        present(await invite(tx, actor, clock(), body)),
      );
      return reply.code(201).send(success(invited));
    },
  );

  app.post(
    '/v1/staff/:id/invitation',
    {
      config: { role: 'admin', shownOnce },
      schema: {
        fails: ['conflict'],
        summary: 'Make a new invitation link; the former one expires',
        params: IdParams,
        response: { 201: Success(Invited) },
      },
    },
    async (request, reply) => {
      const invited = await request.inTenant(async (tx, actor) =>
        present(await inviteAgain(tx, actor, clock(), request.params.id)),
      );
      return reply.code(201).send(success(invited));
    },
  );

  app.patch(
    '/v1/staff/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary:
          'Change the role of a member, or the content types that they are limited to; a higher role expires an invitation link',
        params: IdParams,
        body: MemberAccess,
        response: { 200: Success(Member) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          changeAccess(tx, actor, clock(), request.params.id, request.body),
        ),
      ),
  );

  app.delete(
    '/v1/staff/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Remove a member from the staff, or withdraw an invitation',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => removeMember(tx, actor, clock(), request.params.id))),
  );
}
