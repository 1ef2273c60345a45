import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ROLE_ORDER } from '#kernel/auth/actor.ts';
import { AppError, forbidden, invalid, unauthorized } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Note, OneOf, Text } from '#kernel/http/fields.ts';
import { networkOf } from '#kernel/http/network.ts';
import { findAccountOfSession, findOpenings, type Opening } from './accounts.sql.ts';
import type { AuditNotes } from './audit-notes.ts';
import { deviceOf, forgetRefreshToken, keepDevice, keepRefreshToken, refreshTokenOf } from './cookies.ts';
import { knownAmong, type Proof, proofsFor } from './devices.ts';
import {
  type GuessLimiter,
  guessesAtCode,
  guessesFrom,
  guessesInside,
  guessesOnDevice,
  newPasswords,
} from './guess-limits.ts';
import { known, stranger } from './passwords.ts';
import { refuseOtherSites } from './same-site.ts';
import { checkProof, type Deps, secondStepNeeded, wrongCode } from './second-factors.ts';
import { findLoginOfMember, type Login } from './sessions.sql.ts';
import {
  type AlsoOpens,
  beginSession,
  ownTenants,
  refresh,
  replacePassword,
  sessionShown,
  signIn,
  signOut,
  switchTenant,
} from './sessions.ts';
import { noteFailure, originOf } from './sign-in-log.ts';
import type { Strangers } from './strangers.ts';
import { ActorAndTenant } from './tenant-fields.ts';
import { readTicket, TICKET_SECONDS } from './tickets.ts';
import type { Tokens } from './tokens.ts';

export const Password = Type.String({ minLength: 10, maxLength: 200 });

const Access = Type.Object({
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer(),
  ...ActorAndTenant.properties,
  secondFactorNeeded: Type.Optional(
    Type.Literal(true, {
      description: 'The tenant asks for a second factor: set one up before anything else.',
    }),
  ),
});

const SignedIn = Type.Object({
  ...Access.properties,
  alsoOpens: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), slug: Type.String() }), {
      description:
        'Other accounts of this address with the same password, each by a tenant: sign in with its slug for that one.',
    }),
  ),
});

