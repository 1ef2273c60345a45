import { type Env, integer, number } from '#kernel/setting.ts';

export type WebhookSettings = {
  /** Networks (CIDR, comma-separated) that webhooks may reach although they are not public. */
  networks: string;
  /** The most subscriptions of a tenant; each gets a delivery of each event that it subscribes to. */
  maxSubscriptions: number;
  /** With this many pending deliveries, further events of the tenant wait. */
  maxPending: number;
  /** Multiplies the waits between delivery attempts; only tests change it. */
  retryScale: number;
};

export function readWebhookSettings(env: Env): WebhookSettings {
  return {
    networks: env.WEBHOOK_ALLOW_NETWORKS || '',
    maxSubscriptions: integer(env, 'WEBHOOK_MAX_SUBSCRIPTIONS', 100, 1, 100_000),
    maxPending: integer(env, 'WEBHOOK_MAX_PENDING', 100_000, 1, 1e9),
    retryScale: number(env, 'RETRY_SCALE', 1, 0.000001, 1),
  };
}
