import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { readNumber } from '../../ui/number-field.tsx';
import type { Counts } from './count-rows.tsx';
import { onHandAt } from './stock-state.tsx';

const MOST_ROWS = 500;

/** Takes rows of a spreadsheet with a SKU and a count, and gives them to the count sheet. */
export const openPaste = (locationId: string, take: (counts: Counts) => void) =>
  openDialog('Paste from a sheet', (close) => <Paste locationId={locationId} take={take} close={close} />);

type Row = { sku: string; count: number | string };

/** The last cell of a row is its count; a heading is left out. */
export function readRows(text: string): Row[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;/).map((cell) => cell.trim()))
    .filter((cells) => cells.length > 1 && cells[0] !== '')
    .map((cells) => ({ sku: cells[0]!, count: readNumber(cells.at(-1)!) }))
    .filter(({ count }, index) => index > 0 || typeof count === 'number');
}

function problemWith(rows: Row[]): string | null {
  const wrong = rows.find(({ count }) => typeof count !== 'number' || count < 0 || !Number.isInteger(count));
  if (wrong !== undefined) return `The count of ${wrong.sku} is “${wrong.count}”, which is no whole number.`;
  if (rows.length > MOST_ROWS) return `At most ${MOST_ROWS} rows at once.`;
  return null;
}

function Paste(props: { locationId: string; take: (counts: Counts) => void; close: () => void }) {
  const { locationId, take, close } = props;
  const [text, setText] = useState('');
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [unknown, setUnknown] = useState<string[]>([]);
  const rows = readRows(text);
  const problem = problemWith(rows);
  const go = async () => {
    setReading(true);
    setFailure(null);
    try {
      const known = await Promise.all(rows.map(({ sku }) => find(sku)));
      const missing = rows.filter((_, index) => known[index] === undefined).map(({ sku }) => sku);
      setUnknown(missing);
      if (missing.length > 0) return;
      take(
        Object.fromEntries(
          rows.map(({ sku, count }, index) => [sku, { count, seen: onHandAt(known[index]!, locationId) }]),
        ),
      );
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <Stack>
      <Textarea
        label="Rows with a SKU and a count"
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
          {rows.length === 0 ? 'Use counts' : `Use ${rows.length} ${rows.length === 1 ? 'count' : 'counts'}`}
        </Button>
      </Group>
    </Stack>
  );
}

const find = async (sku: string) => (await api.listItems({ query: { sku, limit: 1 } })).data[0];
