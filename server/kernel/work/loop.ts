/** Background work as a loop that cannot end by itself: it sleeps when idle, wakes on a call, and survives every error. */
import { AppError } from '#kernel/errors.ts';
import { type Logger, mask } from '#kernel/log.ts';
import { sampled } from '#kernel/log-sampling.ts';
import { workingAs } from '#kernel/work/holds.ts';

export type Loop = { wake(): void; stop(): Promise<void> };
/** `remind`: a wake-up that a failed loop does not hear before its pause is over. */
export type RemindedLoop = Loop & { remind(): void };

/** Doubled with each failure in a row. */
const AFTER_ERROR_MS = 1_000;
const MOST_MS_AFTER_ERROR = 5_000;

/** `round` returns true when there is more to do right now. A round of many steps checks between them whether to stop. */
export function startLoop(options: {
  name: string;
  idleMs: number | (() => number);
  mostMsAfterError?: number;
  log: Logger;
  round: (isStopping: () => boolean) => Promise<boolean>;
}): RemindedLoop {
  const { idleMs, mostMsAfterError = MOST_MS_AFTER_ERROR } = options;
  let stopping = false;
  let woken = false;
  let rouse = () => {};
  let failures = 0;
  const wake = () => {
    woken = true;
    rouse();
  };
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!stopping) {
      try {
        woken = false;
        const more = await workingAs(options.name, () => options.round(() => stopping));
        failures = 0;
        if (!more && !woken && !stopping) await sleep(typeof idleMs === 'number' ? idleMs : idleMs());
      } catch (error) {
        noteFailure(options, error);
        if (!stopping) await sleep(Math.min(AFTER_ERROR_MS * 2 ** failures++, mostMsAfterError));
      }
    }
  })();
  return {
    wake,
    remind() {
      if (failures === 0) wake();
    },
    async stop() {
      stopping = true;
      rouse();
      await running;
    },
  };
}

/** The part of a round that is one tenant's. Its failure delays no other tenant; the work is still due, so the next round repeats it. */
export async function partOf<T>(
  { log, loop, tenantId }: { log: Logger; loop: string; tenantId: string },
  part: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    sampled(`background: ${loop} ${tenantId}`, (count) =>
      log.warn(
        { err: error, tenantId, loop, count },
        'background work of a tenant failed; it is tried again',
      ),
    );
    return undefined;
  }
}

function noteFailure({ log, name }: { log: Logger; name: string }, error: unknown): void {
  const message = 'a round of background work failed; it will go on';
  const isAway = error instanceof AppError && error.code === 'unavailable';
  if (!isAway) return void log.error({ err: error, loop: name }, message);
  // All loops fail at once, and each would write the same line.
  const reason = mask((error.cause as Error | undefined)?.message ?? error.message);
  sampled(`background: ${reason}`, (count) => log.error({ reason, loop: name, count }, message));
}
