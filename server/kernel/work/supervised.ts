import { type Clock, describeSkew, isOff } from '#kernel/clock.ts';
import type { Logger } from '#kernel/log.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

const POLL_MS = 1_000;

/**
 * Runs background work only while this machine's clock agrees with the database's: schedules, leases and deletions must not
 * depend on either alone. The work stops when the clocks differ, and continues when they agree again.
 */
export function whileClockIsRight(clock: Clock, log: Logger, start: () => Loop): Loop {
  const begin = () => (isOff(clock) ? null : start());
  let work = begin();
  const sayNo = () => log.error(`${describeSkew(clock)}; background work waits until they agree.`);
  if (work === null) sayNo();
  const watching = startLoop({
    name: 'clock',
    idleMs: POLL_MS,
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
