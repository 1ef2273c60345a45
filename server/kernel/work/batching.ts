/**
 * Natural batching: inputs that arrive while a batch runs form the next batch. There is no timer: a single input runs at once.
 * One batch runs at a time: more would only be smaller. Parties, such as tenants, take turns: however many inputs one of them
 * has, each of the others gets one into the next batch. A party that floods leaves processors to the others: in company, a batch
 * of one party alone is followed by a rest.
 */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '#kernel/db/transaction.ts';
import { REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';
import { currentSpan, inSharedSpan, type Span } from '#kernel/tracing.ts';
import { placing } from '#kernel/work/activity.ts';
import { Circle } from '#kernel/work/circle.ts';
import type { Company } from '#kernel/work/company.ts';
import { ExpectedSizes } from '#kernel/work/expected-sizes.ts';

/** The rest as a part of the batch's duration. */
const REST = 0.5;
const LONGEST_REST_MS = 50;

/** The most inputs of a batch whose outputs have an unknown weight. */
const UNKNOWN_IN_BATCH = 8;

/** When a batch loses its connection, callers that have waited for this long are rejected with it. */
const LATE_MS = 5_000;

type Caller<In, Out> = {
  input: In;
  since: number;
  span: Span | undefined;
  resolve(output: Out): void;
  reject(error: unknown): void;
};

/** Figures of the batches of each name since the process started. */
export const batchFigures = new Map<string, { batches: number; inputs: number; seconds: number }>();

export type Batching<In, Out> = {
  /** The name in the metrics. */
  name: string;
  /** The most inputs of a batch. */
  most: number;
  /** The same in company: while a large batch is computed, nobody else is. */
  mostInCompany?: number;
  /** The most callers in the queue. */
  waiting: number;
  /** The party whose turn the input uses; without it, all inputs form one party. */
  partyOf?(input: In): string;
  /** The most callers of one party in the queue. */
  waitingOfOne?: number;
  /** The largest total weight of a batch; a single input may exceed it. */
  heaviest?: number;
  weigh?(input: In): number;
  /** The weight of an output, where no input tells it: those of a party are expected to weigh as much as its recent ones. */
  weighOutput?(output: Out): number;
  /** The parties that share the machine, in any of its queues. */
  company?: Company;
  /** Replaces LATE_MS, for tests. */
  lateMs?: number;
  /** Returns one output for each input, in order. An error rejects all callers of the batch. */
  run(inputs: In[]): Promise<Out[]>;
};

export function batching<In, Out>(options: Batching<In, Out>): (input: In) => Promise<Out> {
  const { most, waiting, waitingOfOne = waiting, heaviest = Number.POSITIVE_INFINITY } = options;
  const { mostInCompany = most } = options;
  const partyOf = options.partyOf ?? (() => '');
  const { weighOutput } = options;
  const expected = new ExpectedSizes(heaviest / UNKNOWN_IN_BATCH);
  const weigh = (input: In) =>
    (options.weigh?.(input) ?? 0) + (weighOutput === undefined ? 0 : expected.of(partyOf(input)));
  const { lateMs = LATE_MS } = options;
  const callers = new Circle<Caller<In, Out>>();
  const figures = batchFigures.get(options.name) ?? { batches: 0, inputs: 0, seconds: 0 };
  batchFigures.set(options.name, figures);
  let isBusy = false;
  let resting: { party: string; end(): void } | null = null;

  function nextBatch(): Caller<In, Out>[] {
    const batch: Caller<In, Out>[] = [];
    let weight = 0;
    const limit = (options.company?.isOne ?? true) ? most : mostInCompany;
    while (callers.size > 0 && batch.length < limit) {
      weight += weigh(callers.next().input);
      if (batch.length > 0 && weight > heaviest) break;
      batch.push(callers.takeNext());
    }
    return batch;
  }

  async function work(): Promise<void> {
    while (callers.size > 0) {
      // Lets further inputs of this moment join the batch.
      await immediate();
      const batch = nextBatch();
      const began = performance.now();
      try {
        const inputs = batch.map((caller) => caller.input);
        const spans = batch.map((caller) => caller.span);
        const outputs = await inSharedSpan('batch', spans, () => options.run(inputs));
        batch.forEach((caller, index) => {
          if (weighOutput !== undefined) expected.note(partyOf(caller.input), weighOutput(outputs[index]!));
          caller.resolve(outputs[index]!);
        });
      } catch (error) {
        for (const caller of batch) caller.reject(error);
        if (isConnectionLost(error)) rejectLate(error);
      }
      const tookMs = performance.now() - began;
      figures.batches += 1;
      figures.inputs += batch.length;
      figures.seconds += tookMs / 1000;
      await rest(batch, tookMs);
    }
    isBusy = false;
  }

  /** A silent database takes as long for the next batch: callers that have waited already get their answer now. */
  function rejectLate(error: unknown): void {
    const waiting = Array.from({ length: callers.size }, () => callers.takeNext());
    for (const caller of waiting) {
      if (performance.now() - caller.since >= lateMs) caller.reject(error);
      else callers.add([partyOf(caller.input)], caller);
    }
  }

  /** Only a party with more inputs than one batch can contain rests; a call of another party ends the rest. */
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
    if (options.company !== undefined) placing.note();
    if (callers.size >= waiting || callers.sizeOf(party) >= waitingOfOne) return refuse();
    return new Promise<Out>((resolve, reject) => {
      callers.add(party, { input, since: performance.now(), span: currentSpan(), resolve, reject });
      if (resting !== null && resting.party !== name) resting.end();
      if (isBusy) return;
      isBusy = true;
      work();
    });
  };
}

/** Delayed: a client that repeats a refused request without a pause would keep the process busy with refusals. */
async function refuse(): Promise<never> {
  await sleep(REFUSAL_DELAY_MS);
  throw unavailable('The service is busy. Please try again shortly.');
}

/** A queue for each key, such as a tenant; it exists only while it has callers. */
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
 * Several queues side by side. A call joins the queue that its party is in, so a party is never in two of them. A party without
 * calls joins the first queue while its next batch has room, because two half batches cost more than a whole one; otherwise it
 * joins the shortest, and so avoids a flood.
 */
export function batchingInLanes<In, Out>(
  count: number,
  options: Batching<In, Out> & Required<Pick<Batching<In, Out>, 'partyOf'>>,
): (input: In) => Promise<Out> {
  const lanes = Array.from({ length: count }, () => ({ join: batching(options), callers: 0 }));
  const parties = new Map<string, { lane: (typeof lanes)[number]; callers: number }>();
  const first = lanes[0]!;
  const shortest = () => lanes.reduce((one, other) => (other.callers < one.callers ? other : one));
  const laneWithRoom = () => (first.callers < options.most ? first : shortest());
  return async (input) => {
    const name = options.partyOf(input);
    const party = parties.get(name) ?? { lane: laneWithRoom(), callers: 0 };
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
