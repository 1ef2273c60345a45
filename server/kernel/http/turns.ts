/** Requests begin in turn: tenants take turns, and a request whose tenant is not known yet uses the turn of its network. */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '#kernel/http/network.ts';
import { Rounds } from '#kernel/work/rounds.ts';

type Sent = Pick<FastifyRequest, 'headers' | 'url'>;

const KEY_IN_ADDRESS = /[?&]key=(pk_live_[0-9A-Za-z]+)/;
const credentialOf = ({ headers, url }: Sent): string =>
  headers.authorization ?? KEY_IN_ADDRESS.exec(url)?.[1] ?? '';

const BEGUN_IN_A_ROUND = 6;
const MOST_REMEMBERED = 10_000;

export class Turns {
  readonly #rounds = new Rounds(BEGUN_IN_A_ROUND);
  /** The last known tenant of each token; authentication verifies it later. */
  readonly #tenants = new Map<string, string>();

  take(request: Sent & Pick<FastifyRequest, 'ip'>, begin: () => void): void {
    this.#rounds.take(this.#tenants.get(credentialOf(request)) ?? networkOf(request.ip), begin);
  }

  /** From now on, requests with the same token use the turns of the tenant. */
  note(request: Sent, tenantId: string): void {
    const token = credentialOf(request);
    if (this.#tenants.get(token) === tenantId) return;
    if (this.#tenants.size >= MOST_REMEMBERED) this.#tenants.clear();
    this.#tenants.set(token, tenantId);
  }
}
