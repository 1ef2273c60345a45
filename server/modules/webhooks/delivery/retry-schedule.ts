const MINUTE = 60_000;
const JITTER = 0.1;

/** The wait after failed attempt n is WAITS_IN_MINUTES[n - 1], as in the interface document's table. */
export const WAITS_IN_MINUTES = [1, 5, 15, 30, 60, 120, 240];
export const MAX_DELIVERY_ATTEMPTS = 8;

/**
 * Milliseconds from the end of a failed attempt to the next one; null when the attempts are used up. A wait that the receiver
 * asked for is granted as far as the jitter goes: the table says "about". Whole milliseconds, so that an integer column or
 * parameter can hold them.
 */
export function waitAfterAttempt(
  attempt: number,
  random: () => number,
  scale = 1,
  askedMs: number | null = null,
): number | null {
  if (!Number.isInteger(attempt) || attempt < 1) {
    throw new RangeError(`Attempts are counted from 1, not ${attempt}.`);
  }
  const minutes = WAITS_IN_MINUTES[attempt - 1];
  if (minutes === undefined) return null;
  const wait = minutes * MINUTE * scale;
  const [least, most] = [wait * (1 - JITTER), wait * (1 + JITTER)];
  const chosen = askedMs ?? least + (most - least) * random();
  return Math.round(Math.min(most, Math.max(least, chosen)));
}
