/** Imports: uploaded files of orders, processed in the background. */
import type { Decimal, Delimiter, Mapping } from '#kernel/files/csv-options.ts';
import { type ImportRow, type ImportTables, presentProgress } from '#kernel/imports/record.ts';
import type { PlaceOrder } from '../orders/fields.ts';

/** How to read the file; stored with the import as JSON. */
export type ImportOptions = {
  delimiter: Delimiter;
  mapping: Mapping;
  createCustomers: boolean;
  channel: NonNullable<PlaceOrder['channel']>;
  currency: string | null;
  decimal?: Decimal;
  /** The time zone of times without one: that of the tenant. */
  timeZone?: string;
  /** The author of the upload, as JSON. */
  by: string;
};

export type Own = Record<'rows_failed' | 'orders_placed' | 'orders_failed', bigint> & {
  behind_stray_row: boolean;
};

export const TABLES: ImportTables<Own> = {
  imports: 'imports',
  chunks: 'import_chunks',
  errors: 'import_errors',
  ofFile: ['import_numbers'],
  columns: ['rows_failed', 'orders_placed', 'orders_failed', 'behind_stray_row'],
  counts: ['orders_placed'],
  failures: 'stumbles',
  failed: 'orders_failed',
  noun: 'order',
  mostOpen: 20,
};

export function presentImport(row: ImportRow & Own) {
  const { createCustomers, channel, currency } = JSON.parse(row.options) as ImportOptions;
  return {
    ...presentProgress(row),
    createCustomers,
    channel,
    currency,
    rows: {
      total: row.status === 'finished' ? Number(row.rows_done) : null,
      done: Number(row.rows_done),
      failed: Number(row.rows_failed),
    },
    orders: { placed: Number(row.orders_placed), failed: Number(row.orders_failed) },
  };
}
