import { type Clock, describeSkew, isOff } from '#kernel/clock.ts';
import type { Logger } from '#kernel/log.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Background work, for as long as this machine's clock agrees with the database's: what is scheduled, leased and deleted must not
 * depend on either alone. It stops when they part, and goes on when they agree again.
 */
export function whileClockIsRight(clock: Clock, log: Logger, start: () => Loop): Loop {
  const begin = () => (isOff(clock) ? null : start());
  let work = begin();
  const sayNo = () => log.error(`${describeSkew(clock)}; background work waits until they agree.`);
  if (work === null) sayNo();
  const watching = startLoop({
    name: 'clock',
    idleMs: LOOK_EVERY_MS,
    log,
    round: async () => {
      if (work !== null && isOff(clock)) {
        sayNo();
        const stopped = work;
        work = null;
        await stopped.stop();
      } else if (work === null && !isOff(clock)) {
        log.info('The clock of this machine agrees with the database’s again; background work goes on.');
        work = start();
      }
      return false;
    },
  });
  return {
    wake: () => work?.wake(),
    stop: async () => {
      await watching.stop();
      await work?.stop();
    },
  };
}
