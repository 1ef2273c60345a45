/** The storage of what is typed and not saved yet: in this browser only, bounded, and gone after a week or a sign-out. */
const PREFIX = 'typed ';
const MOST_FORMS = 30;
const MOST_CHARACTERS = 200_000;
const MOST_AGE_MS = 7 * 86_400_000;

/** `base` is the state that the form began with. */
export type Typed = { at: number; base: unknown; values: unknown };

/** The time of the last sign-out in this browser. Pages that were open then, in any window, keep nothing more. */
const SIGNED_OUT_AT = 'signed out at';
let signedInAt = 0;
export const allowTyped = (): void => {
  signedInAt = Date.now();
};

export function readTyped(name: string): Typed | null {
  try {
    const typed = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Typed | null;
    return typed !== null && isRecent(typed) ? typed : null;
  } catch {
    return null;
  }
}

/** Returns false if it could not be kept: it is too large, or the browser stores nothing. */
export function keepTyped(name: string, base: unknown, values: unknown): boolean {
  const text = JSON.stringify({ at: Date.now(), base, values });
  if (text.length > MOST_CHARACTERS) return false;
  try {
    if (Number(localStorage.getItem(SIGNED_OUT_AT)) >= signedInAt) return false;
    localStorage.setItem(PREFIX + name, text);
    dropOldest();
    return true;
  } catch {
    return false;
  }
}

export function dropTyped(name: string): void {
  remove(PREFIX + name);
}

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

function dropOldest(): void {
  const all = keys()
    .map((key) => ({ key, typed: readTyped(key.slice(PREFIX.length)) }))
    .sort((one, other) => (other.typed?.at ?? 0) - (one.typed?.at ?? 0));
  const kept = all.filter(({ typed }) => typed !== null).slice(0, MOST_FORMS);
  for (const { key } of all) if (!kept.some((one) => one.key === key)) remove(key);
}

/** A clock that was wrong makes it old, never eternal. */
const isRecent = ({ at }: Typed) => Math.abs(Date.now() - at) < MOST_AGE_MS;

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser stores nothing, so nothing is left.
  }
}