const OwnTenant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  role: OneOf(ROLE_ORDER),
  current: Type.Boolean({ description: 'Whether it is the one this token is for.' }),
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
  const secondStep = (login: Login, alsoOpens: AlsoOpens) => {
    const { person_id: person, tenant_id: tenant, member_id: member, opening } = login;
    return secondStepNeeded(deps, clock(), { person, tenant, member, opening }, alsoOpens);
  };
  const welcome = (
    request: FastifyRequest,
    reply: FastifyReply,
    { refreshToken, login }: { refreshToken: string; login: Login },
  ) => {
    keepRefreshToken(reply, refreshToken);
    keepDevice(request, reply, secrets, clock(), login);
  };

  const note = (request: FastifyRequest, personId: string, action: string) =>
    noteFailure(notes, clock(), personId, action, originOf(request));
  const noteWrong = (request: FastifyRequest) => (certain: string[], possible: string[]) => {
    for (const personId of certain) note(request, personId, 'staff.sign_in_failed');
    for (const personId of possible) noteFailure(notes, clock(), personId, 'staff.sign_in_failed', null);
  };

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
        response: { 200: Success(SignedIn) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const email = request.body.email.toLowerCase();
      const device = deviceOf(request);
      const proofs = proofsFor(secrets, clock(), device, email);
      const amongKnown = (accounts: Opening[]) => knownAmong(secrets, proofs, accounts);
      // A voided proof opens no lane, so proofs are looked up first; the request of a stranger needs no look-up.
      const openings = proofs.length === 0 ? [] : await findOpenings(db, proofs.map(accountOf));
      const [shown] = amongKnown(openings);
      const home = openings.find(({ person_id }) => person_id === shown)?.home;
      const network = networkOf(request.ip);
      const asStranger = guessesFrom(network, email);
      if (shown === undefined) await guesses.refuseAgain(asStranger);
      const signedIn = await guesses.limit(asStranger, (count) =>
        signIn(db, tokens, clock(), request.body, originOf(request), secondStep, {
          asker: shown === undefined ? stranger(network, email) : known(home ?? '', shown, device!.id),
          knownAmong: amongKnown,
          count: (ids) => count(ids.length > 0 ? guessesOnDevice(device!.id, email, ids) : asStranger),
          countAsStranger: () => count(asStranger).then(() => true, isTooMany),
          onWrong: noteWrong(request),
        }),
      );
      if (signedIn === null) throw wrongSignIn(request.body.tenant);
      welcome(request, reply, signedIn);
      return success(signedIn.answer);
    },
  );

  app.post(
    '/v1/auth/sign-in/second-factor',
    {
      config: { public: true },
      schema: {
        operationId: 'signInSecondFactor',
        summary: 'The second step of a sign-in that was answered with second_factor_required',
        body: Type.Object({
          ticket: Text(1000, 'From the details of that answer.'),
          code: Type.Optional(Text(20, 'Of the authenticator app.')),
          recoveryCode: Type.Optional(Text(50)),
          passkey: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
        response: { 200: Success(Access) },
      },
    },
    async (request, reply) => {
      refuseOtherSites(request);
      const { ticket, ...proof } = request.body;
      if (Object.keys(proof).length !== 1)
        throw invalid([{ path: '', code: 'one_proof', message: ONE_PROOF }]);
      const claims = readTicket(secrets, 'second step of a sign-in', clock(), ticket);
      const login =
        claims && (await strangers.ask(request, () => findLoginOfMember(db, claims.tenant!, claims.member!)));
      if (!login || login.opening !== claims.opening) throw beginAgain();
      // Before the proof: a recovery code would be used up for nothing.
      if (await guesses.hasHappened('ticket', claims.nonce!, TICKET_SECONDS)) throw beginAgain();
      const device = deviceOf(request);
      const proofs = proofsFor(secrets, clock(), device, login.email);
      const isKnown = knownAmong(secrets, proofs, [login]).length > 0;
      const limits = guessesAtCode(login.person_id, isKnown ? device!.id : null);
      const opened = await guesses.limit(limits, async (count) => {
        // A passkey cannot be guessed, so the limit of guesses at codes does not apply to it.
        if (proof.passkey === undefined) await count();
        return checkProof(deps, clock(), login.person_id, ticket, proof);
      });
      if (opened === null) {
        note(request, login.person_id, 'staff.second_factor_failed');
        throw wrongCode(Object.keys(proof)[0]);
      }
      if (!(await guesses.isFirst('ticket', claims.nonce!, TICKET_SECONDS))) throw beginAgain();
      const signedIn = await beginSession(db, tokens, clock(), login, originOf(request), opened);
      if (signedIn === null) throw beginAgain();
      welcome(request, reply, signedIn);
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

const accountOf = ({ account }: Proof) => account;
const ONE_PROOF = 'needs one of code, recoveryCode and passkey, and only one';
/** Names the tenant only to a caller who gave one. */
const wrongSignIn = (tenant: string | undefined) =>
  unauthorized(
    tenant === undefined
      ? 'The e-mail or the password is wrong.'
      : 'The e-mail, the password or the tenant is wrong.',
  );
const beginAgain = () => unauthorized('This sign-in took too long, or was used before. Begin again.');

/** Returns false for 429 and throws any other error on. */
function isTooMany(error: unknown): false {
  if (error instanceof AppError && error.code === 'rate_limited') return false;
  throw error;
}

/** Refuses API keys, which have no account. A hook that runs before the body is read. */
export async function refuseKeys(request: FastifyRequest): Promise<void> {
  if (request.actor.sessionId === null) throw forbidden('This is for people; an API key has no account.');
}
