/** Detects whether one tenant is alone: alone it may use everything; in company it has its share, also while the others pause. */

/** Two parties are active at the same time when both sent a request within this time. */
const PRESENT_MS = 10_000;

export class Company {
  #latest: string | undefined;
  #otherCameAt = Number.NEGATIVE_INFINITY;

  note(party: string): void {
    if (party === this.#latest) return;
    if (this.#latest !== undefined) this.#otherCameAt = performance.now();
    this.#latest = party;
  }

  /** Only one party was active in that time. */
  get isOne(): boolean {
    return performance.now() - this.#otherCameAt > PRESENT_MS;
  }
}
