/** The way to PostgreSQL: three pools, three roles, and one place where a tenant's transaction opens. */

import pg from 'pg';
import { createDoor, type Door } from '#kernel/db/door.ts';
import { createAnnouncer, listenForEvents } from '#kernel/db/wake.ts';
import { unavailable } from '#kernel/errors.ts';
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

export const ROLES = { app: 'colonnade_app', worker: 'colonnade_worker', auth: 'colonnade_auth' } as const;

type Statement = string | { name: string; text: string };

export type Queryable = {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: Statement,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>;
};

/** An open transaction. */
export type Tx = Queryable & {
  /** An event was written: once this commits, whoever dispatches in this process need not wait for its next look. */
  wakeDispatcher(): void;
};

export type Db = {
  /** The only door to a tenant's data: a transaction in which row-level security admits this tenant alone. */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, but nothing of it stays: it ends in a rollback. */
  rehearseInTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** LOUD: sees the queue tables of all tenants (events, deliveries), as the worker role. */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** LOUD: one statement as the worker role, a transaction by itself. */
  acrossTenantsQuery: Queryable['query'];
  /** LOUD: reads keys, people and sessions of all tenants to find out who is calling, as the auth role. */
  identity<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement as the auth role, without a transaction around it. */
  identityQuery: Queryable['query'];
  /** Called when events were committed, by this process or by another. Without it, others are told. */
  onEvents(listener: () => void): void;
  close(): Promise<void>;
};

/** Where PostgreSQL is and who may enter as its owner. */
export type DatabaseAddress = { connectionString: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Queue statements touch a few rows by index, however large the tables are. Statistics of a table that was empty a moment
 * ago would tell the planner otherwise.
 */
const QUEUE_PLANS = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((plan) => `-c enable_${plan}=off`)
  .concat('-c plan_cache_mode=force_generic_plan', '-c jit=off')
  .join(' ');

/** A pool, and who may queue for it. */
type Guarded = { pool: pg.Pool; door: Door };

export function connect(options: {
  address: DatabaseAddress;
  secrets: Secrets;
  connections: number;
  log: Logger;
}): Db {
  let closing = false;
  const pool = (role: keyof typeof ROLES, max: number, settings = '') => {
    const created = new pg.Pool({
      connectionString: asRole(options.address, ROLES[role], options.secrets.databasePassword(ROLES[role])),
      max,
      application_name: `colonnade ${role}`,
      options: settings,
      types,
      // Statements go out as they are asked for; PostgreSQL answers them in that order.
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      statement_timeout: 8_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      idleTimeoutMillis: 30_000,
    });
    // Without a listener, a connection that dies while idle would end the process.
    created.on('error', (error) => {
      // The pools call themselves ended before their last sockets are; what happens to those is of no interest.
      if (!closing) options.log.warn({ err: error }, 'an idle database connection was lost');
    });
    return { pool: created, door: createDoor(created) };
  };
  const app = pool('app', options.connections);
  const worker = pool('worker', 6, QUEUE_PLANS);
  const auth = pool('auth', 4);
  let eventsCommitted = createAnnouncer((sql) => app.pool.query(sql), options.log);
  let listening: { stop(): Promise<void> } | null = null;
  const workerAddress = asRole(options.address, ROLES.worker, options.secrets.databasePassword(ROLES.worker));
  return {
    inTenant: async (tenantId, work) => transaction(app, entering(tenantId), work, () => eventsCommitted()),
    rehearseInTenant: async (tenantId, work) => {
      const rehearsed = new Rehearsed<Awaited<ReturnType<typeof work>>>();
      return transaction(app, entering(tenantId), async (tx) => {
        rehearsed.result = await work(tx);
        throw rehearsed;
      }).catch((error) => {
        if (error === rehearsed) return rehearsed.result!;
        throw error;
      });
    },
    acrossTenants: (work) => transaction(worker, 'begin', work, () => eventsCommitted()),
    identity: (work) => transaction(auth, 'begin', work),
    onEvents(listener) {
      eventsCommitted = listener;
      listening ??= listenForEvents(workerAddress, () => eventsCommitted(), options.log);
    },
    acrossTenantsQuery: (statement, values) => single(worker, statement, values),
    identityQuery: (statement, values) => single(auth, statement, values),
    close: async () => {
      closing = true;
      await listening?.stop();
      await Promise.all([app, worker, auth].map(({ pool }) => pool.end()));
    },
  };
}

function entering(tenantId: string): string {
  if (!UUID.test(tenantId)) throw new Error('inTenant needs the id of a tenant');
  return `begin; select set_config('app.tenant_id', '${tenantId}', true)`;
}

/** Thrown to roll back what was only rehearsed. */
class Rehearsed<T> {
  result: T | undefined;
}

async function transaction<T>(
  { door }: Guarded,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  eventsCommitted = () => {},
): Promise<T> {
  const client = await door.enter().catch((error) => {
    throw asUnavailable(error);
  });
  let wroteEvents = false;
  let stage: 'open' | 'committing' | 'over' = 'open';
  let broken: Error | undefined;
  const noteLoss = (error: Error) => {
    broken = error;
  };
  client.on('error', noteLoss);
  try {
    // Not waited for: the first statement of the work travels with it.
    const begun = client.query(begin);
    begun.catch(noteLoss);
    const result = await work({
      query: async (statement, values) => {
        // By now the connection may be in another tenant's transaction.
        if (stage !== 'open') throw new Error('this transaction is over; was an await forgotten?');
        return run(client, statement, values);
      },
      wakeDispatcher: () => {
        wroteEvents = true;
      },
    });
    await begun;
    stage = 'committing';
    const { command } = await client.query('commit');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and calls that a success.
    if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, so nothing was stored');
    if (wroteEvents) eventsCommitted();
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) {
      broken = error as Error;
      // The COMMIT may or may not have happened, so nothing here runs the work again.
      if (stage === 'committing') {
        throw unavailable(
          'The outcome of this request is unknown. Repeat it with the same Idempotency-Key to find out safely.',
        );
      }
    } else {
      await client.query('rollback').catch(noteLoss);
    }
    throw asUnavailable(error);
  } finally {
    stage = 'over';
    client.off('error', noteLoss);
    door.leave(client, broken);
  }
}

