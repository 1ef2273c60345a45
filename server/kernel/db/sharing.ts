/**
 * Calls that share a transaction share its statements too: calls of one function at the same moment become one statement with a
 * list. The rules above stay written for one cart, one order, one customer.
 */
import type { Tx } from '#kernel/db/transaction.ts';

const shared = new WeakSet<Tx>();

/** Several calls use this transaction side by side. */
export function share(tx: Tx): void {
  shared.add(tx);
}

export const isShared = (tx: Tx): boolean => shared.has(tx);

/** Thrown in a shared transaction for a call that needs one of its own. */
export const RUN_ALONE = Symbol('needs a transaction of its own');

/**
 * For work that may wait for a lock, or may be refused after a write: in a shared transaction, the other calls would wait, or be
 * rolled back with it. The call runs again, alone.
 */
export function assertAlone(tx: Tx): void {
  if (isShared(tx)) throw RUN_ALONE;
}

type Call<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };

/**
 * A function for one input, made of a function for a list: it returns one output for each input, in order. Inputs with different
 * keys go to different lists. In a transaction that is not shared, it is called at once with a list of one.
 */
export function gathering<In, Out>(
  run: (tx: Tx, inputs: In[]) => Promise<Out[]>,
  keyOf: (input: In) => string = () => '',
): (tx: Tx, input: In) => Promise<Out> {
  const gathered = new WeakMap<Tx, Map<string, Call<In, Out>[]>>();
  const flush = async (tx: Tx, key: string) => {
    const calls = gathered.get(tx)!.get(key)!;
    gathered.get(tx)!.delete(key);
    try {
      const outputs = await run(
        tx,
        calls.map(({ input }) => input),
      );
      calls.forEach(({ resolve }, index) => {
        resolve(outputs[index]!);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  return async (tx, input) => {
    if (!isShared(tx)) return (await run(tx, [input]))[0]!;
    return new Promise((resolve, reject) => {
      const ofTx = gathered.get(tx) ?? new Map<string, Call<In, Out>[]>();
      gathered.set(tx, ofTx);
      const key = keyOf(input);
      const calls = ofTx.get(key);
      if (calls !== undefined) {
        calls.push({ input, resolve, reject });
        return;
      }
      ofTx.set(key, [{ input, resolve, reject }]);
      afterThisMoment(() => flush(tx, key));
    });
  };
}

/** Calls that continue after one answer reach their next call within a few promises of each other. */
const afterThisMoment = (work: () => void) => Promise.resolve().then(() => process.nextTick(work));

/** Reads once in a shared transaction, for all calls with the same key: for rows that no call of it changes. */
export function readingOnce<In, Out>(
  read: (tx: Tx, input: In) => Promise<Out>,
  keyOf: (input: In) => string = String,
): (tx: Tx, input: In) => Promise<Out> {
  const found = new WeakMap<Tx, Map<string, Promise<Out>>>();
  return (tx, input) => {
    if (!isShared(tx)) return read(tx, input);
    const ofTx = found.get(tx) ?? new Map<string, Promise<Out>>();
    found.set(tx, ofTx);
    const key = keyOf(input);
    const reading = ofTx.get(key) ?? read(tx, input);
    ofTx.set(key, reading);
    return reading;
  };
}

/** Rows that a call of a shared transaction has locked: another call of the same transaction would get the lock as well. */
const taken = new WeakMap<Tx, Set<string>>();

/** Returns false if another call of this transaction has taken the row. */
export function take(tx: Tx, id: string): boolean {
  const ids = taken.get(tx) ?? new Set<string>();
  taken.set(tx, ids);
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
}
