/** Redirects: where a moved page went. */
import type { Kernel, Module } from '#kernel/module.ts';
import { redirectEvents } from './redirects.events.ts';
import { redirectRoutes } from './redirects.routes.ts';

export function redirects({ clock }: Kernel): Module {
  return {
    name: 'redirects',
    gate: 'redirects',
    events: redirectEvents,
    routes: (app) => redirectRoutes(app, clock),
  };
}
