/** The sign-in of a person at a server, as a browser has it: the refresh token is a cookie and changes with each use. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Env, SetupError } from '#kernel/setting.ts';
import { createApi } from '../api.ts';
import { Refusal } from '../failures.ts';
import { changeProfiles, type Profile, type Session } from './profile-file.ts';

const COOKIE = '__Host-colonnade-refresh';
/** A token with less time left is replaced, so that a command does not begin with one that expires under way. */
const LEAST_LEFT_MS = 60_000;

export type SignIn = { email: string; password: string; tenant?: string };
/** Asks for the code of a second factor. */
export type AskForCode = () => Promise<string>;

export async function signIn(
  url: string,
  input: SignIn,
  askForCode: AskForCode,
  signal: AbortSignal,
): Promise<Session> {
  const post = (path: string, body: object) =>
    createApi(url, async () => ({}), signal).ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await post('/v1/auth/sign-in', input).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'second_factor_required') throw error;
    const { ticket, methods } = error.details as { ticket: string; methods: string[] };
    if (!methods.includes('totp')) {
      throw new SetupError(
        'This account has a passkey, which needs a browser. Use an API key, or add an authenticator app to the account.',
      );
    }
    return post('/v1/auth/sign-in/second-factor', { ticket, code: await askForCode() });
  });
  return sessionIn(answer, input.email, null);
}

/** The access token of a profile; a new one, if that of the profile is about to expire. */
export async function accessTokenOf(
  env: Env,
  name: string,
  known: Profile,
  signal: AbortSignal,
): Promise<string> {
  if (isFresh(known.session!)) return known.session!.accessToken;
  // Under the lock, so that two commands do not use one refresh token: the second would end the sign-in.
  return changeProfiles(env, async ({ profiles }) => {
    const profile = profiles[name];
    if (profile?.session === undefined) throw signInAgain(name);
    if (!isFresh(profile.session)) {
      const api = withCookie(profile.url, profile.session, signal);
      const answer = await api.ask('/v1/auth/refresh', { method: 'POST' }).catch((error: unknown) => {
        throw error instanceof Refusal && error.status === 401 ? signInAgain(name) : error;
      });
      profile.session = await sessionIn(answer, profile.session.email, profile.session.refreshToken);
    }
    known.session = profile.session;
    return profile.session.accessToken;
  });
}

/** Ends the sign-in at the server too. */
export async function signOut({ url, session }: Profile, signal: AbortSignal): Promise<void> {
  if (session === undefined) return;
  const api = withCookie(url, session, signal);
  await api.ask('/v1/auth/sign-out', { method: 'POST', signal: AbortSignal.timeout(5_000) });
}

const withCookie = (url: string, { refreshToken }: Session, signal: AbortSignal) =>
  createApi(url, async () => ({ cookie: `${COOKIE}=${refreshToken}` }), signal);

const isFresh = ({ accessUntil }: Session) => accessUntil - Date.now() > LEAST_LEFT_MS;

const signInAgain = (name: string) =>
  new SetupError(`The sign-in of profile "${name}" has ended. Run: npx colonnade login --profile ${name}`);

/** An answer without a new refresh token continues with the one before. */
async function sessionIn(answer: IncomingMessage, email: string, before: string | null): Promise<Session> {
  const cookies = answer.headers['set-cookie'] ?? [];
  const own = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const refreshToken = own?.slice(COOKIE.length + 1).split(';')[0] ?? before;
  const { data } = JSON.parse(await text(answer));
  if (refreshToken === null) throw new SetupError('The server keeps no sign-in for this command.');
  return {
    email,
    refreshToken,
    accessToken: data.accessToken,
    accessUntil: Date.now() + data.expiresIn * 1000,
  };
}
