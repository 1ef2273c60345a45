/** Who is signed in, as long as this page is open. The access token lives in this file's memory and nowhere else. */
import { ApiError, createClient, type Data } from '../../../sdk/client.ts';

export type Session = Data<'signIn'>;
export type Role = Session['actor']['role'];
export type ModuleName = Session['tenant']['modules'][number];

const RENEW_BEFORE_MS = 60_000;

/**
 * Calls that need no access token: the refresh cookie, which no script can read, travels by itself. They outlive the page,
 * since the cookie that comes back is the only one that is good: lost by a hasty reload, it would be the end of the sign-in.
 */
const authClient = createClient({
  baseUrl: '',
  token: async () => null,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});

let session: Session | null = null;
let expiresAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<Session | null> | null = null;
const listeners = new Set<() => void>();

export const currentSession = (): Session | null => session;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: Session | null): Session | null {
  // Somebody switched in another tab: whatever this one shows belongs to the tenant before.
  if (session !== null && next !== null && session.tenant.id !== next.tenant.id) location.assign('/');
  session = next;
  clearTimeout(timer);
  if (next !== null) {
    const lifetime = next.expiresIn * 1000;
    expiresAt = Date.now() + lifetime;
    timer = setTimeout(renew, lifetime - RENEW_BEFORE_MS);
  }
  for (const listener of listeners) listener();
  return next;
}

/** Many may ask at once, one request goes out. Null when nobody is signed in any more. */
export function renew(): Promise<Session | null> {
  renewing ??= authClient
    .refresh()
    .then(({ data }) => keep(data))
    .catch((error) => {
      // Out is out; a server that cannot be reached does not sign anybody out.
      if (error instanceof ApiError && [401, 403].includes(error.status)) return keep(null);
      throw error;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

export async function accessToken(): Promise<string | null> {
  if (session === null) return null;
  // A laptop that slept has missed its timer.
  if (Date.now() > expiresAt - 5_000) await renew();
  return session?.accessToken ?? null;
}

export async function signIn(email: string, password: string, tenant?: string): Promise<Session> {
  const { data } = await authClient.signIn({ body: { email, password, tenant } });
  keep(data);
  return data;
}

/** Other accounts of the same address and password, each by a tenant of theirs. */
export type AlsoOpens = NonNullable<Session['alsoOpens']>;

/** The answer to a right password when the account has a second factor. */
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

/** A fresh page afterwards: nothing that was loaded for one tenant stays in memory for the next. */
export async function switchTenant(slug: string): Promise<void> {
  await authClient.switchTenant({ body: { tenant: slug } });
  location.assign('/');
}

export async function signOut(): Promise<void> {
  await authClient.signOut();
  location.assign('/sign-in');
}

/** Without leaving the page. */
export async function signOutHere(): Promise<void> {
  await authClient.signOut();
  keep(null);
}

/** A role, a module, a place in the tenant may change while someone works: what is shown follows. */
export function update(change: Partial<Pick<Session, 'tenant' | 'actor'>>): void {
  if (session !== null) {
    session = { ...session, ...change };
    for (const listener of listeners) listener();
  }
}
