/** Uploads a file of orders with the options for reading it. */
import { api } from '../../api.ts';
import type { Decimal, Delimiter } from './file-head.ts';

export type Wish = {
  file: File;
  format: 'csv' | 'ndjson';
  delimiter: Delimiter;
  decimal: Decimal;
  /** JSON: field of an order → column. */
  mapping: string;
  createCustomers: boolean;
  currency: string;
  errorPolicy: 'reject_failed' | 'reject_all';
};

export function send({ file, format, mapping, ...wish }: Wish, { dryRun }: { dryRun: boolean }) {
  return api.createImport({
    query: { ...wish, ...(format === 'csv' && { mapping }), ...(dryRun && { dryRun }) },
    contentType: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    // A slice has no type, so that the media type of the operating system does not override `contentType`.
    body: file.slice(),
  });
}
