import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Input } from '../../../../sdk/client.ts';
import type { Item, OperationName } from '../../api.ts';
import { formatNumber } from '../formats.ts';
import type { ListPage } from '../live-rows.ts';
import { saveFile } from '../save-file.ts';
import { readPage } from '../use-data.ts';
import type { Column } from './column.ts';

const MOST_ROWS = 10_000;

/** Saves the rows of a list with its filters as CSV, read page by page; the API has no file of these records. */
export function ExportButton<Name extends OperationName>(props: {
  file: string;
  name: Name;
  input: Input<Name>;
  columns: Column<Item<Name>>[];
}) {
  const [isReading, setReading] = useState(false);
  const read = async () => {
    const rows: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: ListPage = await readPage(props.name, props.input, cursor, 100);
      rows.push(...page.data);
      cursor = page.pagination.hasMore ? page.pagination.nextCursor : null;
    } while (cursor !== null && rows.length < MOST_ROWS);
    const { rowsFile } = await import('./rows-file.ts');
    return new Response(rowsFile(props.columns, rows.slice(0, MOST_ROWS) as Item<Name>[]));
  };
  const save = async () => {
    setReading(true);
    await saveFile(props.file, read);
    setReading(false);
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={isReading}
      title={`As CSV, ${formatNumber(MOST_ROWS)} rows at most`}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}
