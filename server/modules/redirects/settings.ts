import type { UsageKind } from '#kernel/usage-kinds.ts';

export const REDIRECTS = {
  name: 'redirects',
  unit: 'rows',
  remedy: 'Delete unused redirects',
  quota: { setting: 'QUOTA_REDIRECTS', default: 1_000_000 },
} as const satisfies UsageKind;
