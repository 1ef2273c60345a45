/** Warns a tenant's staff early that a subscription is failing: with a notice in the product and a row in the audit log. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { insertNotice } from '../notices.sql.ts';
import { MAX_DELIVERY_ATTEMPTS } from './retry-schedule.ts';
import { findUntold, markTold, type Warning, type WarningKind } from './warnings.sql.ts';

const POLL_MS = 1_000;
const AT_ONCE = 50;
const SYSTEM: Author = { type: 'system', id: null, name: 'system' };

export function startWarnings({ db, clock, log }: Kernel): Loop {
  return startLoop({
    name: 'webhook warnings',
    idleMs: POLL_MS,
    log,
    round: async () => {
      const untold = await findUntold({ query: db.acrossTenantsQuery }, AT_ONCE);
      // The notice and the audit row are the tenant's data, so its own transaction writes them.
      for (const warning of untold) await db.inTenant(warning.tenant_id, (tx) => tell(tx, clock(), warning));
      return untold.length === AT_ONCE;
    },
  });
}

async function tell(tx: Tx, now: Date, warning: Warning): Promise<void> {
  const name = await markTold(tx, warning, now);
  if (name === undefined) return;
  const { kind, subscription_id: subjectId } = warning;
  const subjectType = 'webhook_subscription';
  const message = MESSAGES[kind](name);
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
};
