import { Button, Group, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Import, Kind } from './kind.ts';

type RowError = { row: number; field: string | null; code: string; message: string };

const SHOWN = 100;

/** Reads only the errors that are shown, then cancels the rest of the answer. */
async function readFirst({ errors }: Kind, id: string, signal: AbortSignal): Promise<RowError[]> {
  const response = await errors(id, 'ndjson', signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += piece.value;
    if (text.split('\n').length > SHOWN) break;
  }
  await reader.cancel();
  const lines = text.split('\n').filter(Boolean).slice(0, SHOWN);
  return lines.map((line) => JSON.parse(line));
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
      <Table verticalSpacing="xs" aria-label="Errors" style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={70}>Row</Table.Th>
            <Table.Th>Field</Table.Th>
            <Table.Th>Problem</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(errors.data ?? []).map((error) => (
            <Table.Tr key={`${error.row} ${error.field} ${error.code}`}>
              <Table.Td>{error.row}</Table.Td>
              <Table.Td>{error.field ?? '–'}</Table.Td>
              <Table.Td>{error.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {of.errorsKept > SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {SHOWN} of {formatNumber(of.errorsKept)}; the file has all of them.
        </Text>
      )}
    </section>
  );
}
