/**
 * Limits per caller, in memory: a token bucket, reported in headers, and a limit on concurrent requests. Processes of one supervisor
 * count together.
 */

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, REFUSAL_DELAY_MS } from '#kernel/errors.ts';
import { whenOver } from '#kernel/http/when-over.ts';
import { SharedCount } from '#kernel/siblings/siblings.ts';
import { Tally } from '#kernel/work/tally.ts';

const MINUTE = 60_000;

type Bucket = { tokens: number; at: number };

export type Verdict = { allowed: boolean; headers: Record<string, string>; retryAfterSeconds: number };

export class RateLimit {
  readonly perMinute: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #policy: string;
  readonly #shared: SharedCount;

  /** `what` names the limit among those of the process. */
  constructor(what: string, perMinute: number, now: () => number) {
    this.#shared = new SharedCount('spent', what, (caller, tokens) => {
      this.#refill(caller, now()).tokens -= tokens;
    });
    this.perMinute = perMinute;
    this.#now = now;
    this.#policy = `"default";q=${perMinute};w=60`;
  }

  take(caller: string): Verdict {
    const now = this.#now();
    const bucket = this.#refill(caller, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) {
      bucket.tokens -= 1;
      this.#shared.add(caller, 1);
    }
    const missing = Math.max(0, 1 - bucket.tokens);
    const retryAfterSeconds = Math.ceil((missing / this.perMinute) * 60);
    return {
      allowed,
      retryAfterSeconds,
      headers: {
        'ratelimit-policy': this.#policy,
        ratelimit: `"default";r=${Math.max(0, Math.floor(bucket.tokens))};t=${retryAfterSeconds}`,
      },
    };
  }

  /** Returns true if the bucket is empty; consumes nothing. */
  isSpent(caller: string): boolean {
    return this.#buckets.has(caller) && this.#refill(caller, this.#now()).tokens < 1;
  }

  #refill(caller: string, now: number): Bucket {
    const bucket = this.#buckets.get(caller);
    if (bucket === undefined) {
      this.#forgetIdle(now);
      const fresh = { tokens: this.perMinute, at: now };
      this.#buckets.set(caller, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(
      this.perMinute,
      bucket.tokens + (Math.max(0, now - bucket.at) / MINUTE) * this.perMinute,
    );
    bucket.at = now;
    return bucket;
  }

  /** A bucket untouched for a minute is full again, which equals having none: memory stays bounded. */
  #forgetIdle(now: number): void {
    if (this.#buckets.size < 10_000) return;
    for (const [caller, bucket] of this.#buckets) if (now - bucket.at > MINUTE) this.#buckets.delete(caller);
    if (this.#buckets.size >= 100_000) this.#buckets.clear();
  }
}

/** Limits concurrent work of one kind, such as "requests of one key". */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #what: string;
  readonly #underWay = new Tally();
  /** In the other processes. */
  readonly #elsewhere = new Tally();
  readonly #shared: SharedCount;

  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
    this.#shared = new SharedCount('held', what, (whose, by) => this.#elsewhere.add(whose, by));
  }

  /** Counts until the response is over, however it ends. */
  enter(whose: string, response: ServerResponse): boolean {
    if (this.#underWay.of(whose) + this.#elsewhere.of(whose) >= this.#most) return false;
    this.#change(whose, 1);
    whenOver(response, () => this.#change(whose, -1));
    return true;
  }

  #change(whose: string, by: number): void {
    this.#underWay.add(whose, by);
    this.#shared.add(whose, by);
  }

  async refusal(headers: Record<string, string> = {}): Promise<AppError> {
    await sleep(REFUSAL_DELAY_MS);
    const message = `At most ${this.#most} ${this.#what} may be under way at once. Please wait for some to end.`;
    return new AppError('rate_limited', message, undefined, { 'retry-after': '1', ...headers });
  }
}
