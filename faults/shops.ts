/** What most rows begin with: tenants with subscriptions, and a load that can be told when to end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, startLoad } from './load.ts';
import { type Answer, openReceiver } from './receiver.ts';
import type { Site } from './site.ts';

/** Subscribes through the API, so one must be up. */
export async function openShops(
  site: Site,
  options: { tenants?: number; inboxes?: number; answer?: Answer } = {},
) {
  const receiver = await openReceiver(site.stage);
  for (let n = 0; n < (options.tenants ?? 2); n++) {
    const tenant = await site.newTenant();
    for (let m = 0; m < (options.inboxes ?? 2); m++)
      await tenant.subscribe(receiver.newInbox(options.answer));
  }
  return receiver;
}

/** Orders and redirects of all tenants, as fast as a handful of clients get them through. */
export function loadShops(site: Site, options: Partial<Parameters<typeof startLoad>[1]> = {}): Load {
  return startLoad(site.stage, { url: () => site.url, tenants: site.tenants, senders: 6, ...options });
}

/** Long enough for the load to be under way everywhere. */
export const warmUp = (site: Site) => sleep(site.stage.isSmoke ? 400 : 1_500);
