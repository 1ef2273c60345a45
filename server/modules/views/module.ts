/** Views: the filters, sort and columns of a list under a name, which everybody on the staff of a tenant shares. */
import type { Kernel, Module } from '#kernel/module.ts';
import { viewRoutes } from './views.routes.ts';

export function views({ clock }: Kernel): Module {
  return { name: 'views', routes: (app) => viewRoutes(app, clock) };
}
