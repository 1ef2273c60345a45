/** Runs statements on a connection, alone or in a transaction, and classifies the errors of a lost connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Admission, PoolAdmission } from '#kernel/db/pool-admission.ts';
import { AppError, unavailable } from '#kernel/errors.ts';
import { currentSpan, KIND, Span } from '#kernel/tracing.ts';

export type Statement = string | { name: string; text: string };

export type Queryable = {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: Statement,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>;
};

/** An open transaction. */
export type Tx = Queryable & {
  /**
   * Reports that an event was written: after the commit, the dispatcher of its lane in this process need not wait for its next
   * poll; without a lane, those of all lanes.
   */
  wakeDispatcher(lane?: string): void;
};

/** The pool of a connection, and the tenant and kind of work that it is for. */
export type Source = Admission & { admission: PoolAdmission };

/** Borrows a connection from its pool; one that broke meanwhile is closed when it is released. */
async function borrow({ admission, ...whose }: Source) {
  const client = await admission.acquire(whose).catch((error) => {
    throw asUnavailable(error);
  });
  let broken: Error | undefined;
  const noteLoss = (error: Error) => {
    broken = error;
  };
  client.on('error', noteLoss);
  const release = (waitedMs = 0) => {
    forgetPlans(client);
    client.off('error', noteLoss);
    admission.release(client, { broken, waitedMs });
  };
  return { client, noteLoss, release };
}

const uses = new WeakMap<pg.PoolClient, number>();
const [FIRST, LAST] = [8, 65_536];

/**
 * A plan outlives the size that its tables had when it was made: on empty tables all indexes look alike, and an index chosen then
 * would read all rows of a tenant for as long as the connection lives. So a young connection discards its plans at its 8th, 16th,
 * 32nd use and so on. That includes the plans of foreign keys and functions, which no statement can name.
 */
function forgetPlans(client: pg.PoolClient): void {
  const count = (uses.get(client) ?? 0) + 1;
  uses.set(client, count);
  const isPowerOfTwo = (count & (count - 1)) === 0;
  // Not awaited: it is sent before the next statement. If it fails, that statement fails too.
  if (isPowerOfTwo && count >= FIRST && count <= LAST) client.query('discard plans').catch(() => {});
}

/** Receives the event lane of events that a transaction has committed; without one, they may be of any. */
export type EventsCommitted = (lane?: string) => void;

/** Runs the work again, once, when PostgreSQL ended it to resolve a deadlock: nothing of it was stored. */
export async function transaction<T>(
  source: Source,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  eventsCommitted: EventsCommitted = () => {},
): Promise<T> {
  return attempt(source, begin, work, eventsCommitted).catch(async (error) => {
    if ((error as { cause?: { code?: string } }).cause?.code !== '40P01') throw error;
    // The other transaction needs a moment to end: an immediate repetition could meet it in the same deadlock.
    await sleep(10 + 40 * Math.random());
    return attempt(source, begin, work, eventsCommitted);
  });
}

