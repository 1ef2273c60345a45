import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalid, unauthorized } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Note, Text } from '#kernel/http/fields.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { AuditNotes } from '../audit-log/audit-notes.ts';
import { known, stranger } from '../passwords/passwords.ts';
import { checkProof, type Deps, secondStepNeeded, wrongCode } from '../second-factors/second-factors.ts';
import { findOpenings, type Opening } from '../staff/accounts.sql.ts';
import type { Strangers } from '../staff/strangers.ts';
import { deviceOf, keepDevice, keepRefreshToken } from './cookies.ts';
import { knownAmong, type Proof, proofsFor } from './devices.ts';
import { Access, SignedIn } from './fields.ts';
import { type GuessLimiter, guessesAtCode, guessesFrom, guessesOnDevice } from './guess-limits.ts';
import { refuseOtherSites } from './same-site.ts';
import { findLoginOfMember, type Login } from './sessions.sql.ts';
import { type AlsoOpens, beginSession, signIn } from './sessions.ts';
import { noteFailure, originOf } from './sign-in-log.ts';
import { readTicket, TICKET_SECONDS } from './tickets.ts';
import type { Tokens } from './tokens.ts';

export function signInRoutes(
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

  app.post(
    '/v1/auth/sign-in',
    {
      config: { public: true },
      schema: {
        fails: [
          'unauthorized',
          'forbidden',
          'second_factor_required',
          'password_change_required',
          'rate_limited',
        ],
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
        fails: ['unauthorized', 'forbidden', 'rate_limited'],
        summary: 'The second step of a sign-in that was answered with second_factor_required',
        body: Type.Object({
          ticket: Text(1000, 'From the details of that answer.'),
          code: Type.Optional(Text(20, 'The code of the authenticator app.')),
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
