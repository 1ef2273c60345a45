import type { UsageKind } from '#kernel/usage-kinds.ts';

export const ITEMS = {
  name: 'items',
  unit: 'rows',
  remedy: 'Delete variants that never had stock, and their items go with them',
  quota: { setting: 'QUOTA_ITEMS', default: 5_000_000 },
} as const satisfies UsageKind;
