/**
 * Requests begin in turn. Everything they do, they do in one event loop: were all that arrived together to begin together, whatever
 * else happens there would wait until the last of them has begun, and again at each of its steps. So only a few begin in one round
 * of the loop; tenants take turns at it, and one that asks little begins at once. A tenant that is alone begins as it likes: in small
 * portions, whatever is asked of the database in batches would be asked more often.
 */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '#kernel/http/network.ts';
import { Circle } from '#kernel/work/circle.ts';
import { Company } from '#kernel/work/company.ts';

/** Of small requests, so many take about a millisecond. */
const BEGUN_IN_A_ROUND = 16;
const MOST_REMEMBERED = 10_000;

type Caller = Pick<FastifyRequest, 'headers' | 'ip'>;

export class Turns {
  readonly #waiting = new Circle<() => void>();
  /** Whose a token was, the last time; whether it still is, is asked elsewhere. */
  readonly #tenants = new Map<string, string>();
  readonly #company = new Company();
  #begun = 0;

  /** Called at once, or in one of the next rounds. */
  take(request: Caller, begin: () => void): void {
    const party = this.#tenants.get(request.headers.authorization ?? '') ?? networkOf(request.ip);
    this.#company.note(party);
    if (this.#begun === 0) setImmediate(this.#nextRound);
    if (this.#waiting.size === 0 && (this.#begun < BEGUN_IN_A_ROUND || this.#company.isOne)) {
      this.#begun++;
      begin();
    } else this.#waiting.add([party], begin);
  }

  /** From now on it takes the turns of its tenant. */
  note(token: string, tenantId: string): void {
    if (this.#tenants.get(token) === tenantId) return;
    if (this.#tenants.size >= MOST_REMEMBERED) this.#tenants.clear();
    this.#tenants.set(token, tenantId);
  }

  readonly #nextRound = (): void => {
    this.#begun = Math.min(BEGUN_IN_A_ROUND, this.#waiting.size);
    if (this.#begun > 0) setImmediate(this.#nextRound);
    for (let left = this.#begun; left > 0; left--) this.#waiting.takeNext()();
  };
}
