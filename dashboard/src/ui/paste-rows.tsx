import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { openDialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Rows<Row> = {
  label: string;
  nouns: [one: string, many: string];
  /** The rows of the pasted cells. */
  read: (cells: string[][]) => Row[];
  /** The first problem in words, or null. */
  problemWith: (rows: Row[]) => string | null;
  /** Uses the rows, or returns the SKUs that are unknown. */
  take: (rows: Row[]) => Promise<string[]>;
};

/** Takes rows that were copied from a spreadsheet, all of them or none. */
export const openPasteRows = <Row,>(rows: Rows<Row>) =>
  openDialog('Paste from a sheet', (close) => <Paste {...rows} close={close} />);

/** Cells of the lines that have two or more. */
const readCells = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;/).map((cell) => cell.trim()))
    .filter((cells) => cells.length > 1 && cells[0] !== '');

function Paste<Row>(props: Rows<Row> & { close: () => void }) {
  const { label, nouns, read, problemWith, take, close } = props;
  const [text, setText] = useState('');
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [unknown, setUnknown] = useState<string[]>([]);
  const rows = read(readCells(text));
  const problem = problemWith(rows);
  const go = async () => {
    setReading(true);
    setFailure(null);
    try {
      const missing = await take(rows);
      setUnknown(missing);
      if (missing.length === 0) close();
    } catch (error) {
      setFailure(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <Stack>
      <Textarea
        label={label}
        description="As they are copied from a spreadsheet"
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      {unknown.length > 0 && (
        <Text size="sm" c="red" role="alert">
          Not known here: <bdi>{unknown.slice(0, 10).join(', ')}</bdi>
          {unknown.length > 10 && ` and ${unknown.length - 10} more`}. Add these SKUs first.
        </Text>
      )}
      <ErrorNotice error={failure} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={isReading} disabled={rows.length === 0 || problem !== null} onClick={go}>
          {rows.length === 0 ? `Use ${nouns[1]}` : `Use ${rows.length} ${nouns[rows.length === 1 ? 0 : 1]}`}
        </Button>
      </Group>
    </Stack>
  );
}
