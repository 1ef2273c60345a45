/** Rate limits: a token bucket per caller, in memory; generous, and told to the caller in headers. */
const MINUTE = 60_000;

type Bucket = { tokens: number; at: number };

export type Verdict = { allowed: boolean; headers: Record<string, string>; retryAfterSeconds: number };

export class RateLimit {
  readonly perMinute: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #policy: string;

  constructor(perMinute: number, now: () => number) {
    this.perMinute = perMinute;
    this.#now = now;
    this.#policy = `"default";q=${perMinute};w=60`;
  }

  take(caller: string): Verdict {
    const now = this.#now();
    const bucket = this.#refill(caller, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = Math.max(0, 1 - bucket.tokens);
    const retryAfterSeconds = Math.ceil((missing / this.perMinute) * 60);
    return {
      allowed,
      retryAfterSeconds,
      headers: {
        'ratelimit-policy': this.#policy,
        ratelimit: `"default";r=${Math.floor(bucket.tokens)};t=${retryAfterSeconds}`,
      },
    };
  }

  #refill(caller: string, now: number): Bucket {
    const bucket = this.#buckets.get(caller);
    if (bucket === undefined) {
      this.#forgetIdle(now);
      const fresh = { tokens: this.perMinute, at: now };
      this.#buckets.set(caller, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(this.perMinute, bucket.tokens + ((now - bucket.at) / MINUTE) * this.perMinute);
    bucket.at = now;
    return bucket;
  }

  /** A bucket untouched for a minute is full again, which is the same as not being there: memory stays bounded. */
  #forgetIdle(now: number): void {
    if (this.#buckets.size < 10_000) return;
    for (const [caller, bucket] of this.#buckets) if (now - bucket.at > MINUTE) this.#buckets.delete(caller);
    if (this.#buckets.size >= 100_000) this.#buckets.clear();
  }
}
