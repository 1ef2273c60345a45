/** Tells a tenant early that a subscription is failing, and that it works again: with a notice, an audit row and an event. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { insertNotice } from '../notices.sql.ts';
import { MAX_DELIVERY_ATTEMPTS } from './retry-schedule.ts';
import { findUntold, markTold, WARNING_DUE, type Warning, type WarningKind } from './warnings.sql.ts';

const NAME = 'webhook warnings';
const AT_ONCE = 50;
const SYSTEM: Author = { type: 'system', id: null, name: 'system' };

export function startWarnings(kernel: Kernel): Loop {
  const { db, clock, log } = kernel;
  return startDueLoop(kernel, {
    name: NAME,
    due: WARNING_DUE,
    round: async () => {
      const untold = await findUntold({ query: db.acrossTenantsQuery }, AT_ONCE);
      // The notice and the audit row are the tenant's data, so its own transaction writes them.
      let told = 0;
      for (const warning of untold) {
        const { tenant_id: tenantId } = warning;
        await partOf({ log, loop: NAME, tenantId }, async () => {
          await db.inTenant(tenantId, (tx) => tell(tx, clock(), warning));
          told += 1;
        });
      }
      return untold.length === AT_ONCE && told > 0;
    },
  });
}

async function tell(tx: Tx, now: Date, warning: Warning): Promise<void> {
  const told = await markTold(tx, warning, now);
  if (told === undefined) return;
  const { kind, subscription_id: subscriptionId } = warning;
  const { name } = told;
  await tellStaff(tx, now, kind, subscriptionId, MESSAGES[kind](name));
  const about = { subscriptionId, name, failingSince: told.since.toISOString() };
  const notedAt = told.noted_at.toISOString();
  if (kind === 'failing') {
    await publish(tx, told.noted_at, { type: 'webhook.subscription.failing', data: { ...about, notedAt } });
  } else if (kind === 'recovered') {
    await publish(tx, told.noted_at, {
      type: 'webhook.subscription.recovered',
      data: { ...about, recoveredAt: notedAt },
    });
  }
}

/** A notice in the product and a row in the audit log. */
export async function tellStaff(
  tx: Tx,
  now: Date,
  kind: string,
  subjectId: string,
  message: string,
): Promise<void> {
  const subjectType = 'webhook_subscription';
  await insertNotice(tx, { id: newId(), kind: `webhook.${kind}`, subjectType, subjectId, message, now });
  await audit(tx, SYSTEM, now, {
    action: `webhook_subscription.${kind}`,
    subjectType,
    subjectId,
    details: { message },
  });
}

const MESSAGES: Record<WarningKind, (name: string) => string> = {
  failing: (name) =>
    `The webhook "${name}" is failing: several attempts in a row did not succeed. They are tried again.`,
  failed: (name) =>
    `Deliveries of the webhook "${name}" have failed for good after ${MAX_DELIVERY_ATTEMPTS} attempts. Replay what failed when its receiver works again.`,
  recovered: (name) => `The webhook "${name}" works again: an attempt succeeded.`,
};
