import type { UsageKind } from '#kernel/usage-kinds.ts';

export const ENTRIES = {
  name: 'entries',
  unit: 'rows',
  remedy: 'Delete entries and empty the bin',
  quota: { setting: 'QUOTA_ENTRIES', default: 1_000_000 },
} as const satisfies UsageKind;
