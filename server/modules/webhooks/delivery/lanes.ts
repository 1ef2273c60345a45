/**
 * Whose turn it is. A lane is one endpoint's queue. Turns go round the tenants, and within a tenant round its endpoints, so
 * nobody waits for somebody else's backlog; and nobody has more in flight than their share. Pure: time is an argument.
 */
export type Lane = { tenantId: string; subscriptionId: string };

/** What may be taken from a lane now: `size` in all. Retries are bounded too, so that they never starve first attempts. */
export type Quota = Lane & { size: number; fresh: number; retries: number };

/** `inFlight` is shared by those who answer quickly; `sockets` is what there may be in all. */
export type Limits = {
  inFlight: number;
  sockets: number;
  perTenant: number;
  perEndpoint: number;
  perTurn: number;
};

export const LIMITS: Limits = { inFlight: 512, sockets: 4096, perTenant: 256, perEndpoint: 16, perTurn: 16 };

/** This many failures in a row, and an endpoint counts as down: first attempts then go one at a time, ever further apart. */
const DOWN_AFTER = 5;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

type Endpoint = {
  lane: Lane;
  tenant: Tenant;
  /** Believed to have something to send. */
  queued: boolean;
  /** In flight, or promised to a claim that is under way. */
  taken: number;
  failuresInARow: number;
  /** Down: no first attempt before this time. */
  probeAt: number;
  /** Rate-limited: nothing before this time. */
  freeAt: number;
};

type Tenant = { id: string; taken: number; endpoints: Map<string, Endpoint>; turns: Endpoint[] };

