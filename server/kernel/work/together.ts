/**
 * Calls of one tenant that arrive together share one transaction: one begin, one commit, and one statement of each kind for all of
 * them (`kernel/db/sharing.ts`). A single call runs at once, in a transaction of its own.
 */
import { availableParallelism } from 'node:os';
import { passing } from '#kernel/crash.ts';
import { type Db, leastTwo, type Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { RUN_ALONE, share } from '#kernel/db/sharing.ts';
import { isConnectionLost } from '#kernel/db/transaction.ts';
import { AppError } from '#kernel/errors.ts';
import { batchingBy } from '#kernel/work/batching.ts';
import { Company } from '#kernel/work/company.ts';
import { PartyPlaces } from '#kernel/work/party-places.ts';

/**
 * First reads, locks and refuses. The function that it returns writes: a refusal there rolls back all calls of the transaction,
 * and each runs again alone.
 */
export type Step<T> = (tx: Tx, now: Date) => Promise<() => Promise<T>>;
export type Together = <T>(tenantId: string, step: Step<T>) => Promise<T>;

type Options = {
  name: string;
  most: number;
  waiting: number;
  /** About the bytes of a result: large carts share a transaction with few others. */
  // biome-ignore lint/suspicious/noExplicitAny: a queue has results of several types
  bytesOf?: (value: any) => number;
};

type Call = { tenantId: string; step: Step<unknown> };
type Settled = PromiseSettledResult<unknown>;

/** Calls of a shared transaction while other tenants are active. */
const IN_COMPANY = 8;
/** Shared transactions of one tenant side by side, over all queues, while other tenants are active: half of the processors. */
export const PLACES = Math.floor(leastTwo(availableParallelism()) / 2);
const places = new PartyPlaces(PLACES);
const inItsPlace = <T>(company: Company, calls: { tenantId: string }[], run: () => Promise<T>): Promise<T> =>
  calls.length === 1 || company.isOne ? run() : places.run(calls[0]!.tenantId, run);

/** Bytes of the results of a shared transaction: what computes them and writes them as JSON must not hold the event loop. */
const HEAVIEST = 256 * 1024;
/** Transactions of one tenant side by side, of calls that run alone. */
const ALONE_AT_ONCE = { most: 4, waiting: 256 };

/** `lanes`: shared transactions of one tenant side by side, for work that leaves the database idle between its statements. */
export function createTogether(
  { db, clock }: { db: Db; clock: () => Date },
  { lanes = 1, bytesOf = () => 0, ...options }: Options & { lanes?: number },
): Together {
  const tenantOf = ({ tenantId }: Call) => tenantId;
  const company = new Company(options.name);
  let turn = 0;
  const laneOf = ({ tenantId }: Call) => {
    turn = company.isOne ? (turn + 1) % lanes : 0;
    return `${tenantId} ${turn}`;
  };
  const join = batchingBy<Call, Settled | null>(laneOf, {
    ...options,
    ...{ partyOf: tenantOf, company, mostInCompany: IN_COMPANY, heaviest: HEAVIEST },
    weighOutput: (settled) => bytesOfSettled(settled, bytesOf),
    run: (calls) =>
      calls.length === 1
        ? Promise.allSettled(calls.map(runAlone))
        : inItsPlace(company, calls, () => runShared(calls)),
  });
  const alone = batchingBy<Call, Settled>(tenantOf, {
    ...{ name: `${options.name} alone`, ...ALONE_AT_ONCE },
    run: (calls) => Promise.allSettled(calls.map(runAlone)),
  });

  async function runAlone({ tenantId, step }: Call): Promise<unknown> {
    const write = async (tx: Tx) => (await step(tx, clock()))();
    return commit(tenantId, write);
  }

  const commit = <T>(tenantId: string, write: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .inTenant(tenantId, (tx) => write(tx).then(passing('before_commit')), 'request')
      .then(passing('after_commit_before_response'));

  /** Null: the call must run alone. */
  async function runShared(calls: Call[]): Promise<(Settled | null)[]> {
    try {
      return await commit(calls[0]!.tenantId, async (tx) => {
        share(tx);
        planByIndex(tx);
        const now = clock();
        const prepared = await Promise.allSettled(calls.map(({ step }) => step(tx, now)));
        return Promise.all(prepared.map(finish));
      });
    } catch (error) {
      if (isConnectionLost(error) || isBusy(error)) throw error;
      return calls.map(() => null);
    }
  }

  return async <T>(tenantId: string, step: Step<T>): Promise<T> => {
    const call = { tenantId, step };
    // The next shared transaction does not wait for calls that run alone.
    return unwrap((await join(call)) ?? (await alone(call))) as T;
  };
}

const bytesOfSettled = (settled: Settled | null, bytesOf: (value: unknown) => number): number =>
  settled?.status === 'fulfilled' ? bytesOf(settled.value) : 0;

function unwrap(settled: Settled): unknown {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The same for reading: calls of one tenant that arrive together see one snapshot, and nothing that one is refused harms another. */
export function createReadingTogether(
  { db }: { db: Db },
  { bytesOf = () => 0, ...options }: Options,
): <T>(tenantId: string, read: (tx: Tx) => Promise<T>) => Promise<T> {
  type Reading = { tenantId: string; read: (tx: Tx) => Promise<unknown> };
  const readAll = (calls: Reading[]) =>
    db.readInTenant(
      calls[0]!.tenantId,
      async (tx) => {
        if (calls.length > 1) share(tx);
        const settled = await Promise.allSettled(calls.map(({ read }) => read(tx)));
        // After a statement that failed, the transaction is lost for all.
        for (const one of settled) if (one.status === 'rejected' && !isRefusal(one.reason)) throw one.reason;
        return settled;
      },
      'request',
    );
  const tenantOf = ({ tenantId }: Reading) => tenantId;
  const company = new Company(options.name);
  const join = batchingBy<Reading, Settled>(tenantOf, {
    ...options,
    ...{ partyOf: tenantOf, company, mostInCompany: IN_COMPANY, heaviest: HEAVIEST },
    weighOutput: (settled) => bytesOfSettled(settled, bytesOf),
    async run(calls) {
      try {
        return await inItsPlace(company, calls, () => readAll(calls));
      } catch (error) {
        if (error instanceof AppError || calls.length === 1) throw error;
        return Promise.allSettled(calls.map(async (call) => unwrap((await readAll([call]))[0]!)));
      }
    },
  });
  return async <T>(tenantId: string, read: (tx: Tx) => Promise<T>): Promise<T> =>
    unwrap(await join({ tenantId, read })) as T;
}

async function finish(prepared: PromiseSettledResult<() => Promise<unknown>>): Promise<Settled | null> {
  if (prepared.status === 'fulfilled') return { status: 'fulfilled', value: await prepared.value() };
  if (prepared.reason === RUN_ALONE) return null;
  // After any other error, the transaction is lost for all.
  if (!isRefusal(prepared.reason)) throw prepared.reason;
  return prepared;
}

/** By a rule; an error of the database has a cause. */
const isRefusal = (error: unknown) => error instanceof AppError && error.cause === undefined;

/** The pool refused the transaction, so nothing of it began. A statement that failed has a cause. */
const isBusy = (error: unknown) => isRefusal(error) && (error as AppError).code === 'unavailable';