async function attempt<T>(
  source: Source,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  eventsCommitted: EventsCommitted,
): Promise<T> {
  const { client, noteLoss, release } = await borrow(source);
  const beganAt = performance.now();
  const lanes = new Set<string | undefined>();
  let stage: 'open' | 'committing' | 'over' = 'open';
  let waitingSince: number | undefined;
  try {
    // Not awaited: the first statement of the work is sent with it.
    const begun = client.query(begin);
    begun.catch(noteLoss);
    const result = await work({
      query: async (statement, values) => {
        // By now the connection may be in another tenant's transaction.
        if (stage !== 'open') throw tooLate();
        return run(client, statement, values);
      },
      wakeDispatcher: (lane) => {
        lanes.add(lane);
      },
    });
    await begun;
    stage = 'committing';
    waitingSince = performance.now();
    const { command } = await client.query('commit');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and calls that a success.
    if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, so nothing was stored');
    for (const lane of lanes) eventsCommitted(lane);
    return result;
  } catch (error) {
    const wasCommitting = stage === 'committing';
    // Before the ROLLBACK is sent: work that goes on meanwhile must not send statements behind it, outside any transaction.
    stage = 'over';
    // Nearly all of its time, it waited for the lock.
    if ((error as { code?: string }).code === LOCK_TIMEOUT) waitingSince = beganAt;
    if (isConnectionLoss(error)) {
      noteLoss(error as Error);
      // The COMMIT may or may not have happened, so nothing here runs the work again.
      if (wasCommitting) {
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
    // A commit waits for the disk, and for a synchronous standby.
    release(waitingSince === undefined ? 0 : performance.now() - waitingSince);
  }
}

/** A transaction that only reads, and so ends in a rollback that the caller does not wait for: one round trip less. */
export async function reading<T>(source: Source, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { client, noteLoss, release } = await borrow(source);
  let isOver = false;
  try {
    const begun = client.query(begin);
    begun.catch(noteLoss);
    const result = await work({
      query: async (statement, values) => {
        if (isOver) throw tooLate();
        return run(client, statement, values);
      },
      wakeDispatcher: () => {},
    });
    await begun;
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) noteLoss(error as Error);
    // Here 25006 is a programming error, a write in a reading transaction; elsewhere it means that the database is read-only at
    // the moment.
    throw (error as { code?: string }).code === '25006' ? error : asUnavailable(error);
  } finally {
    isOver = true;
    client
      .query('rollback')
      .catch(noteLoss)
      .finally(() => release());
  }
}

const tooLate = () => new Error('this transaction is over; was an await forgotten?');

export async function single<Row extends pg.QueryResultRow>(
  source: Source,
  statement: Statement,
  values?: unknown[],
) {
  const { client, noteLoss, release } = await borrow(source);
  try {
    return await run<Row>(client, statement, values);
  } catch (error) {
    noteLoss(error as Error);
    throw asUnavailable(error);
  } finally {
    release();
  }
}

// Creates the Query itself: pg would copy a query description, which costs more than the rest of sending it.
async function run<Row extends pg.QueryResultRow>(
  on: pg.PoolClient,
  statement: Statement,
  values?: unknown[],
): Promise<{ rows: Row[]; rowCount: number }> {
  const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement;
  const span = beginStatement(text, name);
  try {
    const { rows, rowCount } = await new Promise<pg.QueryResult<Row>>((resolve, reject) => {
      const query = new pg.Query<Row>(text, values, (error, result) =>
        error ? reject(error) : resolve(result),
      );
      on.query(Object.assign(query, { name }));
    });
    span?.end({ 'db.response.returned_rows': rows.length });
    return { rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    span?.end({ 'db.response.status_code': (error as { code?: string }).code }, true);
    // The stack of the caller is more useful than that of the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** Our statements contain no values: those are parameters. */
function beginStatement(text: string, name: string | undefined): Span | undefined {
  const parent = currentSpan();
  if (parent === undefined) return undefined;
  const sql = text.replace(/\s+/g, ' ').trim();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, 500) };
  return new Span({ name: name ?? sql.slice(0, 60), kind: KIND.client, attributes, parent });
}

/** Sends BEGIN, the statement and COMMIT together. If the statement fails, PostgreSQL turns the COMMIT into a ROLLBACK. */
export async function singleRoundTrip(
  source: Source,
  begin: string,
  statement: Statement,
  values: unknown[],
) {
  const { client, noteLoss, release } = await borrow(source);
  try {
    const [, result, committed] = await Promise.allSettled([
      client.query(begin),
      run(client, statement, values),
      client.query('commit'),
    ]);
    const lost = [result, committed].find(
      (each) => each.status === 'rejected' && isConnectionLoss(each.reason),
    );
    if (lost !== undefined) {
      noteLoss((lost as PromiseRejectedResult).reason);
      throw unavailable(
        'The outcome of this request is unknown. Repeat it with the same Idempotency-Key to find out safely.',
      );
    }
    if (result.status === 'rejected') throw result.reason;
    if (committed.status === 'rejected') throw committed.reason;
    return result.value;
  } finally {
    release();
  }
}

/** SQLSTATE classes that blame the database, not the request; with 28, 3D and 55000 it refuses the connection. */
const DATABASE_TROUBLE = /^(08|28|3D|53|57|58|25006|40001|40P01|55000|55P03)/;

const LOCK_TIMEOUT = '55P03';
const STATEMENT_TIMEOUT = '57014';
const AWAY = 'The database is not available right now. Please try again shortly.';
const SENTENCES: Record<string, string> = {
  [LOCK_TIMEOUT]: 'Another request is changing this record. Please try again shortly.',
  [STATEMENT_TIMEOUT]:
    'This took too long and was ended; nothing was changed. Ask for less at once, or try again shortly.',
};

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

/** Returns true if a statement waited for a lock for too long. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof AppError && (error.cause as { code?: string } | undefined)?.code === LOCK_TIMEOUT;

/** Returns true if a statement failed because its connection broke, stayed silent or could not be opened. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof AppError && error.cause !== undefined && isConnectionLoss(error.cause);

/**
 * Returns true if the database alone causes an error. A statement timeout does not count: the work itself may be the reason, and
 * background work that always exceeds the timeout would be retried for ever.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'unavailable') return false;
  const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
  return code !== STATEMENT_TIMEOUT && !/query read timeout/i.test(message ?? '');
}

/** The database is away, full, read-only or overloaded: a 503 the client may retry, not a 500. Anything else stays as it is. */
function asUnavailable(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (!isConnectionLoss(error) && !DATABASE_TROUBLE.test(code ?? '')) return error;
  const answer = unavailable(SENTENCES[code ?? ''] ?? AWAY);
  answer.cause = error;
  return answer;
}
