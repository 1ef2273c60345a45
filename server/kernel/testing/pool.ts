/** Runs test files in a few processes side by side: each takes the next file when the processors have room. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cost, chooseFile, type Kind, kindOf, openGate, WORKERS } from '#kernel/testing/schedule.ts';
import type { Done } from '#kernel/testing/worker.ts';
import { startWorker, type Worker } from '#kernel/testing/worker-process.ts';

export type Result = Done & { file: string };

/** Less than this is not divided: a process takes a second or two to load the server. */
const MIN_SHARE_SECONDS = 5;
const ASK_AGAIN_MS = 500;
const LOST: Done = { isPassed: false, passed: 0, failed: 1, skipped: 0, seconds: 0, cpu: 0 };

/** Files that were not begun when the signal came have no result. */
export async function runFiles(
  files: readonly string[],
  costOf: (file: string) => Cost,
  signal: AbortSignal,
  say = (text: string): void => void process.stdout.write(text),
): Promise<Result[]> {
  const waiting = new Set(files);
  const results: Result[] = [];
  const mayBegin = openGate();
  let running = 0;
  let change = Promise.withResolvers<void>();

  /** Waits until the processors have room. Undefined if no file of this kind waits. */
  async function takeFile(kind: Kind): Promise<string | undefined> {
    for (;;) {
      const file = signal.aborted ? undefined : chooseFile([...waiting], kind, costOf);
      if (file === undefined) return;
      if (mayBegin(running)) {
        waiting.delete(file);
        running++;
        return file;
      }
      await Promise.race([change.promise, sleep(ASK_AGAIN_MS)]);
    }
  }

  async function runLane(kind: Kind): Promise<void> {
    let worker: Worker | null = null;
    let last: string | undefined;
    for (let file = await takeFile(kind); file !== undefined; file = await takeFile(kind)) {
      worker ??= startWorker(signal, say);
      const done: Done | null = await worker.run(file);
      results.push({ file, ...(done ?? LOST) });
      if (done === null) worker = null;
      last = file;
      running--;
      change.resolve();
      change = Promise.withResolvers();
    }
    if (worker !== null && !(await worker.end())) results.push({ file: last!, ...LOST });
  }

  const lanes = (['browser', 'plain'] as const).flatMap((kind) => {
    const ofKind = files.filter((file) => kindOf(file) === kind);
    const seconds = ofKind.reduce((sum, file) => sum + costOf(file).seconds, 0);
    const count = Math.min(WORKERS[kind], ofKind.length, Math.ceil(seconds / MIN_SHARE_SECONDS));
    return Array.from({ length: count }, () => runLane(kind));
  });
  await Promise.all(lanes);
  return results;
}
