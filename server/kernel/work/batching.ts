/**
 * Natural batching: what arrives while work is under way leaves together with the next. There is no timer: alone, one leaves at
 * once. `most` bounds a batch, `inFlight` how many batches are under way, `waiting` how many callers may queue; a further batch
 * leaves beside others only with `enough` in it, since each has its price.
 */
import { unavailable } from '#kernel/errors.ts';

type Caller<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };

export function batching<In, Out>(options: {
  most: number;
  inFlight: number;
  enough: number;
  waiting: number;
  /** One output for each input, in order. An error is everybody's. */
  run(inputs: In[]): Promise<Out[]>;
}): (input: In) => Promise<Out> {
  let callers: Caller<In, Out>[] = [];
  let running = 0;
  let isDue = false;

  const mayLeave = () =>
    running === 0 ? callers.length > 0 : running < options.inFlight && callers.length >= options.enough;

  function leave(): void {
    isDue = false;
    while (mayLeave()) {
      const batch = callers.slice(0, options.most);
      callers = callers.slice(options.most);
      running += 1;
      options
        .run(batch.map((caller) => caller.input))
        .then(
          (outputs) => {
            for (const [index, caller] of batch.entries()) caller.resolve(outputs[index]!);
          },
          (error) => {
            for (const caller of batch) caller.reject(error);
          },
        )
        .finally(() => {
          running -= 1;
          leave();
        });
    }
  }

  return (input) => {
    if (callers.length >= options.waiting) {
      return Promise.reject(unavailable('The service is busy. Please try again shortly.'));
    }
    return new Promise<Out>((resolve, reject) => {
      callers.push({ input, resolve, reject });
      if (isDue || !mayLeave()) return;
      isDue = true;
      // After whatever else has just arrived.
      setImmediate(leave);
    });
  };
}
