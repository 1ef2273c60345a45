/** Access to PostgreSQL: six pools of four roles, and one function that opens a tenant's transaction. */

import { availableParallelism } from 'node:os';
import pg from 'pg';
import { hostListOf, withFirstHost, withHostList } from '#kernel/db/host-list.ts';
import { BY_INDEX_ALWAYS } from '#kernel/db/plans.ts';
import { createPoolAdmission, type Limits } from '#kernel/db/pool-admission.ts';
import { toPrimary } from '#kernel/db/primary.ts';
import {
  type EventsCommitted,
  type Queryable,
  reading,
  type Source,
  type Statement,
  single,
  singleRoundTrip,
  type Tx,
  transaction,
} from '#kernel/db/transaction.ts';
import { createAnnouncer, listenForEvents } from '#kernel/db/wake.ts';
import type { Logger } from '#kernel/log.ts';
import type { Secrets } from '#kernel/secrets.ts';

/** bigint (money in minor units, counters) is a BigInt, never a rounded number; json stays the text that was stored. */
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt;
    if (oid === pg.types.builtins.JSON) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

export const ROLES = {
  app: 'colonnade_app',
  batch: 'colonnade_batch',
  worker: 'colonnade_worker',
  auth: 'colonnade_auth',
  /** Reads all rows and writes none; only `colonnade backup` logs in with it. */
  backup: 'colonnade_backup',
} as const;

export type { Queryable, Tx };

/**
 * `request`: refused if the expected wait for the tenant's share of connections is long, and waits at most two seconds for a
 * lock, so that a connection is not spent on waiting. `search`: the same, on the few connections for expensive reads. `export`:
 * on those too, but it waits. Without an urgency, background work: it waits.
 */
export type Urgency = 'request' | 'search' | 'export';

type InTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>, urgency?: Urgency) => Promise<T>;

export type Db = {
  /** The only access to a tenant's data: a transaction in which row-level security admits this tenant alone. */
  inTenant: InTenant;
  /** The same for reading: one snapshot for the whole transaction, writes fail, and the caller does not wait for its end. */
  readInTenant: InTenant;
  /** The same, but it ends in a rollback. */
  dryRunInTenant: InTenant;
  /**
   * LOUD: one statement that is a transaction by itself, in a single round trip. Row-level security admits exactly these tenants,
   * and the batch role only the tables of its work: writes for several tenants at once, whose callers are authenticated already.
   */
  inTenantsQuery<Row extends pg.QueryResultRow>(
    tenantIds: string[],
    statement: Statement,
    values: unknown[],
    /** Of the events that it writes; without it, they may be of any lane. */
    lane?: string,
  ): Promise<{ rows: Row[] }>;
  /** LOUD: the same for reading alone; it does not announce events. */
  readInTenants: Db['inTenantsQuery'];
  /** LOUD: sees the queue tables of all tenants (events, deliveries), as the worker role. */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** LOUD: one statement as the worker role, a transaction by itself. */
  acrossTenantsQuery: Queryable['query'];
  /** LOUD: reads keys, people and sessions of all tenants to find out who is calling, as the auth role. */
  identity<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement as the auth role, without a transaction around it. */
  identityQuery: Queryable['query'];
  /**
   * LOUD: the same on separate connections, where a query waits and is never refused: for the look-ups that every request needs.
   * They are batched, so that no flood of sign-ins or refreshes delays them.
   */
  callersQuery: Queryable['query'];
  /**
   * Calls the listener when this process or another one committed events, with their lane if it is known. Without a listener,
   * other processes are notified.
   */
  onEvents(listener: EventsCommitted): void;
  /** The use of each pool in this process. */
  pools(): PoolLoad[];
  close(): Promise<void>;
};

export type PoolLoad = { pool: string; connections: number; inUse: number; waiting: number };

