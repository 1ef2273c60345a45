/** The set-up of most rows: tenants with subscriptions, and a load that can be stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import { type Load, startLoad } from './load.ts';
import { type Answer, openReceiver } from './receiver.ts';

/** Creates the subscriptions through the API, which must be running. `root` is the folder of its sources, if they are of another version. */
export async function openTenants(
  installation: Installation,
  options: { tenants?: number; inboxes?: number; answer?: Answer; root?: string } = {},
) {
  const receiver = await openReceiver(installation.stage);
  for (let n = 0; n < (options.tenants ?? 2); n++) {
    const tenant = await installation.newTenant(options.root);
    for (let m = 0; m < (options.inboxes ?? 2); m++)
      await tenant.subscribe(receiver.newInbox(options.answer));
  }
  return receiver;
}

/** Sends orders and redirects of all tenants, as fast as a few clients can. */
export function loadTenants(
  installation: Installation,
  options: Partial<Parameters<typeof startLoad>[1]> = {},
): Load {
  return startLoad(installation.stage, {
    url: () => installation.url,
    tenants: installation.tenants,
    senders: 6,
    ...options,
  });
}

/** Long enough for the load to have started everywhere. */
export const warmUp = (installation: Installation) => sleep(installation.stage.isSmoke ? 400 : 1_500);
