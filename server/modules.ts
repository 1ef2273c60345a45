/** The list of all business modules, in the order in which they are set up. */
import type { Kernel, Module } from '#kernel/module.ts';
import { access, findKeyLabels } from './modules/access/module.ts';
import { content, usersOfAsset } from './modules/content/module.ts';
import { crm } from './modules/crm/module.ts';
import { assetsExist, media } from './modules/media/module.ts';
import { properties } from './modules/properties/module.ts';
import { redirects } from './modules/redirects/module.ts';
import { requests } from './modules/requests/module.ts';
import { search } from './modules/search/module.ts';
import { webhooks } from './modules/webhooks/module.ts';
import type { Settings } from './settings.ts';

export function createModules(kernel: Kernel<Settings>) {
  const settings = kernel.config;
  const accessModule = access(kernel);
  const crmModule = crm(kernel, settings.crm);
  const propertiesModule = properties(kernel, settings.properties);
  const contentModule = content(kernel, { findAssets: assetsExist, ...propertiesModule.directory });
  const mediaModule = media(kernel, settings.media, { usageOf: usersOfAsset });
  const redirectsModule = redirects(kernel, propertiesModule.directory);
  const requestsModule = requests(kernel, settings.requests, { findLabels: findKeyLabels });
  const modules: Module[] = [
    accessModule,
    crmModule,
    contentModule,
    mediaModule,
    propertiesModule,
    redirectsModule,
    requestsModule,
    webhooks(kernel, settings.webhooks),
    search(kernel, crmModule.describe),
  ];
  return {
    modules,
    identify: accessModule.identify,
    serveSite: redirectsModule.serveSite,
    noteExport: accessModule.noteExport,
    noteRequest: requestsModule.noteRequest,
  };
}
