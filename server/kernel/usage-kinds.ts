/** The kinds of usage that have a quota, and the unit of each. */
export const USAGE = {
  files: { unit: 'bytes', remedy: 'Delete unused files' },
  imports: { unit: 'bytes', remedy: 'Wait until an import is over, or cancel one' },
  answers: {
    unit: 'bytes',
    remedy:
      'Stored answers expire after 24 hours. Until then, send large requests without an Idempotency-Key',
  },
  entries: { unit: 'rows', remedy: 'Delete entries and empty the bin' },
  redirects: { unit: 'rows', remedy: 'Delete unused redirects' },
  customers: { unit: 'rows', remedy: 'Merge duplicates into the customers they belong to' },
  orders: { unit: 'rows', remedy: '' },
} as const;
export type UsageKind = keyof typeof USAGE;
export const USAGE_KINDS = Object.keys(USAGE) as UsageKind[];

/** Null: no limit. */
export type Quotas = Record<UsageKind, number | null>;
