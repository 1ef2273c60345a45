/** Requests begin in turn: tenants take turns, and a request whose tenant is not known yet uses the turn of its network. */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '#kernel/http/network.ts';
import { Rounds } from '#kernel/work/rounds.ts';

const BEGUN_IN_A_ROUND = 16;
const MOST_REMEMBERED = 10_000;

export class Turns {
  readonly #rounds = new Rounds(BEGUN_IN_A_ROUND);
  /** The last known tenant of each token; authentication verifies it later. */
  readonly #tenants = new Map<string, string>();

  take({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, begin: () => void): void {
    this.#rounds.take(this.#tenants.get(headers.authorization ?? '') ?? networkOf(ip), begin);
  }

  /** From now on, requests with this token use the turns of the tenant. */
  note(token: string, tenantId: string): void {
    if (this.#tenants.get(token) === tenantId) return;
    if (this.#tenants.size >= MOST_REMEMBERED) this.#tenants.clear();
    this.#tenants.set(token, tenantId);
  }
}
