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
  /** The levels that the database last reported, for all processes. */
  readonly #known = new Map<string, { bytes: number; at: number }>();
  /** Stored by this process since its last report. */
  #grown = new Map<string, number>();

  constructor({ days, bytesPerTenant }: RequestLogSettings) {
    this.#most = bytesPerTenant;
    this.fallPerSecond = bytesPerTenant / (Math.max(1, days) * DAY_SECONDS);
  }

  hasRoom(tenantId: string, now: number, isFailure: boolean): boolean {
    const known = this.#known.get(tenantId);
    if (known === undefined) return true;
    const level = known.bytes - ((now - known.at) / 1000) * this.fallPerSecond;
    const grown = this.#grown.get(tenantId) ?? 0;
    return level + grown < this.#most * (isFailure ? 1 : SHARE_OF_SUCCESSES);
  }

  grow(tenantId: string, bytes: number): void {
    this.#grown.set(tenantId, (this.#grown.get(tenantId) ?? 0) + bytes);
  }

  get hasGrown(): boolean {
    return this.#grown.size > 0;
  }

  /** The growth since the last call, to be reported. */
  takeGrown(): [tenantId: string, bytes: number][] {
    const grown = [...this.#grown];
    this.#grown = new Map();
    return grown;
  }

  set(tenantId: string, bytes: number, at: number): void {
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(tenantId, { bytes, at });
  }
}
