/** The facts of every module, for `boot`, `doctor` and quotas: read without loading the modules themselves. */
import type { ModuleFacts } from '#kernel/module.ts';
import { accessFacts } from './modules/access/facts.ts';
import { catalogFacts } from './modules/catalog/facts.ts';
import { checkoutFacts } from './modules/checkout/facts.ts';
import { contentFacts } from './modules/content/facts.ts';
import { crmFacts } from './modules/crm/facts.ts';
import { inventoryFacts } from './modules/inventory/facts.ts';
import { mediaFacts } from './modules/media/facts.ts';
import { propertiesFacts } from './modules/properties/facts.ts';
import { redirectsFacts } from './modules/redirects/facts.ts';
import { requestsFacts } from './modules/requests/facts.ts';
import { searchFacts } from './modules/search/facts.ts';
import { webhooksFacts } from './modules/webhooks/facts.ts';

export const FACTS: ModuleFacts[] = [
  accessFacts,
  webhooksFacts,
  crmFacts,
  catalogFacts,
  contentFacts,
  mediaFacts,
  propertiesFacts,
  redirectsFacts,
  requestsFacts,
  searchFacts,
  inventoryFacts,
  checkoutFacts,
];

/** Tables that backups leave out. */
export const LEFT_OUT = FACTS.flatMap(({ leftOut }) => leftOut ?? []);

export const SHARED_TABLES = FACTS.flatMap(({ tables }) => tables ?? []);