export class Lanes {
  readonly #limits: Limits;
  readonly #tenants = new Map<string, Tenant>();
  /** Tenants with something to send, in order of their turn. */
  #turns: Tenant[] = [];
  #taken = 0;
  #slow = 0;

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits;
  }

  get room(): number {
    return Math.min(this.#limits.inFlight - this.#taken, this.#limits.sockets - this.#taken - this.#slow);
  }

  get queued(): number {
    return this.#turns.reduce((sum, tenant) => sum + tenant.turns.length, 0);
  }

  /** Nothing to send that we know of, and nothing under way. */
  isIdle({ tenantId, subscriptionId }: Lane): boolean {
    const endpoint = this.#tenants.get(tenantId)?.endpoints.get(subscriptionId);
    return endpoint === undefined || (!endpoint.queued && endpoint.taken === 0);
  }

  /** There is work in this lane. */
  offer(lane: Lane): void {
    const endpoint = this.#endpoint(lane);
    if (endpoint.queued) return;
    endpoint.queued = true;
    const { tenant } = endpoint;
    if (tenant.turns.length === 0) this.#turns.push(tenant);
    tenant.turns.push(endpoint);
  }

  /** Goes round, a turn each, until the room is given away or nobody may have more. */
  next(now: number): Quota[] {
    const quotas = new Map<Endpoint, Quota>();
    let gaveSomething = true;
    while (gaveSomething && this.room > 0) {
      gaveSomething = false;
      for (const tenant of [...this.#turns]) {
        if (this.room === 0) break;
        // To the end of the row, whether or not it can be served now.
        this.#turns.push(this.#turns.shift()!);
        const endpoint = this.#whoseTurn(tenant, quotas, now);
        if (endpoint === undefined) continue;
        gaveSomething = true;
        this.#give(endpoint, quotas, now);
      }
    }
    return [...quotas.values()];
  }

  #whoseTurn(tenant: Tenant, quotas: Map<Endpoint, Quota>, now: number): Endpoint | undefined {
    if (tenant.taken >= this.#limits.perTenant) return undefined;
    for (let tries = tenant.turns.length; tries > 0; tries--) {
      const endpoint = tenant.turns.shift()!;
      tenant.turns.push(endpoint);
      const isFull = endpoint.taken >= this.#limits.perEndpoint;
      const hadAllItMay = quotas.has(endpoint) && isDown(endpoint);
      if (!isFull && !hadAllItMay && now >= endpoint.freeAt) return endpoint;
    }
    return undefined;
  }

  #give(endpoint: Endpoint, quotas: Map<Endpoint, Quota>, now: number): void {
    const { perTurn, perTenant, perEndpoint } = this.#limits;
    const { tenant } = endpoint;
    const size = Math.min(perTurn, this.room, perTenant - tenant.taken, perEndpoint - endpoint.taken);
    // Retries keep their documented times even when the endpoint seems down; only first attempts are put off.
    const fresh = !isDown(endpoint) ? size : now >= endpoint.probeAt && endpoint.taken === 0 ? 1 : 0;
    const retries = isDown(endpoint) ? size : Math.ceil(size / 2);
    const before = quotas.get(endpoint) ?? { ...endpoint.lane, size: 0, fresh: 0, retries: 0 };
    quotas.set(endpoint, {
      ...before,
      size: before.size + size,
      fresh: before.fresh + fresh,
      retries: before.retries + retries,
    });
    this.#take(endpoint, size);
  }

  /** It was not its moment: it keeps what it has to send, and its next turn. */
  putBack(quota: Quota): void {
    this.#take(this.#endpoint(quota), -quota.size);
  }

  /** What a claim brought. A lane that gave less than it was asked for has nothing left. */
  took(quota: Quota, got: { fresh: number; retries: number }, freeAt: number | null): void {
    const endpoint = this.#endpoint(quota);
    const sum = got.fresh + got.retries;
    this.#take(endpoint, sum - quota.size);
    if (freeAt !== null) endpoint.freeAt = freeAt;
    const mayHaveMore = sum === quota.size || got.retries === quota.retries || freeAt !== null;
    // Of an endpoint that is down nothing was asked until its probe; what waits for that is still there.
    const wasAsked = quota.fresh > 0;
    if (!mayHaveMore && wasAsked) this.#dequeue(endpoint);
    this.#forgetIfIdle(endpoint);
  }

  /** An attempt that takes long goes on counting against its endpoint and its tenant, but no longer against everyone. */
  isSlow(): void {
    this.#taken -= 1;
    this.#slow += 1;
  }

  /** True when this failure is the one by which the endpoint counts as down. */
  finished(lane: Lane, success: boolean, now: number, wasSlow = false): boolean {
    const endpoint = this.#endpoint(lane);
    this.#take(endpoint, -1);
    if (wasSlow) {
      this.#taken += 1;
      this.#slow -= 1;
    }
    endpoint.failuresInARow = success ? 0 : endpoint.failuresInARow + 1;
    if (isDown(endpoint)) {
      const doublings = Math.min(endpoint.failuresInARow - DOWN_AFTER, 10);
      endpoint.probeAt = now + Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
    }
    this.#forgetIfIdle(endpoint);
    return endpoint.failuresInARow === DOWN_AFTER;
  }

  #take(endpoint: Endpoint, count: number): void {
    endpoint.taken += count;
    endpoint.tenant.taken += count;
    this.#taken += count;
  }

  #dequeue(endpoint: Endpoint): void {
    endpoint.queued = false;
    const { tenant } = endpoint;
    tenant.turns = tenant.turns.filter((other) => other !== endpoint);
    if (tenant.turns.length === 0) this.#turns = this.#turns.filter((other) => other !== tenant);
  }

  /** Healthy and idle is the same as unknown, so memory holds only who is busy or down. */
  #forgetIfIdle({ queued, taken, failuresInARow, tenant, lane }: Endpoint): void {
    if (queued || taken > 0 || failuresInARow > 0) return;
    tenant.endpoints.delete(lane.subscriptionId);
    if (tenant.endpoints.size === 0) this.#tenants.delete(tenant.id);
  }

  #endpoint({ tenantId, subscriptionId }: Lane): Endpoint {
    const tenant: Tenant = this.#tenants.get(tenantId) ?? {
      id: tenantId,
      taken: 0,
      endpoints: new Map(),
      turns: [],
    };
    this.#tenants.set(tenantId, tenant);
    const known = tenant.endpoints.get(subscriptionId);
    if (known !== undefined) return known;
    const endpoint: Endpoint = {
      lane: { tenantId, subscriptionId },
      tenant,
      queued: false,
      taken: 0,
      failuresInARow: 0,
      probeAt: 0,
      freeAt: 0,
    };
    tenant.endpoints.set(subscriptionId, endpoint);
    return endpoint;
  }
}

const isDown = (endpoint: Endpoint) => endpoint.failuresInARow >= DOWN_AFTER;
