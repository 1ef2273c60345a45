/** Webhooks: tenants subscribe addresses to events; each matching event is delivered signed, at least once. */
import type { Kernel, Module } from '#kernel/module.ts';
import { parseNetworks } from './address.ts';
import { type DeliveryWorker, startDeliveryWorker } from './delivery.worker.ts';
import { eventTypeRoutes } from './event-types.routes.ts';
import { insertDeliveries } from './fan-out.sql.ts';
import { type Lane, LIMITS } from './lanes.ts';
import { createSender } from './send.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';

export function webhooks(kernel: Kernel): Module {
  const policy = {
    allowLoopback: kernel.config.mode === 'development',
    allowNetworks: parseNetworks(kernel.config.webhookNetworks),
  };
  let worker: DeliveryWorker | null = null;
  let filled: Lane[] = [];
  return {
    name: 'webhooks',
    routes(app, catalogue) {
      subscriptionRoutes(app, kernel.clock, { policy, catalogue, secrets: kernel.secrets });
      eventTypeRoutes(app, catalogue);
    },
    consumers: [
      {
        name: 'webhook fan-out',
        async consume(tx, events, now) {
          filled = await insertDeliveries(tx, events, now);
        },
        committed: () => worker?.offer(filled),
      },
    ],
    startWork() {
      worker = startDeliveryWorker(kernel, createSender({ policy, connectionsPerOrigin: LIMITS.inFlight }));
      return [worker];
    },
  };
}
