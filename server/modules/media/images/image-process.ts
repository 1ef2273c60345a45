/**
 * Runs one process that makes pictures: started on demand, reused between images, killed when it hangs, replaced when it dies.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, Job, Outcome } from './image-maker.ts';
import type { Picture, PictureJob } from './picture-maker.ts';

const PROGRAM = join(import.meta.dirname, 'image-child.ts');
/** Added to the time limit of the image itself. */
const GRACE_MS = 2_000;

const ENDED: Outcome<never> = { trouble: 'Opening it ended the process that makes pictures.' };

export type ImageProcess = {
  make(job: Job): Promise<Outcome>;
  /** One job at a time, of either kind. */
  makeOne(job: PictureJob): Promise<Outcome<{ picture: Picture }>>;
  /** Ends the process until the next job. None may be under way. */
  rest(): void;
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

  async function ask<T>(job: Job | PictureJob): Promise<Outcome<T>> {
    if (isStopped) return ENDED;
    child ??= start();
    const worker = child;
    const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
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
      resolve(outcome as Outcome<T>);
    };
    worker.once('message', answered).once('exit', ended);
    worker.send(job, (error) => error && ended());
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', answered).off('exit', ended);
    }
  }

  return {
    get pid() {
      return child?.pid;
    },
    make: (job) => ask(job),
    makeOne: (job) => ask(job),
    rest() {
      child?.kill('SIGKILL');
      child = null;
    },
    stop() {
      isStopped = true;
      child?.kill('SIGKILL');
    },
  };
}
