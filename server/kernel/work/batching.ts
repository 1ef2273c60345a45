/**
 * Natural batching: what arrives while work is under way leaves together with the next. There is no timer: alone, one leaves at
 * once. One batch at a time: more would only be smaller. Parties, such as tenants, take turns: however much one of them brings,
 * each of the others gets one into the next batch. One that floods leaves processors to the others: in company, a batch of one party
 * alone is followed by a rest.
 */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';
import { Circle } from '#kernel/work/circle.ts';
import type { Company } from '#kernel/work/company.ts';

/** Of the time that the batch took. */
const REST = 0.5;
const LONGEST_REST_MS = 50;

type Caller<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };

export type Batching<In, Out> = {
  /** Of a batch. */
  most: number;
  /** Callers that may queue. */
  waiting: number;
  /** Whose turn it takes; without it, all are one. */
  partyOf?(input: In): string;
  /** Callers of one party that may queue. */
  waitingOfOne?: number;
  /** Of a batch altogether, but for one that is heavier by itself. */
  heaviest?: number;
  weigh?(input: In): number;
  /** Those who share the machine, whichever of its queues they are in. */
  company?: Company;
  /** One output for each input, in order. An error is everybody's. */
  run(inputs: In[]): Promise<Out[]>;
};

export function batching<In, Out>(options: Batching<In, Out>): (input: In) => Promise<Out> {
  const { most, waiting, waitingOfOne = waiting, heaviest = Number.POSITIVE_INFINITY } = options;
  const partyOf = options.partyOf ?? (() => '');
  const weigh = options.weigh ?? (() => 0);
  const callers = new Circle<Caller<In, Out>>();
  let isBusy = false;
  let resting: { party: string; end(): void } | null = null;

  function nextBatch(): Caller<In, Out>[] {
    const batch: Caller<In, Out>[] = [];
    let weight = 0;
    while (callers.size > 0 && batch.length < most) {
      weight += weigh(callers.next().input);
      if (batch.length > 0 && weight > heaviest) break;
      batch.push(callers.takeNext());
    }
    return batch;
  }

  async function work(): Promise<void> {
    while (callers.size > 0) {
      // After whatever else has just arrived.
      await immediate();
      const batch = nextBatch();
      const began = performance.now();
      try {
        const outputs = await options.run(batch.map((caller) => caller.input));
        batch.forEach((caller, index) => {
          caller.resolve(outputs[index]!);
        });
      } catch (error) {
        for (const caller of batch) caller.reject(error);
      }
      await rest(batch, performance.now() - began);
    }
    isBusy = false;
  }

  /** Only one that has more than a batch can hold floods; whoever else comes ends the rest. */
  async function rest(batch: Caller<In, Out>[], tookMs: number): Promise<void> {
    if (callers.size === 0 || (options.company?.isOne ?? true)) return;
    const [party, ...others] = new Set(batch.map(({ input }) => partyOf(input)));
    if (others.length > 0 || callers.size > callers.sizeOf([party!])) return;
    await new Promise<void>((end) => {
      const timer = setTimeout(end, Math.min(LONGEST_REST_MS, tookMs * REST));
      resting = {
        party: party!,
        end() {
          clearTimeout(timer);
          end();
        },
      };
    });
    resting = null;
  }

  return (input) => {
    const name = partyOf(input);
    const party = [name];
    options.company?.note(name);
    if (callers.size >= waiting || callers.sizeOf(party) >= waitingOfOne) return refuse();
    return new Promise<Out>((resolve, reject) => {
      callers.add(party, { input, resolve, reject });
      if (resting !== null && resting.party !== name) resting.end();
      if (isBusy) return;
      isBusy = true;
      work();
    });
  };
}

/** Not at once: whoever repeats a refused request without a pause would have the process do nothing else. */
async function refuse(): Promise<never> {
  await sleep(REFUSAL_DELAY_MS);
  throw unavailable('The service is busy. Please try again shortly.');
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

/**
 * A few queues beside each other. Whoever of a party comes joins the others of it, so a party is never in two of them; a party of whom
 * nobody is there joins the shortest, and so keeps clear of a flood.
 */
export function batchingInLanes<In, Out>(
  count: number,
  options: Batching<In, Out> & Required<Pick<Batching<In, Out>, 'partyOf'>>,
): (input: In) => Promise<Out> {
  const lanes = Array.from({ length: count }, () => ({ join: batching(options), callers: 0 }));
  const parties = new Map<string, { lane: (typeof lanes)[number]; callers: number }>();
  const shortest = () => lanes.reduce((one, other) => (other.callers < one.callers ? other : one));
  return async (input) => {
    const name = options.partyOf(input);
    const party = parties.get(name) ?? { lane: shortest(), callers: 0 };
    parties.set(name, party);
    party.callers += 1;
    party.lane.callers += 1;
    try {
      return await party.lane.join(input);
    } finally {
      party.lane.callers -= 1;
      party.callers -= 1;
      if (party.callers === 0) parties.delete(name);
    }
  };
}
