/**
 * Decides which lane sends next. A lane is the queue of one endpoint. Turns rotate over the tenants, and within a tenant over its
 * endpoints, so that no tenant waits for another's backlog; and no tenant has more in flight than its share. Pure: time is an
 * argument.
 */
export type Lane = { tenantId: string; subscriptionId: string };

/** The order of the database. */
export const byId = (one: Lane, other: Lane): number =>
  one.tenantId < other.tenantId ||
  (one.tenantId === other.tenantId && one.subscriptionId < other.subscriptionId)
    ? -1
    : 1;

/** A lane that got this many deliveries, if that is known. */
export type OfferedLane = Lane & { count?: number };

/**
 * The most deliveries to claim from a lane now: `size` in all. Retries are limited too, so that they never starve first attempts.
 */
export type Quota = Lane & { size: number; fresh: number; retries: number };

/** `inFlight` is shared by quick attempts; `sockets` is the limit of all attempts. */
export type Limits = {
  inFlight: number;
  sockets: number;
  perTenant: number;
  perEndpoint: number;
  perTurn: number;
};

export const LIMITS: Limits = { inFlight: 512, sockets: 4096, perTenant: 256, perEndpoint: 16, perTurn: 16 };

/** After this many failures in a row an endpoint counts as down: its first attempts go one at a time, at growing intervals. */
const DOWN_AFTER = 5;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than most waits of a retry. */
const FAILURES_KEPT_MS = 3_600_000;

type Endpoint = {
  lane: Lane;
  tenant: Tenant;
  /** The lane probably has deliveries to send. */
  queued: boolean;
  /** How many deliveries it was offered with since its last turn, as far as that is known; otherwise infinite. */
  offered: number;
  /** It was offered since its last turn: the claim under way may have missed the deliveries. */
  isOfferedAgain: boolean;
  /** In flight, or reserved for a claim that is under way. */
  taken: number;
  failuresInARow: number;
  /** Down: no first attempt before this time. */
  probeAt: number;
  /** Rate-limited: nothing before this time. */
  freeAt: number;
  /** When it last failed, by the monotonic clock. */
  failedAt: number;
};

type Tenant = { id: string; taken: number; endpoints: Map<string, Endpoint>; turns: Endpoint[] };

export class Lanes {
  readonly #limits: Limits;
  readonly #tenants = new Map<string, Tenant>();
  /** Tenants with deliveries to send, in order of their turn. */
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

  /** The lane has no known deliveries to send, and none in flight. */
  isIdle({ tenantId, subscriptionId }: Lane): boolean {
    const endpoint = this.#tenants.get(tenantId)?.endpoints.get(subscriptionId);
    return endpoint === undefined || (!endpoint.queued && endpoint.taken === 0);
  }

  /** Marks the lane as having deliveries to send, and how many if that is known: a claim then reserves no room for more. */
  offer(lane: Lane, count = Number.POSITIVE_INFINITY): void {
    const endpoint = this.#endpoint(lane);
    endpoint.isOfferedAgain = endpoint.queued;
    endpoint.offered = endpoint.queued ? endpoint.offered + count : count;
    if (endpoint.queued) return;
    endpoint.queued = true;
    const { tenant } = endpoint;
    if (tenant.turns.length === 0) this.#turns.push(tenant);
    tenant.turns.push(endpoint);
  }

