/** The address and the tenant of the last sign-in in this browser, so that the next one begins with the password. */
const KEY = 'colonnade:last-sign-in';

export type LastSignIn = { email?: string; tenant?: string };

export function lastSignIn(): LastSignIn {
  try {
    const { email, tenant } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      ...(typeof email === 'string' && { email }),
      ...(typeof tenant === 'string' && { tenant }),
    };
  } catch {
    return {};
  }
}

/** A browser may refuse to store anything. */
export function noteSignIn(change: LastSignIn): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...lastSignIn(), ...change }));
  } catch {}
}
