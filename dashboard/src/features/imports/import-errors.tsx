import { Button, Group, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { saveFile } from '../../ui/save-file.ts';
import classes from '../../ui/ui.module.css';
import type { Import, Kind } from './kind.ts';

type RowError = { row: number; field: string | null; code: string; message: string };

/** The most rows with errors that are read; those with one cause share a line. */
const READ = 1_000;

/** Reads only the errors that are summed up, then cancels the rest of the answer. */
async function readFirst({ errors }: Kind, id: string, signal: AbortSignal): Promise<RowError[]> {
  const response = await errors(id, 'ndjson', signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let lines = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += piece.value;
    lines += piece.value.split('\n').length - 1;
    if (lines > READ) break;
  }
  await reader.cancel();
  const whole = text.split('\n').slice(0, -1);
  return whole.slice(0, READ).map((line) => JSON.parse(line));
}

type Cause = { key: string; field: string | null; messages: string[]; rows: number[] };

/** The errors of one field and one kind, in the order of the file: forty rows with one slip are one thing to mend. */
export function causesOf(errors: RowError[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { row, field, code, message } of errors) {
    const key = `${field} ${code}`;
    const cause = causes.get(key) ?? { key, field, messages: [], rows: [] };
    cause.rows.push(row);
    const words = inWordsOfTheForm(message);
    if (!cause.messages.includes(words)) cause.messages.push(words);
    causes.set(key, cause);
  }
  return [...causes.values()];
}

/** A parameter of the API is a box of the form here. */
const inWordsOfTheForm = (message: string) =>
  message.replace(
    'with createCustomers=true one is made',
    'with “Create customers that are not known yet” one is made',
  );

const EXAMPLES = 3;
const ROWS_NAMED = 12;

function rowsInWords(rows: number[]): string {
  const named = rows
    .slice(0, ROWS_NAMED)
    .map((row) => formatNumber(row))
    .join(', ');
  return rows.length > ROWS_NAMED ? `${named} and ${formatNumber(rows.length - ROWS_NAMED)} more` : named;
}

export function ImportErrors({ kind, of }: { kind: Kind; of: Import }) {
  const errors = useQuery({
    queryKey: ['import errors', of.id, of.errorsKept],
    queryFn: ({ signal }) => readFirst(kind, of.id, signal),
    enabled: of.errorsKept > 0,
  });
  if (of.errorsKept === 0) return null;
  const save = () => void saveFile('import-errors.csv', () => kind.errors(of.id, 'csv'));
  return (
    <section aria-label="Errors">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          What is wrong
        </Title>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
          Download as CSV
        </Button>
      </Group>
      {errors.error && <ErrorNotice error={errors.error} retry={() => void errors.refetch()} />}
      <Table
        verticalSpacing="xs"
        aria-label="Errors"
        className={classes.inCard}
        style={{ overflowWrap: 'anywhere' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="28%">Rows</Table.Th>
            <Table.Th visibleFrom="xs">Field</Table.Th>
            <Table.Th>Problem</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {causesOf(errors.data ?? []).map((cause) => (
            <CauseRow key={cause.key} cause={cause} />
          ))}
        </Table.Tbody>
      </Table>
      {of.errorsKept > READ && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {formatNumber(READ)} of {formatNumber(of.errorsKept)}; the file has all of them.
        </Text>
      )}
    </section>
  );
}

function CauseRow({ cause: { field, messages, rows } }: { cause: Cause }) {
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        {rows.length > 1 && <Text size="sm">{formatNumber(rows.length)} rows</Text>}
        <Text size={rows.length > 1 ? 'xs' : 'sm'} c={rows.length > 1 ? 'dimmed' : undefined}>
          {rowsInWords(rows)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs" miw={130}>
        {field ?? '–'}
      </Table.Td>
      <Table.Td>
        <Text size="sm" fw={500} hiddenFrom="xs">
          {field}
        </Text>
        {messages.slice(0, EXAMPLES).map((message) => (
          <div key={message}>{message}</div>
        ))}
        {messages.length > EXAMPLES && (
          <Text size="sm" c="dimmed">
            and {formatNumber(messages.length - EXAMPLES)} more like these
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
