/**
 * Work begins in turn. A process has one event loop: if all requests of one tenant began together, all other work would wait
 * until the last of them has begun, and again at each of their steps. So in one round of the loop a party, such as a tenant,
 * begins only a few. A party that is alone has no limit: in small portions, batched statements would be sent more often.
 */
import { Company } from '#kernel/work/company.ts';

export class Rounds {
  readonly #most: number;
  readonly #company = new Company('turns');
  /** The number begun in this round, by party. */
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `most` of a party begin in a round: as many as take about a millisecond. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Calls `begin` at once, or in one of the next rounds. */
  take(party: string, begin: () => void): void {
    this.#company.note(party);
    const waiting = this.#waiting.get(party);
    if (waiting !== undefined) return void waiting.push(begin);
    const begun = this.#begun.get(party) ?? 0;
    if (begun >= this.#most && !this.#company.isOne) return void this.#waiting.set(party, [begin]);
    if (this.#begun.size === 0) setImmediate(this.#next);
    this.#begun.set(party, begun + 1);
    begin();
  }

  /** The same for work that awaits its turn. */
  pass(party: string): Promise<void> {
    return new Promise((begin) => this.take(party, begin));
  }

  readonly #next = (): void => {
    this.#begun.clear();
    const next: (() => void)[] = [];
    for (const [party, waiting] of this.#waiting) {
      const some = waiting.splice(0, this.#most);
      if (waiting.length === 0) this.#waiting.delete(party);
      this.#begun.set(party, some.length);
      next.push(...some);
    }
    if (next.length > 0) setImmediate(this.#next);
    for (const begin of next) begin();
  };
}
