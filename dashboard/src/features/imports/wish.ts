/** A file, and how it is read and stored. */
import type { Decimal, Delimiter } from './file-head.ts';

export type Existing = 'update' | 'skip' | 'refuse';

export type Wish = {
  file: File;
  format: 'csv' | 'ndjson';
  delimiter: Delimiter;
  decimal: Decimal;
  /** JSON: field → column. */
  mapping: string;
  currency: string;
  errorPolicy: 'reject_failed' | 'reject_all';
  /** Applies to orders alone. */
  createCustomers: boolean;
  /** The treatment of products that exist. */
  existing: Existing;
};
