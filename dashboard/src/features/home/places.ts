/** Where Home leads to. */
export const WEBHOOKS = '/webhooks';
export const KEYS = '/settings/ai-integrations';
export const CONTENT = '/content';
