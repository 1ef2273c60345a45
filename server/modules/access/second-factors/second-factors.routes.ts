import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Note, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { AuditNotes } from '../audit-log/audit-notes.ts';
import { keepDevice } from '../sessions/cookies.ts';
import { type GuessLimiter, guessesInside } from '../sessions/guess-limits.ts';
import { refuseKeys } from '../sessions/sessions.routes.ts';
import { isOwnPassword } from '../sessions/sessions.ts';
import { noteFailure, originOf } from '../sessions/sign-in-log.ts';
import {
  type AccountOfSession as Account,
  findAccountOfSession,
  type Opening,
} from '../staff/accounts.sql.ts';
import {
  beginPasskey,
  beginTotp,
  type Deps,
  describeFactors,
  finishPasskey,
  finishTotp,
  removeFactor,
  renewRecoveryCodes,
  wrongCode,
} from './second-factors.ts';

const Factor = NamedObject('SecondFactor', {
  id: Type.String(),
  kind: OneOf(['totp', 'passkey'] as const),
  name: Type.String(),
  createdAt: Time(),
  lastUsedAt: Nullable(Time()),
});
const Factors = NamedObject('SecondFactors', {
  factors: Type.Array(Factor),
  recoveryCodesLeft: Type.Integer(),
});
const Enrolled = NamedObject('RecoveryCodes', {
  recoveryCodes: Nullable(
    Type.Array(Type.String(), { description: 'Shown once, with the first factor; each opens once.' }),
  ),
});
const WithPassword = { password: Note(1000) };
const PasswordProof = NamedObject('PasswordProof', WithPassword);
const Json = Type.Record(Type.String(), Type.Unknown());

export function secondFactorRoutes(
  app: App,
  deps: Deps,
  clock: () => Date,
  guesses: GuessLimiter,
  notes: AuditNotes,
): void {
  const config = { role: 'viewer', beforeSecondFactor: true } as const;
  const { db, secrets } = deps;

  const account = async (request: FastifyRequest): Promise<Account> =>
    (await findAccountOfSession(db, request.actor.sessionId!))!;

  /** A change of the factors needs the password again: an open laptop is not enough. */
  async function withPassword(request: FastifyRequest & { body: { password: string } }): Promise<Account> {
    const sessionId = request.actor.sessionId!;
    const person = await account(request);
    const right = await guesses.limit(guessesInside(person.id), async (count) => {
      await count();
      return (await isOwnPassword(db, sessionId, request.body.password)) || null;
    });
    if (right === null) {
      noteFailure(notes, clock(), person.id, 'staff.password_check_failed', originOf(request));
      throw invalid([{ path: 'password', code: 'wrong_password', message: 'is not your password' }]);
    }
    return person;
  }

  const whereOf = (request: FastifyRequest) => ({
    sessionId: request.actor.sessionId!,
    origin: originOf(request),
  });
  /** Renews the proof of the device on which an account changes its password or factors, so that it stays known. */
  const renewProof = (request: FastifyRequest, reply: FastifyReply, opening: Opening) =>
    keepDevice(request, reply, secrets, clock(), opening);

  app.get(
    '/v1/auth/second-factors',
    {
      config,
      onRequest: refuseKeys,
      schema: { summary: 'Your second factors', response: { 200: Success(Factors) } },
    },
    async (request) => success(await describeFactors(deps, await account(request))),
  );

  app.post(
    '/v1/auth/second-factors/totp',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'beginTotp',
        fails: ['conflict'],
        summary: 'Begin with an authenticator app; confirm it with its first code',
        body: Type.Object({ ...WithPassword, name: Type.Optional(Text(100)) }),
        response: {
          200: Success(Type.Object({ id: Type.String(), secret: Type.String(), address: Type.String() })),
        },
      },
    },
    async (request) => {
      const person = await withPassword(request);
      return success(await beginTotp(deps, person, request.body.name ?? 'Authenticator app'));
    },
  );

  app.post(
    '/v1/auth/second-factors/:id/confirm',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'confirmTotp',
        fails: ['conflict'],
        summary:
          'Confirm an authenticator app within ten minutes; your other sign-ins end with the first factor',
        params: IdParams,
        body: Type.Object({ code: Text(20) }),
        response: { 200: Success(Enrolled) },
      },
    },
    async (request, reply) => {
      const person = await account(request);
      const input = { id: request.params.id, code: request.body.code };
      const enrolled = await guesses.limit(guessesInside(person.id), async (count) => {
        await count();
        return finishTotp(deps, clock(), person, whereOf(request), input);
      });
      if (enrolled === null) {
        noteFailure(notes, clock(), person.id, 'staff.second_factor_failed', originOf(request));
        throw wrongCode();
      }
      renewProof(request, reply, enrolled.opening);
      return success({ recoveryCodes: enrolled.recoveryCodes });
    },
  );

  app.post(
    '/v1/auth/second-factors/passkey',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'beginPasskey',
        fails: ['conflict'],
        summary: 'Begin with a passkey: the options that a browser needs to make one',
        body: PasswordProof,
        response: { 200: Success(Type.Object({ ticket: Type.String(), options: Json })) },
      },
    },
    async (request) => {
      const begun = await beginPasskey(deps, clock(), await withPassword(request));
      return success({ ticket: begun.ticket, options: { ...begun.options } });
    },
  );

  app.post(
    '/v1/auth/second-factors/passkey/confirm',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'confirmPasskey',
        fails: ['conflict'],
        summary: 'Keep the passkey that the browser made; your other sign-ins end with the first factor',
        body: Type.Object({ ticket: Text(1000), name: Text(100), response: Json }),
        response: { 200: Success(Enrolled) },
      },
    },
    async (request, reply) => {
      const person = await account(request);
      const { opening, recoveryCodes } = await finishPasskey(
        deps,
        clock(),
        person,
        whereOf(request),
        request.body,
      );
      renewProof(request, reply, opening);
      return success({ recoveryCodes });
    },
  );

  app.post(
    '/v1/auth/second-factors/:id/remove',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'removeSecondFactor',
        fails: ['conflict'],
        summary: 'Remove a second factor',
        params: IdParams,
        body: PasswordProof,
        response: { 200: Deleted },
      },
    },
    async (request, reply) => {
      const person = await withPassword(request);
      const { id } = request.params;
      renewProof(request, reply, await removeFactor(deps, clock(), person, id, whereOf(request)));
      return success({ id, deleted: true as const });
    },
  );

  app.post(
    '/v1/auth/recovery-codes',
    {
      config,
      onRequest: refuseKeys,
      schema: {
        operationId: 'renewRecoveryCodes',
        fails: ['conflict'],
        summary: 'Make new recovery codes; the former ones stop working',
        body: PasswordProof,
        response: { 200: Success(Type.Object({ recoveryCodes: Type.Array(Type.String()) })) },
      },
    },
    async (request) => {
      const person = await withPassword(request);
      return success({ recoveryCodes: await renewRecoveryCodes(deps, clock(), person, whereOf(request)) });
    },
  );
}
