/**
 * Natural batching: what arrives while work is under way leaves together with the next. There is no timer: alone, one leaves at
 * once. `most` bounds a batch, `waiting` how many callers may queue. One batch at a time: more would only be smaller.
 */
import { setImmediate as immediate } from 'node:timers/promises';
import { unavailable } from '#kernel/errors.ts';

type Caller<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };

export type Batching<In, Out> = {
  most: number;
  waiting: number;
  /** One output for each input, in order. An error is everybody's. */
  run(inputs: In[]): Promise<Out[]>;
};

export function batching<In, Out>(options: Batching<In, Out>): (input: In) => Promise<Out> {
  let callers: Caller<In, Out>[] = [];
  let isBusy = false;

  async function work(): Promise<void> {
    while (callers.length > 0) {
      // After whatever else has just arrived.
      await immediate();
      const batch = callers.slice(0, options.most);
      callers = callers.slice(options.most);
      try {
        const outputs = await options.run(batch.map((caller) => caller.input));
        batch.forEach((caller, index) => {
          caller.resolve(outputs[index]!);
        });
      } catch (error) {
        for (const caller of batch) caller.reject(error);
      }
    }
    isBusy = false;
  }

  return (input) => {
    if (callers.length >= options.waiting) {
      return Promise.reject(unavailable('The service is busy. Please try again shortly.'));
    }
    return new Promise<Out>((resolve, reject) => {
      callers.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      work();
    });
  };
}

/** A queue for each key, such as a tenant, which is there only while somebody is in it. */
export function batchingBy<In, Out>(
  keyOf: (input: In) => string,
  options: Batching<In, Out>,
): (input: In) => Promise<Out> {
  const queues = new Map<string, { join: (input: In) => Promise<Out>; callers: number }>();
  return async (input) => {
    const key = keyOf(input);
    const queue = queues.get(key) ?? { join: batching(options), callers: 0 };
    queues.set(key, queue);
    queue.callers += 1;
    try {
      return await queue.join(input);
    } finally {
      queue.callers -= 1;
      if (queue.callers === 0) queues.delete(key);
    }
  };
}
