/** The table of contents: every business module, in the order it is set up. */
import type { Kernel, Module } from '#kernel/module.ts';
import { access } from './modules/access/module.ts';
import { content } from './modules/content/module.ts';
import { crm } from './modules/crm/module.ts';
import { redirects } from './modules/redirects/module.ts';
import { webhooks } from './modules/webhooks/module.ts';

export function createModules(kernel: Kernel) {
  const accessModule = access(kernel);
  const modules: Module[] = [accessModule, crm(kernel), content(kernel), redirects(kernel), webhooks(kernel)];
  return { modules, identify: accessModule.identify };
}
