/** Pauses subscriptions that failed for days. Their deliveries are held, as in any pause, until someone resumes them. */
import type { Tx } from '#kernel/db/db.ts';
import { publish } from '#kernel/events/publish.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf, startLoop } from '#kernel/work/loop.ts';
import type { WebhookSettings } from '../settings.ts';
import { holdOpenDeliveries } from '../subscriptions/sweeps.sql.ts';
import { disableSubscription, findLongFailing } from './disabling.sql.ts';
import { tellStaff } from './warnings.worker.ts';

const NAME = 'webhook disabling';
const POLL_MS = 60_000;

export function startDisabling(kernel: Kernel, { disableAfterDays }: WebhookSettings): Loop {
  return startLoop({
    name: NAME,
    idleMs: POLL_MS,
    log: kernel.log,
    round: async () => {
      await disableRound(kernel, disableAfterDays);
      return false;
    },
  });
}

export async function disableRound(
  { db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const lanes = await findLongFailing({ query: db.acrossTenantsQuery }, clock(), days);
  for (const { tenantId, subscriptionId } of lanes) {
    await partOf({ log, loop: NAME, tenantId }, () =>
      db.inTenant(tenantId, (tx) => disable(tx, clock(), subscriptionId, days)),
    );
  }
}

async function disable(tx: Tx, now: Date, subscriptionId: string, days: number): Promise<void> {
  const disabled = await disableSubscription(tx, subscriptionId, now, days);
  if (disabled === undefined) return;
  const { name, failing_since: since } = disabled;
  await holdOpenDeliveries(tx, subscriptionId, now);
  const message = `The webhook "${name}" is switched off, because every attempt has failed since ${since.toISOString()}. Its deliveries are held: resume it when its receiver works again.`;
  await tellStaff(tx, now, 'disabled', subscriptionId, message);
  await publish(tx, now, {
    type: 'webhook.subscription.disabled',
    data: { subscriptionId, name, failingSince: since.toISOString(), disabledAt: now.toISOString() },
  });
}