/** The address of PostgreSQL, with one host or several, and the user that owns the tables. */
export type DatabaseAddress = { connectionString: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BATCH_CONNECTIONS = 4;
const WORKER_CONNECTIONS = 6;
const IDENTITY_CONNECTIONS = 4;
/** For keys, sessions, sites, shops and customer sessions, whose look-ups go one batch at a time each. */
const CALLERS_CONNECTIONS = 3;
const REQUEST_LOCK_TIMEOUT_MS = 2_000;

export const leastTwo = (processors: number): number => Math.max(2, processors);

/**
 * A tenant's share of the connections for requests, while other tenants are active: of 20 it gets 6 for changes, and for reads as
 * many as this machine has processors, since the database has about as many. With more, each statement of another tenant would
 * wait for all of them.
 */
export function shareOf(connections: number, processors = leastTwo(availableParallelism())): Limits {
  const perTenant = Math.max(2, Math.ceil(connections * 0.3));
  const readsPerTenant = Math.max(1, Math.min(perTenant, processors));
  return { perTenant, readsPerTenant, reserve: perTenant };
}

/** Searches and exports keep a processor busy, so they have few connections (4 of 20), and one tenant gets half of them. */
export function heavyShareOf(connections: number): Limits & { connections: number } {
  const heavy = Math.max(2, Math.round(connections * 0.2));
  const perTenant = Math.ceil(heavy / 2);
  return { connections: heavy, perTenant, readsPerTenant: perTenant, reserve: heavy };
}

/** The most that one process opens: its pools, and one connection each for LISTEN and for the owner. */
export const mostConnections = (connections: number): number =>
  connections +
  heavyShareOf(connections).connections +
  BATCH_CONNECTIONS +
  WORKER_CONNECTIONS +
  IDENTITY_CONNECTIONS +
  CALLERS_CONNECTIONS +
  2;

export function connect(options: {
  address: DatabaseAddress;
  secrets: Secrets;
  connections: number;
  processors?: number;
  log: Logger;
}): Db {
  let closing = false;
  const pool = (
    name: string,
    role: keyof typeof ROLES,
    max: number,
    settings = '',
    { limits, lockTimeout = 5_000 }: { limits?: Limits; lockTimeout?: number } = {},
  ) => {
    const created = new pg.Pool({
      ...toPrimary(asRole(options.address, ROLES[role], options.secrets.databasePassword(ROLES[role]))),
      max,
      application_name: `colonnade ${role}`,
      options: settings,
      types,
      // Statements are sent at once, without waiting for earlier answers; PostgreSQL answers them in order.
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      statement_timeout: 8_000,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      // Connections that a burst opened are closed soon: another pool, or another process, may need them.
      min: 2,
      idleTimeoutMillis: 5_000,
    });
    // Without a listener, a connection that dies while idle would end the process.
    created.on('error', (error) => {
      // The pools report their end before the last sockets close; an error of those is of no interest.
      if (!closing) options.log.warn({ err: error }, 'an idle database connection was lost');
    });
    // The pool stops listening before the borrower begins: an error in the same packet as the end of a statement, or of the
    // connection's opening, falls in between.
    created.on('connect', (client) => client.on('error', () => {}));
    return { pool: created, admission: createPoolAdmission(created, limits, name) };
  };
  // Compiling a plan (JIT) takes longer than any answer here may.
  const limits = shareOf(options.connections, options.processors);
  const app = pool('requests', 'app', options.connections, '-c jit=off', { limits });
  const heavyShare = heavyShareOf(options.connections);
  const heavy = pool('searches', 'app', heavyShare.connections, '-c jit=off', { limits: heavyShare });
  // Many tenants share a batch, so the lock of one tenant must not make it wait.
  const batch = pool(
    'batches',
    'batch',
    BATCH_CONNECTIONS,
    '-c plan_cache_mode=force_generic_plan -c jit=off',
    {
      lockTimeout: 50,
    },
  );
  const worker = pool('worker', 'worker', WORKER_CONNECTIONS, BY_INDEX_ALWAYS);
  const auth = pool('identity', 'auth', IDENTITY_CONNECTIONS, BY_INDEX_ALWAYS);
  const callers = { ...pool('callers', 'auth', CALLERS_CONNECTIONS, BY_INDEX_ALWAYS), isPatient: true };
  const pools = { requests: app, searches: heavy, batches: batch, worker, identity: auth, callers };
  let eventsCommitted: EventsCommitted = createAnnouncer((sql) => app.pool.query(sql), options.log);
  let listening: { stop(): Promise<void> } | null = null;
  const workerAddress = asRole(options.address, ROLES.worker, options.secrets.databasePassword(ROLES.worker));
  const sourceFor = (tenantId: string, urgency?: Urgency, isReading = false): Source => ({
    admission: urgency === 'search' || urgency === 'export' ? heavy.admission : app.admission,
    tenantId,
    isReading,
    isPatient: urgency === undefined || urgency === 'export',
  });
  return {
    inTenant: async (tenantId, work, urgency) =>
      transaction(sourceFor(tenantId, urgency), entering(tenantId, '', urgency), work, (lane) =>
        eventsCommitted(lane),
      ),
    readInTenant: async (tenantId, work, urgency) =>
      reading(
        sourceFor(tenantId, urgency, true),
        entering(tenantId, 'isolation level repeatable read read only'),
        work,
      ),
    dryRunInTenant: async (tenantId, work, urgency) => {
      const rehearsed = new RolledBack<Awaited<ReturnType<typeof work>>>();
      return transaction(sourceFor(tenantId, urgency), entering(tenantId, '', urgency), async (tx) => {
        rehearsed.result = await work(tx);
        throw rehearsed;
      }).catch((error) => {
        if (error === rehearsed) return rehearsed.result!;
        throw error;
      });
    },
    inTenantsQuery: (tenantIds, statement, values, lane) =>
      singleRoundTrip(batch, enteringAll(tenantIds), statement, values).then((result) => {
        eventsCommitted(lane);
        return result as never;
      }),
    readInTenants: (tenantIds, statement, values) =>
      singleRoundTrip(batch, enteringAll(tenantIds), statement, values) as never,
    acrossTenants: (work) => transaction(worker, 'begin', work, (lane) => eventsCommitted(lane)),
    identity: (work) => transaction(auth, 'begin', work),
    onEvents(listener) {
      eventsCommitted = listener;
      listening ??= listenForEvents(workerAddress, () => eventsCommitted(), options.log);
    },
    acrossTenantsQuery: (statement, values) => single(worker, statement, values),
    identityQuery: (statement, values) => single(auth, statement, values),
    callersQuery: (statement, values) => single(callers, statement, values),
    pools: () =>
      Object.entries(pools).map(([name, { pool, admission }]) => ({
        ...{ pool: name, connections: pool.options.max },
        ...admission.load(),
      })),
    close: async () => {
      closing = true;
      await listening?.stop();
      await Promise.all(Object.values(pools).map(({ pool }) => pool.end()));
    },
  };
}

function entering(tenantId: string, mode = '', urgency?: Urgency): string {
  if (!UUID.test(tenantId)) throw new Error('inTenant needs the id of a tenant');
  const lockTimeout =
    urgency === undefined ? '' : `, set_config('lock_timeout', '${REQUEST_LOCK_TIMEOUT_MS}', true)`;
  return `begin ${mode}; select set_config('app.tenant_id', '${tenantId}', true)${lockTimeout}`;
}

function enteringAll(tenantIds: string[]): string {
  if (!tenantIds.every((id) => UUID.test(id))) throw new Error('inTenantsQuery needs the ids of tenants');
  return `begin; select set_config('app.tenant_ids', '{${tenantIds.join(',')}}', true)`;
}

/** Thrown to roll back a dry run. */
class RolledBack<T> {
  result: T | undefined;
}

export function asRole(address: DatabaseAddress, role: string, password: string): string {
  const url = new URL(withFirstHost(address.connectionString));
  // Query parameters take precedence: an address may name its user there too, or have no host to put one before.
  url.searchParams.set('user', role);
  url.searchParams.set('password', password);
  return withHostList(url.toString(), hostListOf(address.connectionString));
}

/** True for a violation of the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === '23505' && name === constraint;
}
