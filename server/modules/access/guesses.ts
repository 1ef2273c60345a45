/** Limits wrong passwords, not sign-ins: an attempt counts while it runs, and afterwards only if it was wrong. */
import { tooMany } from '#kernel/http/authenticate.ts';

const MINUTE = 60_000;

type Count = { wrong: number; until: number };

export class Guesses {
  readonly #now: () => number;
  readonly #counts = new Map<string, Count>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs `attempt`, which returns null for a wrong guess, unless somebody is at the end of their minute: `perMinute`
   * says how many wrong guesses each of those involved may make.
   */
  async limit<T>(perMinute: Record<string, number>, attempt: () => Promise<T | null>): Promise<T | null> {
    const counts = Object.keys(perMinute).map((guesser) => this.#countOf(guesser));
    for (const [index, most] of Object.values(perMinute).entries()) {
      const { wrong, until } = counts[index]!;
      if (wrong >= most) throw tooMany(Math.ceil((until - this.#now()) / 1000));
    }
    // Counted before it runs, so that a hundred guesses sent at once are a hundred guesses.
    for (const count of counts) count.wrong++;
    let wrong = false;
    try {
      const result = await attempt();
      wrong = result === null;
      return result;
    } finally {
      if (!wrong) for (const count of counts) count.wrong--;
    }
  }

  #countOf(guesser: string): Count {
    const now = this.#now();
    const known = this.#counts.get(guesser);
    if (known !== undefined && known.until > now) return known;
    if (this.#counts.size >= 10_000) this.#forgetPast(now);
    const fresh = { wrong: 0, until: now + MINUTE };
    this.#counts.set(guesser, fresh);
    return fresh;
  }

  #forgetPast(now: number): void {
    for (const [guesser, count] of this.#counts) if (count.until <= now) this.#counts.delete(guesser);
    if (this.#counts.size >= 100_000) this.#counts.clear();
  }
}
