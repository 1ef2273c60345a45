/** Cuts rollups of days into quarters of an hour, where the consumer of order events has not: a day of one tenant at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { currencyExponent } from '#shared/money.ts';
import { findUncut, lockRollups, markCut, replaceQuarters, type Uncut } from './quarters.sql.ts';

const POLL_MS = 30_000;
/** Requests come first: the work takes a third of the time. */
const REST = 2;
const LONGEST_REST_MS = 1_000;

export function startQuarters({ db, log }: Pick<Kernel, 'db' | 'log'>): Loop {
  let after: Uncut | null = null;

  const cut = ({ tenant_id, day }: Uncut) =>
    db.inTenant(tenant_id, async (tx) => {
      const currencies = new Set((await lockRollups(tx, day)).map(({ currency }) => currency));
      for (const currency of currencies) {
        await replaceQuarters(tx, day, currency, currencyExponent(currency) ?? 2);
      }
      await markCut(tx, day);
    });

  return startLoop({
    name: 'quarters of order metrics',
    idleMs: POLL_MS,
    log,
    round: async () => {
      const uncut = await findUncut({ query: db.acrossTenantsQuery }, after);
      // A day that failed is tried again in the next pass, and holds up no other.
      after = uncut ?? null;
      if (uncut === undefined) return false;
      const began = performance.now();
      await cut(uncut).catch((err) =>
        log.error({ err, ...uncut }, 'the quarters of a day were not computed'),
      );
      await sleep(Math.min(REST * (performance.now() - began), LONGEST_REST_MS));
      return true;
    },
  });
}
