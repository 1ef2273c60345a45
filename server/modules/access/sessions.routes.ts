import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ROLE_ORDER } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { forbidden, invalid, unauthorized } from '#kernel/errors.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Note, OneOf, Text } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { Guesses } from './guesses.ts';
import { ActorAndTenant } from './me.routes.ts';
import { ownTenants, refresh, replacePassword, signIn, signOut, switchTenant } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const COOKIE = '__Host-colonnade-refresh';
/** Wrong passwords a minute: many people may sit behind one address, but an account is one person's. */
const GUESSES_PER_ADDRESS = 30;
const GUESSES_PER_ACCOUNT = 10;

const Password = Type.String({ minLength: 10, maxLength: 200 });

const Access = Type.Object({
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer(),
  ...ActorAndTenant.properties,
});

const OwnTenant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  role: OneOf(ROLE_ORDER),
  current: Type.Boolean({ description: 'Whether it is the one this token is for.' }),
});

export function sessionRoutes(app: App, db: Db, tokens: Tokens, clock: () => Date): void {
  const guesses = new Guesses(() => clock().getTime());

  app.post(
    '/v1/auth/sign-in',
    {
      config: { public: true },
      schema: {
        summary: 'Sign a staff user in',
        body: Type.Object({
          email: Text(254),
          password: Note(1000),
          tenant: Type.Optional(Text(63, 'The slug of the tenant; without it, the one joined first.')),
        }),
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      // Named apart: an e-mail field may say anything, also somebody's address on the network.
      const limits = {
        [`address ${request.ip}`]: GUESSES_PER_ADDRESS,
        [`account ${request.body.email.toLowerCase()}`]: GUESSES_PER_ACCOUNT,
      };
      const signedIn = await guesses.limit(limits, () => signIn(db, tokens, clock(), request.body));
      if (signedIn === null) throw unauthorized('The e-mail address, the password or the tenant is wrong.');
      keepCookie(reply, signedIn.refreshToken);
      return success(signedIn.answer);
    },
  );

  app.post(
    '/v1/auth/refresh',
    {
      config: { public: true },
      schema: {
        summary: 'Exchange the refresh cookie for a new access token',
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const { answer, refreshToken } = await refresh(db, tokens, clock(), request.cookies[COOKIE]);
      if (refreshToken !== null) keepCookie(reply, refreshToken);
      return success(answer);
    },
  );

  app.get(
    '/v1/auth/tenants',
    {
      config: { role: 'viewer' },
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
        summary: 'Go on in another of your tenants; the sign-in in this one ends',
        body: Type.Object({ tenant: Text(63, 'Its slug.') }),
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const { tenant } = request.body;
      const moved = await switchTenant(db, tokens, clock(), request.cookies[COOKIE], tenant);
      keepCookie(reply, moved.refreshToken);
      return success(moved.answer);
    },
  );

  app.post(
    '/v1/auth/sign-out',
    {
      config: { public: true },
      schema: {
        summary: 'End this sign-in',
        response: { 200: Success(Type.Object({ signedOut: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      await signOut(db, clock(), request.cookies[COOKIE]);
      reply.clearCookie(COOKIE, { path: '/', secure: true, httpOnly: true, sameSite: 'strict' });
      return success({ signedOut: true as const });
    },
  );

  app.post(
    '/v1/auth/change-password',
    {
      config: { role: 'viewer' },
      onRequest: refuseKeys,
      schema: {
        summary: 'Change your own password; every other sign-in of yours ends',
        body: Type.Object({ currentPassword: Note(1000), newPassword: Password }),
        response: { 200: Success(Type.Object({ changed: Type.Literal(true) })) },
      },
    },
    async (request) => {
      const sessionId = request.actor.sessionId!;
      const changed = await guesses.limit({ [`session ${sessionId}`]: GUESSES_PER_ACCOUNT }, () =>
        replacePassword(db, clock(), sessionId, request.body),
      );
      if (changed === null) {
        const message = 'is not your current password';
        throw invalid([{ path: 'currentPassword', code: 'wrong_password', message }]);
      }
      return success({ changed });
    },
  );
}

function keepCookie(reply: FastifyReply, value: string): void {
  reply.setCookie(COOKIE, value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
    maxAge: 14 * 86_400,
  });
}

/** Before the body is read, as everything that decides who may call. */
async function refuseKeys(request: FastifyRequest): Promise<void> {
  if (request.actor.sessionId === null) throw forbidden('This is for people; an API key has no account.');
}

/** The cookie travels by itself, so a page of another site must not be able to use it. */
function refuseOtherSites(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // Browsers before 2023 name the origin alone.
  const ours =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === request.host
      : site === 'same-origin' || site === 'none';
  if (!ours) throw forbidden('This can only be called from our own pages.');
}
