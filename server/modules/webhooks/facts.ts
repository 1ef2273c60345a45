import type { ModuleFacts } from '#kernel/module.ts';
import { readDeliveryBacklog } from './delivery/backlogs.sql.ts';

export const webhooksFacts: ModuleFacts = {
  tables: {
    worker: [
      'webhook_subscriptions',
      'webhook_queue',
      'webhook_deliveries',
      'webhook_attempts',
      'webhook_attempt_counts',
      'webhook_pace',
      'webhook_lanes',
      'webhook_gathered',
      'webhook_bursts',
      'webhook_sweeps',
      'webhook_replays',
      'webhook_warnings',
    ],
  },
  // Leases of workers.
  leftOut: ['webhook_lanes'],
  backlog: readDeliveryBacklog,
};
