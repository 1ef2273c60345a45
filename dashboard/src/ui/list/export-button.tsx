import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { OperationName } from '../../api.ts';
import { formatNumber } from '../formats.ts';
import type { ListFile } from './list-file.ts';

const MOST_ROWS = 10_000;

/** Saves the rows of a list with its filters as CSV; the API has no file of these records. */
export function ExportButton<Name extends OperationName>(props: ListFile<Name>) {
  const [isReading, setReading] = useState(false);
  const save = async () => {
    setReading(true);
    const { saveWholeList } = await import('./list-file.ts');
    await saveWholeList(props, MOST_ROWS);
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
