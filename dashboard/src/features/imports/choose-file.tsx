import '@mantine/dropzone/styles.layer.css';
import { Group, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Kind } from './kind.ts';

const ACCEPTED = {
  'text/csv': ['.csv', '.tsv', '.txt'],
  'text/plain': ['.csv', '.tsv', '.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.ms-excel': ['.csv'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
};

export function ChooseFile({ kind, choose }: { kind: Kind; choose: (file: File) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const reject = ([first]: FileRejection[]) =>
    setProblem(
      `${first?.file.name ?? 'This'} is no CSV or NDJSON file. Save a spreadsheet as CSV, then drop it here.`,
    );
  return (
    <Panel title="Choose a file">
      <Dropzone
        onDrop={([file]) => file && choose(file)}
        onReject={reject}
        accept={ACCEPTED}
        multiple={false}
        useFsAccessApi={false}
        inputProps={{ 'aria-label': 'File' }}
        p="xl"
      >
        <Group justify="center" gap="md" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Stack gap={2}>
            <Text fw={500}>Drop a CSV or NDJSON file here, or choose one</Text>
            <Text size="sm" c="dimmed">
              Columns may have any names; you match them in the next step.
            </Text>
          </Stack>
        </Group>
      </Dropzone>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {kind.example.words}
      </Text>
      <CodeBlock label="an example" code={kind.example.code} />
    </Panel>
  );
}
