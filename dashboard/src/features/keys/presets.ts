/** Choices of scopes that suit an assistant. */
import { ALL_SCOPES, type Scope } from './scopes.ts';

export const PRESETS: { name: string; meaning: string; scopes: Scope[] }[] = [
  {
    name: 'Read only',
    meaning: 'Answers questions about everything, and changes nothing.',
    // Part of read:content.
    scopes: ALL_SCOPES.filter((scope) => scope.startsWith('read:') && scope !== 'read:published'),
  },
  {
    name: 'Orders',
    meaning: 'Finds, places and changes orders and customers.',
    scopes: ['read:crm', 'write:crm'],
  },
  {
    name: 'Content',
    meaning: 'Writes and publishes entries, with their pictures and redirects.',
    scopes: [
      ...(['read:content', 'write:content', 'read:media', 'write:media'] as const),
      ...(['read:redirects', 'write:redirects', 'read:properties'] as const),
    ],
  },
];

export const presetOf = (scopes: Scope[]) =>
  PRESETS.find((preset) => preset.scopes.toSorted().join() === scopes.toSorted().join());
