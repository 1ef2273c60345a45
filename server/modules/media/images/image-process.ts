/**
 * Runs one process that makes pictures: started on demand, reused between images, killed when it hangs, replaced when it dies.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, Job, Outcome } from './image-maker.ts';

const PROGRAM = join(import.meta.dirname, 'image-child.ts');
/** Added to the time limit of the image itself. */
const GRACE_MS = 2_000;

const ENDED: Outcome = { trouble: 'Opening it ended the process that makes pictures.' };

export type ImageProcess = {
  make(job: Job): Promise<Outcome>;
  /** Stops for good, also the work under way. */
  stop(): void;
  readonly pid: number | undefined;
};

export function createImageProcess(maxBytes: number): ImageProcess {
  let child: ChildProcess | null = null;
  let isStopped = false;

  function start(): ChildProcess {
    const started = fork(PROGRAM, [String(maxBytes)], {
      // The child inherits nothing of the server: no setting, no secret, no flag of a test run.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Only the end of the process matters, which "exit" reports.
    started.on('error', () => {});
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  return {
    get pid() {
      return child?.pid;
    },
    async make(job) {
      if (isStopped) return ENDED;
      child ??= start();
      const worker = child;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const forget = () => {
        if (child === worker) child = null;
      };
      const timer = setTimeout(
        () => {
          worker.kill('SIGKILL');
          forget();
          resolve({ trouble: `It took longer than ${job.seconds} seconds.` });
        },
        job.seconds * 1000 + GRACE_MS,
      );
      const ended = () => resolve(ENDED);
      const answered = ({ outcome, isLast }: Answer) => {
        if (isLast) forget();
        resolve(outcome);
      };
      worker.once('message', answered).once('exit', ended);
      worker.send(job, (error) => error && ended());
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        worker.off('message', answered).off('exit', ended);
      }
    },
    stop() {
      isStopped = true;
      child?.kill('SIGKILL');
    },
  };
}