async function single<Row extends pg.QueryResultRow>(
  { door }: Guarded,
  statement: Statement,
  values?: unknown[],
) {
  let client: pg.PoolClient | undefined;
  let broken: Error | undefined;
  const noteLoss = (error: Error) => {
    broken = error;
  };
  try {
    client = (await door.enter()).on('error', noteLoss);
    return await run<Row>(client, statement, values);
  } catch (error) {
    broken = error as Error;
    throw asUnavailable(error);
  } finally {
    if (client !== undefined) door.leave(client.off('error', noteLoss), broken);
  }
}

async function run<Row extends pg.QueryResultRow>(
  on: pg.PoolClient,
  statement: Statement,
  values?: unknown[],
): Promise<{ rows: Row[]; rowCount: number }> {
  const result = await on.query<Row>(
    typeof statement === 'string' ? { text: statement, values } : { ...statement, values },
  );
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}

export function asRole(address: DatabaseAddress, role: string, password: string): string {
  const url = new URL(address.connectionString);
  // As parameters, because these win: an address may name its user there too, or have no host to put one before.
  url.searchParams.set('user', role);
  url.searchParams.set('password', password);
  return url.toString();
}

/** SQLSTATE classes in which the database, not the request, is the reason; 28, 3D and 55000: it does not let us in. */
const DATABASE_TROUBLE = /^(08|28|3D|53|57|58|25006|40001|40P01|55000|55P03)/;

function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(08|57P0)/.test(code ?? '') ||
    /^E[A-Z]+$/.test(code ?? '') ||
    /connection (terminated|ended|timeout)|timeout exceeded|query read timeout|not queryable/i.test(
      message ?? '',
    )
  );
}

/** The database is away, full, read-only or overloaded: a 503 the client may retry, not a 500. Anything else stays as it is. */
function asUnavailable(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (!isConnectionLoss(error) && !DATABASE_TROUBLE.test(code ?? '')) return error;
  const answer = unavailable('The database is not available right now. Please try again shortly.');
  answer.cause = error;
  return answer;
}

/** True for a violation of the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === '23505' && name === constraint;
}
