/** The settings of the kernel and the modules, and every kind of usage; read without loading the modules. */
import { type Config, readConfig } from '#kernel/config.ts';
import type { Env } from '#kernel/setting.ts';
import { ANSWERS } from '#kernel/usage-kinds.ts';
import { PRODUCTS } from './modules/catalog/settings.ts';
import { ENTRIES } from './modules/content/settings.ts';
import { type CrmSettings, CUSTOMERS, IMPORTS, ORDERS, readCrmSettings } from './modules/crm/settings.ts';
import { ITEMS } from './modules/inventory/settings.ts';
import { FILES, type MediaSettings, readMediaSettings, TRANSFORMS } from './modules/media/settings.ts';
import { type PropertySettings, readPropertySettings } from './modules/properties/settings.ts';
import { REDIRECTS } from './modules/redirects/settings.ts';
import { type RequestLogSettings, readRequestLogSettings } from './modules/requests/settings.ts';
import { readWebhookSettings, type WebhookSettings } from './modules/webhooks/settings.ts';

export type Settings = Config & {
  crm: CrmSettings;
  media: MediaSettings;
  properties: PropertySettings;
  requests: RequestLogSettings;
  webhooks: WebhookSettings;
};

/** Every kind of usage, in the order in which clients and operators see them. */
export const USAGE_KINDS = [
  FILES,
  TRANSFORMS,
  IMPORTS,
  ANSWERS,
  ENTRIES,
  REDIRECTS,
  PRODUCTS,
  ITEMS,
  CUSTOMERS,
  ORDERS,
] as const;
export type UsageName = (typeof USAGE_KINDS)[number]['name'];

export function readSettings(env: Env): Settings {
  const config = readConfig(env, USAGE_KINDS);
  return {
    ...config,
    crm: readCrmSettings(env),
    media: readMediaSettings(env, config.dataDir),
    properties: readPropertySettings(env),
    requests: readRequestLogSettings(env),
    webhooks: readWebhookSettings(env),
  };
}

/** How long tables in weekly partitions are kept, if that is not RETENTION_DAYS. */
export const daysOf = ({ requests }: Settings) => ({ request_log: requests.days });
