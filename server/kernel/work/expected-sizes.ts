/** The sizes that the next outputs of a party will probably have: those of its largest recent ones. */

const MOST_PARTIES = 10_000;
/** A party whose outputs became small is taken for one of small outputs after some of them. */
const FADING = 0.9;

export class ExpectedSizes {
  readonly #unknown: number;
  readonly #sizes = new Map<string, number>();

  /** `unknown`: of a party without an output yet. */
  constructor(unknown: number) {
    this.#unknown = unknown;
  }

  of(party: string): number {
    return this.#sizes.get(party) ?? this.#unknown;
  }

  note(party: string, size: number): void {
    const before = this.#sizes.get(party) ?? 0;
    if (this.#sizes.size >= MOST_PARTIES) this.#sizes.clear();
    this.#sizes.set(party, Math.max(size, before * FADING));
  }
}
