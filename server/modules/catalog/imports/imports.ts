/** Imports: uploaded files of products, processed in the background. */
import type { Decimal, Delimiter, Mapping } from '#kernel/files/csv-options.ts';
import { type ImportRow, type ImportTables, presentProgress } from '#kernel/imports/record.ts';
import type { Existing } from './applying.ts';

/** An import of a program before the options of CSV has none of them. */
export type ImportOptions = {
  existing: Existing;
  currency: string | null;
  delimiter?: Delimiter;
  decimal?: Decimal;
  mapping?: Mapping;
};

export type Counts = Record<'created' | 'updated' | 'unchanged' | 'failed' | 'variants', bigint>;

export const TABLES: ImportTables<Counts> = {
  imports: 'catalog_imports',
  chunks: 'catalog_import_chunks',
  errors: 'catalog_import_errors',
  columns: ['created', 'updated', 'unchanged', 'failed', 'variants'],
  counts: ['created', 'updated', 'unchanged', 'variants'],
  failures: 'failures',
  failed: 'failed',
  noun: 'product',
  mostOpen: 10,
};

export function presentImport(row: ImportRow & Counts) {
  const { existing, currency } = JSON.parse(row.options) as ImportOptions;
  return {
    ...presentProgress(row),
    existing,
    currency,
    rows: Number(row.rows_done),
    products: {
      created: Number(row.created),
      updated: Number(row.updated),
      unchanged: Number(row.unchanged),
      failed: Number(row.failed),
    },
    variants: Number(row.variants),
  };
}
