import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, forbidden, invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Note, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { AuditNotes } from '../audit-log/audit-notes.ts';
import type { Deps } from '../second-factors/second-factors.ts';
import { findAccountOfSession } from '../staff/accounts.sql.ts';
import type { Strangers } from '../staff/strangers.ts';
import { RoleName } from '../tenants/fields.ts';
import { forgetRefreshToken, keepDevice, keepRefreshToken, refreshTokenOf } from './cookies.ts';
import { Access, Password } from './fields.ts';
import { type GuessLimiter, guessesInside, newPasswords } from './guess-limits.ts';
import { refuseOtherSites } from './same-site.ts';
import { ownTenants, refresh, replacePassword, sessionShown, signOut, switchTenant } from './sessions.ts';
import { noteFailure, originOf } from './sign-in-log.ts';
import type { Tokens } from './tokens.ts';

const OwnTenant = NamedObject('TenantOfAccount', {
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  role: RoleName,
  current: Type.Boolean({ description: 'True for the tenant that this token is for.' }),
});

export function sessionRoutes(
  app: App,
  deps: Deps,
  clock: () => Date,
  tokens: Tokens,
  guesses: GuessLimiter,
  notes: AuditNotes,
  strangers: Strangers,
): void {
  const { db, secrets } = deps;
  const note = (request: FastifyRequest, personId: string, action: string) =>
    noteFailure(notes, clock(), personId, action, originOf(request));

  /** A made-up token counts against its network; one that the server made, against its sign-in alone. */
  const withRefreshToken = <T>(
    request: FastifyRequest,
    use: (shown: string | undefined, noteWrong: () => void) => Promise<T>,
  ): Promise<T> => {
    const shown = refreshTokenOf(request);
    // The request is not signed in, which needs no look-up.
    if (shown === undefined) return use(undefined, () => {});
    const attempt = (noteWrong: () => void) =>
      use(shown, noteWrong).catch((error) => {
        if (error instanceof AppError && error.code === 'unauthorized') noteWrong();
        throw error;
      });
    return strangers.ask(request, attempt, sessionShown(tokens, shown) ?? undefined);
  };

  app.post(
    '/v1/auth/refresh',
    {
      config: { public: true },
      schema: {
        fails: ['unauthorized', 'forbidden', 'rate_limited'],
        summary: 'Exchange the refresh cookie for a new access token',
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const { answer, refreshToken } = await withRefreshToken(request, (shown) =>
        refresh(db, tokens, clock(), shown, originOf(request)),
      );
      if (refreshToken !== null) keepRefreshToken(reply, refreshToken);
      return success(answer);
    },
  );

  app.get(
    '/v1/auth/tenants',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      onRequest: refuseKeys,
      schema: {
        summary: 'The tenants you work for, the one joined first at the top',
        response: { 200: Success(Type.Array(OwnTenant)) },
      },
    },
    async (request) => success(await ownTenants(db, request.actor)),
  );

  app.post(
    '/v1/auth/switch-tenant',
    {
      config: { public: true },
      schema: {
        fails: ['unauthorized', 'forbidden', 'not_found', 'rate_limited'],
        summary: 'Go on in another of your tenants; the sign-in in this one ends',
        body: Type.Object({ tenant: Text(63, 'Its slug.') }),
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const { tenant } = request.body;
      const moved = await withRefreshToken(request, (shown) =>
        switchTenant(db, tokens, clock(), shown, tenant, originOf(request)),
      );
      if (moved.refreshToken !== null) keepRefreshToken(reply, moved.refreshToken);
      return success(moved.answer);
    },
  );

  app.post(
    '/v1/auth/sign-out',
    {
      config: { public: true },
      schema: {
        fails: ['unauthorized', 'forbidden', 'rate_limited'],
        summary: 'End this sign-in',
        response: { 200: Success(Type.Object({ signedOut: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      await withRefreshToken(request, (shown, noteWrong) =>
        signOut(db, clock(), shown, originOf(request)).then((hasEnded) => hasEnded || noteWrong()),
      );
      forgetRefreshToken(reply);
      return success({ signedOut: true as const });
    },
  );

  app.post(
    '/v1/auth/change-password',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      onRequest: refuseKeys,
      schema: {
        summary: 'Change your own password; every other sign-in of yours ends',
        body: Type.Object({ currentPassword: Note(1000), newPassword: Password }),
        response: { 200: Success(Type.Object({ changed: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      const sessionId = request.actor.sessionId!;
      const person = (await findAccountOfSession(db, sessionId))!;
      const opening = await guesses.limit(guessesInside(person.id), (count) =>
        replacePassword(db, clock(), sessionId, request.body, originOf(request), {
          guess: count,
          newPassword: () => guesses.spend(newPasswords(person.id)),
        }),
      );
      if (opening === null) {
        note(request, person.id, 'staff.password_check_failed');
        const message = 'is not your current password';
        throw invalid([{ path: 'currentPassword', code: 'wrong_password', message }]);
      }
      keepDevice(request, reply, secrets, clock(), opening);
      return success({ changed: true as const });
    },
  );
}

/** Refuses API keys, which have no account. A hook that runs before the body is read. */
export async function refuseKeys(request: FastifyRequest): Promise<void> {
  if (request.actor.sessionId === null) throw forbidden('This is for people; an API key has no account.');
}
