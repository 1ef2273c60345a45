/** The table of contents: every business module, in the order it is set up. */
import type { Kernel, Module, ModuleFacts } from '#kernel/module.ts';
import { accessFacts } from './modules/access/facts.ts';
import { access } from './modules/access/module.ts';
import { contentFacts } from './modules/content/facts.ts';
import { content, usersOfAsset } from './modules/content/module.ts';
import { crmFacts } from './modules/crm/facts.ts';
import { crm } from './modules/crm/module.ts';
import { mediaFacts } from './modules/media/facts.ts';
import { assetsExist, media } from './modules/media/module.ts';
import { propertiesFacts } from './modules/properties/facts.ts';
import { properties } from './modules/properties/module.ts';
import { redirectsFacts } from './modules/redirects/facts.ts';
import { redirects } from './modules/redirects/module.ts';
import { searchFacts } from './modules/search/facts.ts';
import { search } from './modules/search/module.ts';
import { webhooksFacts } from './modules/webhooks/facts.ts';
import { webhooks } from './modules/webhooks/module.ts';

export const FACTS: ModuleFacts[] = [
  accessFacts,
  webhooksFacts,
  crmFacts,
  contentFacts,
  mediaFacts,
  propertiesFacts,
  redirectsFacts,
  searchFacts,
];

export const SHARED_TABLES = FACTS.flatMap(({ tables }) => tables ?? []);

export function createModules(kernel: Kernel) {
  const accessModule = access(kernel);
  const crmModule = crm(kernel);
  const propertiesModule = properties(kernel);
  const contentModule = content(kernel, { findAssets: assetsExist, ...propertiesModule.directory });
  const mediaModule = media(kernel, { usageOf: usersOfAsset });
  const redirectsModule = redirects(kernel, propertiesModule.directory);
  const modules: Module[] = [
    accessModule,
    crmModule,
    contentModule,
    mediaModule,
    propertiesModule,
    redirectsModule,
    webhooks(kernel),
    search(kernel, crmModule.describe),
  ];
  return {
    modules,
    identify: accessModule.identify,
    serveSite: redirectsModule.serveSite,
    noteExport: accessModule.noteExport,
  };
}
