import { type Env, integer, number, parseUrl } from '#kernel/setting.ts';

export type WebhookSettings = {
  /** Networks (CIDR, comma-separated) that webhooks may reach although they are not public. */
  networks: string;
  /** The HTTP proxy through which webhooks are sent. */
  proxy: URL | null;
  /** The most subscriptions of a tenant; each gets a delivery of each event that it subscribes to. */
  maxSubscriptions: number;
  /** With this many pending deliveries, further events of the tenant wait. */
  maxPending: number;
  /** A subscription that fails for so many days is paused; 0: never. */
  disableAfterDays: number;
  /** Multiplies the waits between delivery attempts; only tests change it. */
  retryScale: number;
};

export function readWebhookSettings(env: Env): WebhookSettings {
  return {
    networks: env.WEBHOOK_ALLOW_NETWORKS || '',
    proxy: env.WEBHOOK_PROXY_URL ? parseUrl('WEBHOOK_PROXY_URL', env.WEBHOOK_PROXY_URL, ['http:']) : null,
    maxSubscriptions: integer(env, 'WEBHOOK_MAX_SUBSCRIPTIONS', 100, 1, 100_000),
    maxPending: integer(env, 'WEBHOOK_MAX_PENDING', 100_000, 1, 1e9),
    disableAfterDays: integer(env, 'WEBHOOK_DISABLE_AFTER_DAYS', 5, 0, 365),
    retryScale: number(env, 'RETRY_SCALE', 1, 0.000001, 1),
  };
}
