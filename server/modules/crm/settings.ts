import { type Env, integer } from '#kernel/setting.ts';
import type { UsageKind } from '#kernel/usage-kinds.ts';

export type CrmSettings = {
  /** The largest file that an import accepts. */
  importMaxBytes: number;
};

export function readCrmSettings(env: Env): CrmSettings {
  return { importMaxBytes: integer(env, 'IMPORT_MAX_MIB', 256, 1, 100_000) * 1024 * 1024 };
}

export const IMPORTS = {
  name: 'imports',
  unit: 'bytes',
  remedy: 'Wait until an import is over, or cancel one',
  quota: { setting: 'QUOTA_IMPORTS_MIB', default: 2_048 },
} as const satisfies UsageKind;

export const CUSTOMERS = {
  name: 'customers',
  unit: 'rows',
  remedy: 'Merge duplicates into the customers they belong to',
  quota: { setting: 'QUOTA_CUSTOMERS', default: 0 },
} as const satisfies UsageKind;

/** Orders are counted, but not limited. */
export const ORDERS = { name: 'orders', unit: 'rows', remedy: '' } as const satisfies UsageKind;
