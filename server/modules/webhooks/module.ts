/** Webhooks: tenants subscribe addresses to events; each matching event is delivered signed, at least once. */
import { OPERATIONAL, SUBSCRIBABLE } from '#kernel/events/catalogue.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { createBacklogs } from './delivery/backlogs.ts';
import { startBursts } from './delivery/bursts.worker.ts';
import { startCleanup } from './delivery/cleanup.worker.ts';
import { type DeliveryWorker, startDeliveryWorker } from './delivery/delivery.worker.ts';
import { startDisabling } from './delivery/disabling.worker.ts';
import { insertDeliveries } from './delivery/fan-out.sql.ts';
import { LIMITS } from './delivery/lanes.ts';
import { startSweeps } from './delivery/sweeps.worker.ts';
import { startWarnings } from './delivery/warnings.worker.ts';
import { eventTypeRoutes } from './event-types.routes.ts';
import { attemptNumberRoutes } from './log/attempt-numbers.routes.ts';
import { deliveryLogRoutes } from './log/delivery-log.routes.ts';
import { eventRoutes } from './log/event.routes.ts';
import { expungeRoutes } from './log/expunge.routes.ts';
import { feedRoutes } from './log/feed.routes.ts';
import { noticeRoutes } from './notices.routes.ts';
import type { FindHidden } from './notices.ts';
import { replayRoutes } from './on-request/replays.routes.ts';
import { startReplays } from './on-request/replays.worker.ts';
import { resendRoutes } from './on-request/resend.routes.ts';
import { parseNetworks } from './sending/address.ts';
import { createSender } from './sending/send.ts';
import type { WebhookSettings } from './settings.ts';
import { subscriptionHealthRoutes } from './subscriptions/subscription-health.routes.ts';
import { subscriptionToolRoutes } from './subscriptions/subscription-tools.routes.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { webhookEvents } from './webhooks.events.ts';

export function webhooks(kernel: Kernel, settings: WebhookSettings, findHiddenEntries: FindHidden): Module {
  const policy = {
    allowLoopback: kernel.config.mode === 'development',
    allowNetworks: parseNetworks(settings.networks),
  };
  let worker: DeliveryWorker | null = null;
  const backlogs = createBacklogs(kernel, settings);
  return {
    name: 'webhooks',
    events: webhookEvents,
    routes(app, catalogue) {
      const { maxSubscriptions: mostSubscriptions } = settings;
      const rules = { policy, catalogue, secrets: kernel.secrets, mostSubscriptions };
      subscriptionRoutes(app, kernel.clock, rules);
      subscriptionToolRoutes(app, kernel.clock, rules);
      subscriptionHealthRoutes(app, kernel.clock);
      attemptNumberRoutes(app, kernel.clock);
      deliveryLogRoutes(app, kernel.clock);
      expungeRoutes(app, kernel.clock);
      resendRoutes(app, kernel.clock);
      replayRoutes(app, kernel.clock, catalogue);
      noticeRoutes(app, kernel.clock, findHiddenEntries);
      eventTypeRoutes(app, catalogue);
      feedRoutes(app, catalogue);
      eventRoutes(app, catalogue);
    },
    consumers: [
      {
        name: 'webhook fan-out',
        types: new Set([...Object.keys(SUBSCRIBABLE), ...Object.keys(OPERATIONAL)]),
        async consume(tx, events, now) {
          const lanes = await insertDeliveries(tx, events, now, backlogs.withHeldFull());
          return () => worker?.offer(lanes);
        },
        bound: { lane: 'webhooks', perTenant: backlogs.perTenant },
      },
    ],
    startWork() {
      const sender = createSender({ policy, connectionsPerOrigin: LIMITS.sockets, proxy: settings.proxy });
      worker = startDeliveryWorker(kernel, settings, sender);
      const replays = startReplays(kernel, (lane) => worker?.offer([lane]));
      return [
        worker,
        replays,
        startWarnings(kernel),
        startBursts(kernel, (lanes) => worker?.offer(lanes)),
        startDisabling(kernel, settings),
        startSweeps(kernel),
        startCleanup(kernel),
      ];
    },
  };
}

/** The part of home that is about webhooks. */
export { webhooksAtHome } from './home.ts';
