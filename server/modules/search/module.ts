/** Search: one box that finds customers, orders, entries, media, redirects and properties. */
import type { Kernel, Module } from '#kernel/module.ts';
import { searchEvents } from './search.events.ts';
import { searchRoutes } from './search.routes.ts';
import type { Describe, FindHidden } from './search.ts';
import { indexEntities } from './search-index.sql.ts';

/** `describe` returns the current state of entities that are not indexed by events. */
export function search(_kernel: Kernel, describe: Describe, findHiddenEntries: FindHidden): Module {
  return {
    name: 'search',
    events: searchEvents,
    routes: (app) => searchRoutes(app, describe, findHiddenEntries),
    consumers: [{ name: 'search', types: new Set(['search.entity.changed']), consume: indexEntities }],
  };
}
