/** Detects whether one tenant is alone: alone it may use everything; in company it has its share, also while the others pause. */
import { SharedCount } from '#kernel/siblings/siblings.ts';

/** Two parties are active at the same time when both sent a request within this time. */
const PRESENT_MS = 10_000;
/** Sibling processes are told of a party at least this often. */
const TELL_MS = 1_000;

export class Company {
  readonly #shared: SharedCount;
  #latest: string | undefined;
  #otherCameAt = Number.NEGATIVE_INFINITY;
  #told: string | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** Companies of this name in sibling processes are one. */
  constructor(name: string) {
    this.#shared = new SharedCount('spent', `company: ${name}`, (party) => this.#meet(party));
  }

  note(party: string): void {
    this.#meet(party);
    if (party === this.#told && performance.now() - this.#toldAt < TELL_MS) return;
    this.#told = party;
    this.#toldAt = performance.now();
    this.#shared.add(party, 1);
  }

  #meet(party: string): void {
    if (party === this.#latest) return;
    if (this.#latest !== undefined) this.#otherCameAt = performance.now();
    this.#latest = party;
  }

  /** Only one party was active in that time. */
  get isOne(): boolean {
    return performance.now() - this.#otherCameAt > PRESENT_MS;
  }
}
