/** The table of contents: every business module, in the order it is set up. */
import type { Kernel, Module } from '#kernel/module.ts';
import { access } from './modules/access/module.ts';
import { crm } from './modules/crm/module.ts';
import { media } from './modules/media/module.ts';
import { properties } from './modules/properties/module.ts';
import { redirects } from './modules/redirects/module.ts';
import { search } from './modules/search/module.ts';
import { webhooks } from './modules/webhooks/module.ts';

export function createModules(kernel: Kernel) {
  const accessModule = access(kernel);
  const crmModule = crm(kernel);
  const mediaModule = media(kernel, { usageOf: async () => [] });
  const propertiesModule = properties(kernel);
  const redirectsModule = redirects(kernel, propertiesModule.directory);
  const modules: Module[] = [
    accessModule,
    crmModule,
    mediaModule,
    propertiesModule,
    redirectsModule,
    webhooks(kernel),
    search(kernel, crmModule.describe),
  ];
  return { modules, identify: accessModule.identify, serveSite: redirectsModule.serveSite };
}
