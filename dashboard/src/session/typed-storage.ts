/** The storage of what is typed: who may keep something, and that a sign-out leaves nothing. */
export const PREFIX = 'typed ';

/** The time of the last sign-out in this browser. Pages that were open then, in any window, keep nothing more. */
const SIGNED_OUT_AT = 'signed out at';
let signedInAt = 0;
export const allowTyped = (): void => {
  signedInAt = Date.now();
};

export const mayKeep = (): boolean => Number(localStorage.getItem(SIGNED_OUT_AT)) < signedInAt;

/** Removes all of it, also of other accounts: the next person at this browser finds nothing. */
export function forgetTyped(): void {
  for (const key of keys()) remove(key);
  try {
    localStorage.setItem(SIGNED_OUT_AT, String(Date.now()));
    sessionStorage.clear();
  } catch {
    // The browser stores nothing, so nothing is left.
  }
}

export function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser stores nothing, so nothing is left.
  }
}
