import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Db } from '#kernel/db/db.ts';
import { forbidden } from '#kernel/errors.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Note, Text } from '#kernel/http/fields.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { type App, tooMany } from '#kernel/http/server.ts';
import { ActorAndTenant } from './me.routes.ts';
import { refresh, replacePassword, signIn, signOut } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const COOKIE = '__Host-colonnade-refresh';
/** Wrong passwords a minute, per address and per account. */
const GUESSES_PER_MINUTE = 30;

const Password = Type.String({ minLength: 10, maxLength: 200 });

const Access = Type.Object({
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer(),
  ...ActorAndTenant.properties,
});

export function sessionRoutes(app: App, db: Db, tokens: Tokens, clock: () => Date): void {
  const guesses = new RateLimit(GUESSES_PER_MINUTE, () => clock().getTime());

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
      for (const who of [request.ip, request.body.email.toLowerCase()]) {
        const verdict = guesses.take(who);
        if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
      }
      const { answer, refreshToken } = await signIn(db, tokens, clock(), request.body);
      keepCookie(reply, refreshToken);
      return success(answer);
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
      schema: {
        summary: 'Change your own password; every other sign-in of yours ends',
        body: Type.Object({ currentPassword: Note(1000), newPassword: Password }),
        response: { 200: Success(Type.Object({ changed: Type.Literal(true) })) },
      },
    },
    async (request) => {
      const { sessionId } = request.actor;
      if (sessionId === null) throw forbidden('An API key has no password to change.');
      const verdict = guesses.take(sessionId);
      if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
      await replacePassword(db, clock(), sessionId, request.body);
      return success({ changed: true as const });
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

/** The cookie travels by itself, so a page of another site must not be able to use it. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw forbidden('This can only be called from our own pages.');
  }
}
