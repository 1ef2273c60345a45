/** The documents of this program: which guides there are, in their order, and where the rest of the pages comes from. */
import { join } from 'node:path';
import { MODULES } from '#kernel/auth/actor.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { DocsSources, Guide } from '#kernel/http/docs/site.ts';
import type { Settings } from '../settings.ts';
import { guideValues } from './values.ts';

const guides = (...slugs: string[]): Guide[] =>
  slugs.map((slug) => ({ slug, file: `docs/guides/${slug}.md` }));

/** Modules that tenants switch on and off have a page each, and so have the parts that every tenant has. */
const MODULE_PAGES = [...MODULES, 'properties', 'search', 'keys-and-staff'];

const SECTIONS: DocsSources['sections'] = [
  {
    title: 'Start',
    guides: [{ slug: '', file: 'docs/guides/start.md' }, ...guides('first-order', 'authentication')],
  },
  { title: 'Webhooks', guides: guides('webhooks', 'receivers', 'events') },
  {
    title: 'Requests',
    guides: [
      ...guides('errors', 'idempotency', 'pagination', 'concurrency', 'dry-run'),
      ...guides('money', 'time', 'limits', 'versioning'),
      { slug: 'conventions', file: 'docs/api-conventions.md' },
    ],
  },
  {
    title: 'Modules',
    guides: [...guides(...MODULE_PAGES), { slug: 'storefront', file: 'docs/storefront.md' }],
  },
  {
    title: 'Operations',
    guides: [
      ...guides('backups'),
      { slug: 'runbook', file: 'docs/runbook.md' },
      { slug: 'scaling', file: 'docs/scaling.md' },
    ],
  },
];

export const docsSources = (settings: Settings, events: EventType[]): DocsSources => ({
  root: join(import.meta.dirname, '../..'),
  sections: SECTIONS,
  changelog: 'CHANGELOG.md',
  values: guideValues(settings, events),
  events,
});
