import '@mantine/dropzone/styles.layer.css';
import { Code, Group, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';

const ACCEPTED = {
  'text/csv': ['.csv', '.tsv', '.txt'],
  'text/plain': ['.csv', '.tsv', '.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.ms-excel': ['.csv'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
};

const EXAMPLE = `orderNumber,customerEmail,sku,name,quantity,unitPrice,currency
A-1,ada@example.com,MUG-1,Blue mug,2,12.50,EUR
A-1,ada@example.com,TEA-7,Green tea,1,8.00,EUR`;

export function ChooseFile({ choose }: { choose: (file: File) => void }) {
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
        Rows with the same <Code>orderNumber</Code> become one order. This file makes one order with two
        lines:
      </Text>
      <CodeBlock label="an example" code={EXAMPLE} />
    </Panel>
  );
}
