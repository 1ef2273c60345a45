/** The session of this page. The access token exists only in this file's memory. */
import { createCalls, type Data } from '../../../sdk/calls.ts';
import { ApiError } from '../../../sdk/errors.ts';
import { noteSignIn } from './last-sign-in.ts';
import { allowTyped, forgetTyped } from './typed-storage.ts';

export type Session = Data<'signIn'>;
export type Role = Session['actor']['role'];
export type ModuleName = Session['tenant']['modules'][number];

const RENEW_BEFORE_MS = 60_000;

/**
 * Calls without an access token: the browser sends the refresh cookie, which no script can read. The requests outlive the
 * page, because each answer replaces the cookie: if a reload aborted one, the session would be lost. None is repeated: a refresh whose
 * answer was lost has replaced the cookie, and a refused password is not tried again.
 */
const authClient = createCalls({
  baseUrl: '',
  token: async () => null,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  maxRetries: 0,
});

let session: Session | null = null;
/** True when the server ended the session while the page was open. The page keeps what was typed, and asks for the password. */
let isOver = false;
let resumed = Promise.withResolvers<void>();
let expiresAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<Session | null> | null = null;
const listeners = new Set<() => void>();

/** The session; also one that is over, until somebody signs in again or leaves. */
export const currentSession = (): Session | null => session;
export const isSessionOver = (): boolean => isOver;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: Session): Session {
  // Another tab switched the tenant, or another person signed in: everything on this screen belongs to the former one.
  const isOther = session?.tenant.id !== next.tenant.id || session.actor.id !== next.actor.id;
  if (session !== null && isOther) location.assign('/');
  session = next;
  allowTyped();
  clearTimeout(timer);
  const lifetime = next.expiresIn * 1000;
  expiresAt = Date.now() + lifetime;
  timer = setTimeout(renew, lifetime - RENEW_BEFORE_MS);
  if (isOver && !isOther) resumed.resolve();
  isOver = false;
  for (const listener of listeners) listener();
  return next;
}

/** The server ended the session: it expired, was signed out elsewhere, or the member was removed. */
function lose(): null {
  clearTimeout(timer);
  if (session !== null && !isOver) {
    isOver = true;
    resumed = Promise.withResolvers();
    for (const listener of listeners) listener();
  }
  return null;
}

function forget(): void {
  clearTimeout(timer);
  session = null;
  isOver = false;
  for (const listener of listeners) listener();
}

/** Sends one request for all concurrent callers. Returns null if the session has ended. */
export function renew(): Promise<Session | null> {
  renewing ??= authClient
    .refresh()
    .then(({ data }) => keep(data))
    .catch((error) => {
      // A refusal ends the session; an unreachable server does not.
      if (error instanceof ApiError && [401, 403].includes(error.status)) return lose();
      throw error;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

let resuming: Promise<Session | null> | null = null;

/** Renews the session of the browser once, when the page opens. Null if there is none. */
export function resume(): Promise<Session | null> {
  resuming ??= renew().catch((error) => {
    resuming = null;
    throw error;
  });
  return resuming;
}

/** Waits, while the session is over, until the same person has signed in again. */
export async function accessToken(): Promise<string | null> {
  if (session === null) return null;
  // Timers do not run while a computer sleeps.
  if (!isOver && Date.now() > expiresAt - 5_000) await renew();
  if (isOver) await resumed.promise;
  return session?.accessToken ?? null;
}

export async function signIn(email: string, password: string, tenant?: string): Promise<Session> {
  const { data } = await authClient.signIn({ body: { email, password, tenant } });
  keep(data);
  return data;
}

/** Other accounts with the same e-mail address and password, each with one of its tenants. */
export type AlsoOpens = NonNullable<Session['alsoOpens']>;

/** The answer to a correct password if the account has a second factor. */
export type SecondStep = {
  alsoOpens?: AlsoOpens;
  ticket: string;
  methods: ('totp' | 'passkey' | 'recovery_code')[];
  passkey: Record<string, unknown> | null;
};

export const secondStepOf = (error: unknown): SecondStep | null =>
  error instanceof ApiError && error.code === 'second_factor_required' && error.details != null
    ? (error.details as SecondStep)
    : null;

export async function signInWith(
  ticket: string,
  proof: { code?: string; recoveryCode?: string; passkey?: Record<string, unknown> },
): Promise<Session> {
  const { data } = await authClient.signInSecondFactor({ body: { ticket, ...proof } });
  keep(data);
  return data;
}

/** Reloads the page, so that no data of one tenant stays in memory for the next. */
export async function switchTenant(slug: string): Promise<void> {
  await authClient.switchTenant({ body: { tenant: slug } });
  noteSignIn({ tenant: slug });
  location.assign('/');
}

export async function signOut(): Promise<void> {
  await authClient.signOut();
  forgetTyped();
  location.assign('/sign-in');
}

/** Signs out without a reload. */
export async function signOutHere(): Promise<void> {
  await authClient.signOut();
  forgetTyped();
  forget();
}

/** Updates the session after a change of role, module or tenant name, so that the screen follows. */
export function update(change: Partial<Pick<Session, 'tenant' | 'actor'>>): void {
  if (session !== null) {
    session = { ...session, ...change };
    for (const listener of listeners) listener();
  }
}
