/** The storage of what is typed and not saved yet: in this browser only, bounded, and gone after a week or a sign-out. */
import { keys, mayKeep, PREFIX, remove } from './typed-storage.ts';

const MOST_FORMS = 30;
const MOST_CHARACTERS = 200_000;
const MOST_AGE_MS = 7 * 86_400_000;

/** `base` is the state that the form began with. */
export type Typed = { at: number; base: unknown; values: unknown };

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
    if (!mayKeep()) return false;
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

function dropOldest(): void {
  const all = keys()
    .map((key) => ({ key, typed: readTyped(key.slice(PREFIX.length)) }))
    .sort((one, other) => (other.typed?.at ?? 0) - (one.typed?.at ?? 0));
  const kept = all.filter(({ typed }) => typed !== null).slice(0, MOST_FORMS);
  for (const { key } of all) if (!kept.some((one) => one.key === key)) remove(key);
}

/** A clock that was wrong makes it old, never eternal. */
const isRecent = ({ at }: Typed) => Math.abs(Date.now() - at) < MOST_AGE_MS;
