/** Rows of a list as a file of CSV, with a column for each that has a text. */
import { csvLine } from '#shared/csv-line.ts';
import { saveFile } from '../save-file.ts';
import type { Column } from './column.ts';

export function saveRows<Row>(name: string, columns: Column<Row>[], rows: Row[]): void {
  void saveFile(name, async () => new Response(rowsFile(columns, rows)));
}

export function rowsFile<Row>(columns: Column<Row>[], rows: Row[]): string {
  const written = columns.filter(({ text }) => text !== undefined);
  const lines = [
    written.map(({ header }) => header),
    ...rows.map((row) => written.map(({ text }) => text!(row))),
  ];
  return lines.map(csvLine).join('');
}
