import { Type } from 'typebox';
import { ROLE_ORDER } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Email, IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { listMembers } from './staff.sql.ts';
import { addMember, changeRole, preparePerson, presentMember, removeMember } from './staff.ts';

const Member = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: OneOf(ROLE_ORDER),
  createdAt: Time(),
});

const AddedMember = Type.Object({
  ...Member.properties,
  temporaryPassword: Nullable(
    Type.String({ description: 'Shown once. Someone who already has an account signs in with their own.' }),
  ),
});

export function staffRoutes(app: App, db: Db, clock: () => Date): void {
  app.get(
    '/v1/staff',
    {
      config: { role: 'admin' },
      schema: { summary: 'List staff', querystring: PageQuery, response: { 200: Page(Member) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listMembers(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentMember);
    },
  );

  app.post(
    '/v1/staff',
    {
      config: { role: 'admin', shownOnce: { temporaryPassword: () => null } },
      schema: {
        summary: 'Add someone to the staff',
        body: Type.Object({
          email: Email(),
          name: Type.Optional(Text(100)),
          role: OneOf(ROLE_ORDER),
          password: Type.Optional(Type.String({ minLength: 10, maxLength: 200 })),
        }),
        response: { 201: Success(AddedMember) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const person = await preparePerson(db, clock(), body);
      const added = await request.inTenant((tx, actor) => addMember(tx, actor, clock(), person, body.role));
      return reply.code(201).send(success(added));
    },
  );

  app.patch(
    '/v1/staff/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: "Change someone's role",
        params: IdParams,
        body: Type.Object({ role: OneOf(ROLE_ORDER) }),
        response: { 200: Success(Member) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          changeRole(tx, actor, clock(), request.params.id, request.body.role),
        ),
      ),
  );

  app.delete(
    '/v1/staff/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Remove someone from the staff',
        params: IdParams,
        response: { 200: Success(Type.Object({ id: Type.String(), deleted: Type.Literal(true) })) },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => removeMember(tx, actor, clock(), request.params.id))),
  );
}
