/**
 * A quota of bytes for the log of each tenant. What was stored raises its level, which falls by the whole quota within the time that the
 * log is kept. The last fifth is for failures alone.
 */
import type { RequestLogSettings } from './settings.ts';

const DAY_SECONDS = 86_400;
const SHARE_OF_SUCCESSES = 0.8;
const MOST_REMEMBERED = 10_000;

export class Levels {
  readonly fallPerSecond: number;
  readonly #most: number;
  /** As the database last reported them: all processes raise them. */
  readonly #known = new Map<string, { bytes: number; at: number }>();

  constructor({ days, bytesPerTenant }: RequestLogSettings) {
    this.#most = bytesPerTenant;
    this.fallPerSecond = bytesPerTenant / (Math.max(1, days) * DAY_SECONDS);
  }

  hasRoom(tenantId: string, now: number, isFailure: boolean): boolean {
    const known = this.#known.get(tenantId);
    if (known === undefined) return true;
    const level = known.bytes - ((now - known.at) / 1000) * this.fallPerSecond;
    return level < this.#most * (isFailure ? 1 : SHARE_OF_SUCCESSES);
  }

  set(tenantId: string, bytes: number, at: number): void {
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(tenantId, { bytes, at });
  }
}
