/** Webhooks: tenants subscribe addresses to events; each matching event is delivered signed, at least once. */
import { SUBSCRIBABLE } from '#kernel/events/catalogue.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { parseNetworks } from './address.ts';
import { createBacklogs } from './backlogs.ts';
import { type DeliveryWorker, startDeliveryWorker } from './delivery.worker.ts';
import { deliveryLogRoutes } from './delivery-log.routes.ts';
import { eventTypeRoutes } from './event-types.routes.ts';
import { insertDeliveries } from './fan-out.sql.ts';
import { feedRoutes } from './feed.routes.ts';
import { type Lane, LIMITS } from './lanes.ts';
import { noticeRoutes } from './notices.routes.ts';
import { replayRoutes } from './replays.routes.ts';
import { startReplays } from './replays.worker.ts';
import { createSender } from './send.ts';
import { subscriptionHealthRoutes } from './subscription-health.routes.ts';
import { subscriptionToolRoutes } from './subscription-tools.routes.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { startTidying } from './tidying.worker.ts';
import { startWarnings } from './warnings.worker.ts';

export function webhooks(kernel: Kernel): Module {
  const policy = {
    allowLoopback: kernel.config.mode === 'development',
    allowNetworks: parseNetworks(kernel.config.webhookNetworks),
  };
  let worker: DeliveryWorker | null = null;
  let filled: Lane[] = [];
  const backlogs = createBacklogs(kernel);
  return {
    name: 'webhooks',
    routes(app, catalogue) {
      const { webhookMaxSubscriptions: mostSubscriptions } = kernel.config;
      const rules = { policy, catalogue, secrets: kernel.secrets, mostSubscriptions };
      subscriptionRoutes(app, kernel.clock, rules);
      subscriptionToolRoutes(app, kernel.clock, rules);
      subscriptionHealthRoutes(app, kernel.clock);
      deliveryLogRoutes(app, kernel.clock);
      replayRoutes(app, kernel.clock, catalogue);
      noticeRoutes(app, kernel.clock);
      eventTypeRoutes(app, catalogue);
      feedRoutes(app, catalogue);
    },
    consumers: [
      {
        name: 'webhook fan-out',
        types: new Set(Object.keys(SUBSCRIBABLE)),
        async consume(tx, events, now) {
          filled = await insertDeliveries(tx, events, now, backlogs.withHeldFull());
        },
        bound: { lane: 'webhooks', perTenant: backlogs.perTenant },
        committed: () => worker?.offer(filled),
      },
    ],
    startWork() {
      worker = startDeliveryWorker(kernel, createSender({ policy, connectionsPerOrigin: LIMITS.sockets }));
      const replays = startReplays(kernel, (lane) => worker?.offer([lane]));
      return [worker, replays, startWarnings(kernel), startTidying(kernel)];
    },
  };
}