  /** Gives each tenant a turn, until the room is used up or no lane may have more. */
  next(now: number): Quota[] {
    const quotas = new Map<Endpoint, Quota>();
    let gaveSomething = true;
    while (gaveSomething && this.room > 0) {
      gaveSomething = false;
      for (const tenant of [...this.#turns]) {
        if (this.room === 0) break;
        // Moves the tenant to the end of the queue, whether or not it can be served now.
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
      const hadAllItMay = quotas.has(endpoint) && (isDown(endpoint) || endpoint.offered === 0);
      if (!isFull && !hadAllItMay && now >= endpoint.freeAt) return endpoint;
    }
    return undefined;
  }

  #give(endpoint: Endpoint, quotas: Map<Endpoint, Quota>, now: number): void {
    const { perTurn, perTenant, perEndpoint } = this.#limits;
    const { tenant } = endpoint;
    const places = Math.min(perTurn, this.room, perTenant - tenant.taken, perEndpoint - endpoint.taken);
    // One more than were offered: a lane that returns less is empty.
    const size = Math.min(places, endpoint.offered + 1);
    endpoint.offered = Math.max(0, endpoint.offered - size);
    endpoint.isOfferedAgain = false;
    // Retries keep their documented times even if the endpoint counts as down; only first attempts are delayed.
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

  /** Returns an unused quota: the lane stays queued and keeps its next turn. */
  putBack(quota: Quota): void {
    const endpoint = this.#endpoint(quota);
    endpoint.offered = Number.POSITIVE_INFINITY;
    this.#take(endpoint, -quota.size);
  }

  /** Records the result of a claim. A lane that returned less than its quota is empty. */
  took(quota: Quota, got: { fresh: number; retries: number; behind?: number }, freeAt: number | null): void {
    const endpoint = this.#endpoint(quota);
    const sum = got.fresh + got.retries;
    this.#take(endpoint, sum - quota.size);
    if (freeAt !== null) endpoint.freeAt = freeAt;
    const mayHaveMore =
      sum === quota.size ||
      (got.behind ?? 0) > 0 ||
      got.retries === quota.retries ||
      freeAt !== null ||
      endpoint.isOfferedAgain;
    // An endpoint that is down gets no first attempt before its probe, so its deliveries are still queued.
    const wasAsked = quota.fresh > 0;
    if (!mayHaveMore && wasAsked) this.#dequeue(endpoint);
    else endpoint.offered = Number.POSITIVE_INFINITY;
    this.#forgetIfIdle(endpoint);
  }

  /** A slow attempt still counts against its endpoint and its tenant, but no longer against the common limit. */
  isSlow(): void {
    this.#taken -= 1;
    this.#slow += 1;
  }

  /** True when this failure makes the endpoint count as down. */
  finished(lane: Lane, success: boolean, now: number, wasSlow = false): boolean {
    const endpoint = this.#endpoint(lane);
    this.#take(endpoint, -1);
    if (wasSlow) {
      this.#taken += 1;
      this.#slow -= 1;
    }
    endpoint.failuresInARow = success ? 0 : endpoint.failuresInARow + 1;
    if (!success) endpoint.failedAt = performance.now();
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

  /** A healthy, idle endpoint is equal to an unknown one, so memory has only busy endpoints and those that failed. */
  #forgetIfIdle({ queued, taken, failuresInARow, tenant, lane }: Endpoint): void {
    if (queued || taken > 0 || failuresInARow > 0) return;
    tenant.endpoints.delete(lane.subscriptionId);
    if (tenant.endpoints.size === 0) this.#tenants.delete(tenant.id);
  }

  /** Forgets idle endpoints that failed last, so long ago: their subscriptions may have been deleted. */
  forgetFailed(elapsed = performance.now()): void {
    for (const tenant of [...this.#tenants.values()]) {
      for (const endpoint of [...tenant.endpoints.values()]) {
        const { queued, taken, failuresInARow, failedAt } = endpoint;
        if (queued || taken > 0 || failuresInARow === 0 || elapsed - failedAt < FAILURES_KEPT_MS) continue;
        endpoint.failuresInARow = 0;
        this.#forgetIfIdle(endpoint);
      }
    }
  }

  /** How many endpoints are in memory. */
  get known(): number {
    return [...this.#tenants.values()].reduce((sum, tenant) => sum + tenant.endpoints.size, 0);
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
      offered: 0,
      isOfferedAgain: false,
      taken: 0,
      failuresInARow: 0,
      probeAt: 0,
      freeAt: 0,
      failedAt: 0,
    };
    tenant.endpoints.set(subscriptionId, endpoint);
    return endpoint;
  }
}

const isDown = (endpoint: Endpoint) => endpoint.failuresInARow >= DOWN_AFTER;
