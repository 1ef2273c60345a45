import type { UsageKind } from '#kernel/usage-kinds.ts';

export const PRODUCTS = {
  name: 'products',
  unit: 'rows',
  remedy: 'Delete products that are no longer sold',
  quota: { setting: 'QUOTA_PRODUCTS', default: 1_000_000 },
} as const satisfies UsageKind;
