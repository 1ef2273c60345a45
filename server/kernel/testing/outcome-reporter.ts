/** A reporter of `node:test` that prints nothing: it counts the outcomes of each file, whose suite is outermost. */
type Event = {
  type: string;
  data: { nesting: number; skip?: unknown; todo?: unknown; details?: { type?: string } };
};

export type Outcome = { isPassed: boolean; passed: number; failed: number; skipped: number };

const none = (): Outcome => ({ isPassed: false, passed: 0, failed: 0, skipped: 0 });
let current = Promise.withResolvers<Outcome>();
const all = Promise.withResolvers<void>();

/** The outcome of the file that runs; the files of a process run one after the other. */
export async function nextOutcome(): Promise<Outcome> {
  const outcome = await current.promise;
  current = Promise.withResolvers();
  return outcome;
}

/** Resolves when every event was reported. */
export const allReported = all.promise;

// biome-ignore lint/correctness/useYield: a reporter is a generator, and this one prints nothing
export default async function* report(events: AsyncIterable<Event>): AsyncGenerator<string> {
  let outcome = none();
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isPassed = type === 'test:pass';
    if (data.nesting === 0) {
      current.resolve({ ...outcome, isPassed });
      outcome = none();
    } else if (data.details?.type !== 'suite') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      outcome[isSkipped ? 'skipped' : isPassed ? 'passed' : 'failed']++;
    }
  }
  all.resolve();
}
