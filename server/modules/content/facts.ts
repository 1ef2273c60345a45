import type { ModuleFacts } from '#kernel/module.ts';
import { ENTRIES } from './settings.ts';

export const contentFacts: ModuleFacts = {
  tables: {
    worker: [
      'content_schedule',
      'content_releases',
      'content_type_changes',
      'content_locale_changes',
      'content_changes',
    ],
    auth: ['content_changes'],
    batch: ['content_locales', 'content_types', 'content_unique', 'content_published'],
  },
  // Transaction numbers of one server.
  leftOut: ['content_changes'],
  counted: [{ table: 'content_entries', kind: ENTRIES, amount: '1', key: { id: 'uuid' } }],
};
