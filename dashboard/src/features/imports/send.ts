/** A file on its way to the server, with how it is to be read. */
import { api } from '../../api.ts';
import type { Delimiter } from './file-head.ts';

export type Wish = {
  file: File;
  format: 'csv' | 'ndjson';
  delimiter: Delimiter;
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
    // Under a type of its own: what the operating system takes the file for does not count.
    body: file.slice(),
  });
}
