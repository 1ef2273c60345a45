import type { Item } from '../../api.ts';

export type Scope = Item<'listApiKeys'>['scopes'][number];

/** Every scope, grouped for the form; the type rejects a misspelt one. */
export const SCOPE_GROUPS: { name: string; scopes: { scope: Scope; meaning: string }[] }[] = [
  {
    name: 'Orders and customers',
    scopes: [
      { scope: 'read:crm', meaning: 'See them' },
      { scope: 'write:crm', meaning: 'Create and change them' },
      { scope: 'write:crm_bulk', meaning: 'Import many at once' },
    ],
  },
  {
    name: 'Content',
    scopes: [
      { scope: 'read:content', meaning: 'See types and entries' },
      { scope: 'write:content', meaning: 'Write and publish' },
    ],
  },
  {
    name: 'Media',
    scopes: [
      { scope: 'read:media', meaning: 'See files' },
      { scope: 'write:media', meaning: 'Upload and change files' },
    ],
  },
  {
    name: 'Redirects',
    scopes: [
      { scope: 'read:redirects', meaning: 'See them' },
      { scope: 'write:redirects', meaning: 'Add and remove them' },
    ],
  },
  {
    name: 'Events',
    scopes: [
      { scope: 'read:webhooks', meaning: 'Pull the event feed' },
      { scope: 'write:webhooks', meaning: 'Reserved' },
    ],
  },
];
