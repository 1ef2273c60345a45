/** Routes for the holder of a one-time link. Its secret comes in a body, never in an address that is logged or passed on. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, unauthorized } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { networkOf } from '#kernel/http/network.ts';
import { setPassword } from '../passwords/password-links.ts';
import type { Deps } from '../second-factors/second-factors.ts';
import { deviceOf, keepDevice } from '../sessions/cookies.ts';
import { knownAmong, proofsFor } from '../sessions/devices.ts';
import { Password } from '../sessions/fields.ts';
import { type GuessLimiter, limitOf, newAccounts } from '../sessions/guess-limits.ts';
import { refuseOtherSites } from '../sessions/same-site.ts';
import { refuseKeys } from '../sessions/sessions.routes.ts';
import { originOf } from '../sessions/sign-in-log.ts';
import { RoleName } from '../tenants/fields.ts';
import { findAccountOfSession } from './accounts.sql.ts';
import { joinFromInside, joinWithPassword, lookUp } from './invitations.ts';
import type { Strangers } from './strangers.ts';

/**
 * A link cannot be guessed; this limit keeps attempts cheap. A valid link is accepted however many others were wrong, as long as
 * its network is admitted at all (see strangers.ts).
 */
const wrongLinks = (network: string) => [limitOf(30, 60, 'links', network)];

const Token = Text(200, 'The part of the link after the #.');

const Invitation = NamedObject('Invitation', {
  email: Type.String(),
  role: RoleName,
  tenant: Type.Object({ name: Type.String(), slug: Type.String() }),
  expiresAt: Time(),
});

export function linkRoutes(
  app: App,
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  guesses: GuessLimiter,
  clock: () => Date,
  strangers: Strangers,
): void {
  /** Gives one answer for every invalid link, so that it reveals nothing about the link. */
  async function withLink<T>(
    request: FastifyRequest,
    use: () => Promise<T | undefined>,
    inTurn = strangers.askLong,
  ) {
    refuseOtherSites(request);
    const result = await inTurn(request, (noteWrong) =>
      guesses.limit(wrongLinks(networkOf(request.ip)), async (count) => {
        const used = await use();
        if (used !== undefined) return used;
        noteWrong();
        await count();
        return null;
      }),
    );
    if (result === null) {
      const message = 'This link does not hold: it was used, replaced or withdrawn, or its time is over.';
      throw new AppError('not_found', `${message} Ask for a new one.`);
    }
    return success(result);
  }

  app.post(
    '/v1/auth/invitations/look-up',
    {
      config: { public: true },
      schema: {
        operationId: 'lookUpInvitation',
        fails: ['forbidden', 'not_found', 'rate_limited'],
        summary: 'Who invites, with which role',
        body: Type.Object({ token: Token }),
        response: { 200: Success(Invitation) },
      },
    },
    (request) => withLink(request, () => lookUp(db, request.body.token), strangers.ask),
  );

  app.post(
    '/v1/auth/invitations/join',
    {
      config: { public: true },
      schema: {
        operationId: 'joinByInvitation',
        fails: ['forbidden', 'not_found', 'conflict', 'rate_limited'],
        summary: 'Accept an invitation with a new account, and set its password; then sign in with it',
        body: Type.Object({ token: Token, password: Password }),
        response: { 200: Success(Invitation) },
      },
    },
    (request, reply) => {
      const { token, password } = request.body;
      return withLink(request, async () => {
        const network = networkOf(request.ip);
        const joined = await joinWithPassword(db, clock(), token, password, network, ({ tenant_id, email }) =>
          guesses.spend(newAccounts(tenant_id, email)),
        );
        if (joined === undefined) return undefined;
        keepDevice(request, reply, secrets, clock(), joined.opening);
        return joined.invitation;
      });
    },
  );

  app.post(
    '/v1/auth/invitations/accept',
    {
      config: { role: 'viewer' },
      onRequest: refuseKeys,
      schema: {
        operationId: 'acceptInvitation',
        fails: ['not_found', 'conflict'],
        summary: 'Accept an invitation with the account you are signed in with',
        body: Type.Object({ token: Token }),
        response: { 200: Success(Invitation) },
      },
    },
    (request) => {
      const { body, actor } = request;
      return withLink(request, () => joinFromInside(db, clock(), body.token, actor.sessionId!));
    },
  );

  app.post(
    '/v1/auth/set-password',
    {
      config: { public: true },
      schema: {
        fails: ['forbidden', 'not_found', 'rate_limited'],
        summary: 'Set a new password with a link, or with the token of password_change_required',
        body: Type.Object({ token: Token, newPassword: Password }),
        response: { 200: Success(Type.Object({ changed: Type.Literal(true) })) },
      },
    },
    (request, reply) => {
      const { token, newPassword } = request.body;
      return withLink(request, async () => {
        const set = await setPassword(db, clock(), token, newPassword, originOf(request));
        if (set === undefined) return undefined;
        const { before, opening } = set;
        const proofs = proofsFor(secrets, clock(), deviceOf(request), before.email);
        // A link is no second factor: with an account that has one, only a device that was known before stays known.
        if (!before.has_second_factor || knownAmong(secrets, proofs, [before]).length > 0)
          keepDevice(request, reply, secrets, clock(), opening);
        return { changed: true as const };
      });
    },
  );

  app.get(
    '/v1/auth/account',
    {
      config: { role: 'viewer' },
      onRequest: refuseKeys,
      schema: {
        summary: 'The address of your account, which is yours and not a tenant’s',
        response: { 200: Success(Type.Object({ email: Type.String() })) },
      },
    },
    async (request) => {
      const account = await findAccountOfSession(db, request.actor.sessionId!);
      if (account === undefined) throw unauthorized('You are not signed in.');
      return success({ email: account.email });
    },
  );
}
