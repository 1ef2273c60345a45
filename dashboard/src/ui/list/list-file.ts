/** A list with its filters as a file of CSV, read page by page. Loaded when someone asks for one. */
import type { Input } from '../../../../sdk/client.ts';
import type { Item, OperationName } from '../../api.ts';
import type { ListPage } from '../live-rows.ts';
import { saveFile } from '../save-file.ts';
import { readPage } from '../use-data.ts';
import type { Column } from './column.ts';
import { rowsFile } from './rows-file.ts';

export type ListFile<Name extends OperationName> = {
  file: string;
  name: Name;
  input: Input<Name>;
  columns: Column<Item<Name>>[];
};

export async function saveWholeList<Name extends OperationName>(
  { file, name, input, columns }: ListFile<Name>,
  mostRows: number,
): Promise<void> {
  await saveFile(file, async () => {
    const rows: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: ListPage = await readPage(name, input, cursor, 100);
      rows.push(...page.data);
      cursor = page.pagination.hasMore ? page.pagination.nextCursor : null;
    } while (cursor !== null && rows.length < mostRows);
    return new Response(rowsFile(columns, rows.slice(0, mostRows) as Item<Name>[]));
  });
}
