/** Background work as a loop that cannot end by itself: it sleeps when idle, wakes when told, and survives every error. */
import type { Logger } from '#kernel/log.ts';

export type Loop = { wake(): void; stop(): Promise<void> };

const AFTER_ERROR_MS = 1_000;

/** `round` returns true when there is more to do right now. */
export function startLoop(options: {
  name: string;
  idleMs: number;
  log: Logger;
  round: () => Promise<boolean>;
}): Loop {
  let stopping = false;
  let woken = false;
  let rouse = () => {};
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
        const more = await options.round();
        if (!more && !woken && !stopping) await sleep(options.idleMs);
      } catch (error) {
        options.log.error(
          { err: error, loop: options.name },
          'a round of background work failed; it will go on',
        );
        if (!stopping) await sleep(AFTER_ERROR_MS);
      }
    }
  })();
  return {
    wake() {
      woken = true;
      rouse();
    },
    async stop() {
      stopping = true;
      rouse();
      await running;
    },
  };
}
