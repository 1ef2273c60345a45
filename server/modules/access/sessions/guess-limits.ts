/**
 * Limits wrong guesses rather than sign-ins: an attempt counts while it runs, and afterwards only if it was wrong, except with
 * limits that stay. The counts are in the database, so that all processes share them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#kernel/db/db.ts';
import { type AppError, REFUSAL_DELAY_MS, tooMany } from '#kernel/errors.ts';
import { sha256 } from '#kernel/secrets.ts';
import { countGuess, isCounted, type Limit, type Refusal, takeGuessBack } from './guess-limits.sql.ts';

/** While guesses are refused, the database is queried once a second, not once per guess. */
const REMEMBERED_MS = 1_000;

/** Identifies a guesser within a kind of limit: an e-mail field may contain anything, also a network address. */
export const limitOf = (
  most: number,
  everySeconds: number,
  ...who: [kind: string, ...parts: string[]]
): Limit => ({
  who: sha256(JSON.stringify(who)).subarray(0, 16),
  most,
  everySeconds,
});

/**
 * Wrong passwords: a number at once, then one every so many seconds (decision 21). One network cannot use up the limit that an
 * account has over all networks, because the network's own limit is lower and recovers more slowly.
 */
export const guessesFrom = (network: string, account: string) => [
  limitOf(30, 2, 'network', network),
  limitOf(10, 300, 'account and network', account, network),
  limitOf(50, 240, 'account', account),
  signInsFrom(network, account),
];
/**
 * Counts right passwords too: more than a person needs, and per network, because an attacker who knows a password without the
 * second factor must not be able to lock the owner out.
 */
const signInsFrom = (network: string, account: string): Limit => ({
  ...limitOf(30, 2, 'sign-ins', account, network),
  stays: true,
});
/** Anyone who knows a password can make devices known, so all known devices of an account share one limit. */
export const guessesOnDevice = (device: string, address: string, accounts: string[]) => [
  limitOf(10, 60, 'device', device, address),
  ...accounts.map((account) => limitOf(50, 60, 'known devices', account)),
];
/** Codes are short; but an attacker who knows the password must not be able to lock its owner out by guessing at them. */
export const guessesAtCode = (account: string, device: string | null) =>
  device === null
    ? [limitOf(10, 300, 'code', account)]
    : [limitOf(10, 60, 'code', account, device), limitOf(50, 240, 'codes on known devices', account)];
/** Guesses of a signed-in account, over all of its sessions. */
export const guessesInside = (person: string) => [limitOf(10, 60, 'inside', person)];

/**
 * A password that is right for one account is compared with the others of its address too, and does not count as a guess. So each
 * password that an attacker sets for an account of another person's address would be a free guess; this limit makes them few.
 */
export const newPasswords = (person: string) => [limitOf(10, 3600, 'new passwords', person)];
export const newAccounts = (tenant: string, address: string) => [
  limitOf(10, 3600, 'new accounts', tenant, address),
];

/** Counts a guess against the limits of the attempt, or against others; throws 429 when one of them has none left. */
export type Count = (limits?: Limit[]) => Promise<void>;

export class GuessLimiter {
  readonly #db: Db;
  readonly #refused = new Map<string, { until: number; wait: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Runs `attempt`, which returns null for a wrong guess. The attempt decides when it is counted: when its turn in the queue
   * comes, so that a flood writes no more than can be tried.
   */
  async limit<T>(limits: Limit[], attempt: (count: Count) => Promise<T | null>): Promise<T | null> {
    const counted: Limit[] = [];
    const count = async (which = limits) => {
      this.#assertNotRefused(which);
      const refusals = await countGuess(this.#db, which);
      if (refusals.every((refusal) => refusal.counted)) counted.push(...which.filter(({ stays }) => !stays));
      if (refusals.length > 0) throw this.#remember(refusals);
    };
    let wrong = false;
    try {
      const result = await attempt(count);
      wrong = result === null;
      return result;
    } finally {
      // A failure leaves one guess too many counted, which is no reason to fail a successful attempt.
      if (counted.length > 0 && !wrong) await takeGuessBack(this.#db, counted).catch(() => {});
    }
  }

  /** Counts an action whether it succeeds or not. */
  async spend(limits: Limit[]): Promise<void> {
    await this.limit(limits, (count) => count().then(() => null));
  }

  /** Returns whether an action that may happen once happens for the first time. */
  async isFirst(kind: string, what: string, seconds: number): Promise<boolean> {
    return (await countGuess(this.#db, [limitOf(1, seconds, kind, what)])).length === 0;
  }

  /** Returns whether such an action has happened; does not count this one. */
  async hasHappened(kind: string, what: string, seconds: number): Promise<boolean> {
    return isCounted(this.#db, limitOf(1, seconds, kind, what));
  }

  #remember(refusals: Refusal[]): AppError {
    if (this.#refused.size >= 10_000) this.#refused.clear();
    const until = performance.now() + REMEMBERED_MS;
    for (const { who, wait } of refusals) this.#refused.set(who.toString('latin1'), { until, wait });
    return tooMany(Math.ceil(Math.max(...refusals.map(({ wait }) => wait))));
  }

  /** Refuses from memory, after a delay: for requests that would wait in a queue before they are counted. */
  async refuseAgain(limits: Limit[]): Promise<void> {
    try {
      this.#assertNotRefused(limits);
    } catch (refusal) {
      await sleep(REFUSAL_DELAY_MS);
      throw refusal;
    }
  }

  #assertNotRefused(limits: Limit[]): void {
    for (const { who } of limits) {
      const refused = this.#refused.get(who.toString('latin1'));
      if (refused !== undefined && refused.until > performance.now()) throw tooMany(Math.ceil(refused.wait));
    }
  }
}
