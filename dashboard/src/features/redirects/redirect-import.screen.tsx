import '@mantine/dropzone/styles.layer.css';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { ImportResult } from './import-result.tsx';
import { PropertySelect } from './property-select.tsx';

type Existing = 'refuse' | 'skip' | 'replace';

const EXAMPLE = `from,to,statusCode,match
/old-shop,/shop,301,prefix
/sale,https://outlet.example.com,302,exact`;

const isNdjson = ({ name }: File) => /\.(ndjson|jsonl)$/i.test(name);

/** Imports a file of redirects, after a dry run. */
export default function RedirectImport() {
  const [file, setFile] = useState<File | null>(null);
  const [existing, setExisting] = useState<Existing>('skip');
  const [propertyId, setProperty] = useState<string | null>(null);
  const send = useAction(
    ({ dryRun }: { dryRun: boolean }) =>
      api.importRedirects({
        query: { existing, propertyId: propertyId ?? undefined, ...(dryRun && { dryRun }) },
        contentType: isNdjson(file!) ? 'application/x-ndjson' : 'text/csv',
        body: file!.slice(),
      }),
    { invalidates: ['listRedirects'], showsFailure: true },
  );
  const isChecked = send.variables?.dryRun === true;
  const choose = (chosen: File) => {
    send.reset();
    setFile(chosen);
  };
  return (
    <Page title="Import redirects" back={{ to: '/redirects', label: 'Redirects' }}>
      <Stack>
        <Panel title="Choose a file">
          <Dropzone
            onDrop={([chosen]) => chosen && choose(chosen)}
            multiple={false}
            useFsAccessApi={false}
            inputProps={{ 'aria-label': 'File' }}
            p="lg"
          >
            <Group justify="center" gap="sm" style={{ pointerEvents: 'none' }}>
              <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
              <Text size="sm">{file?.name ?? 'Drop a CSV or NDJSON file here, or choose one'}</Text>
            </Group>
          </Dropzone>
          {file === null && (
            <>
              <Text size="sm" c="dimmed">
                Only “from” and “to” are needed. A file that was exported here can be imported as it is.
              </Text>
              <CodeBlock label="an example" code={EXAMPLE} />
            </>
          )}
          <PropertySelect
            label="Site"
            placeholder="The default site"
            value={propertyId}
            onChange={setProperty}
          />
          <Radio.Group
            label="Paths that redirect already"
            value={existing}
            onChange={(how) => setExisting(how as Existing)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="skip" label="Leave as they are" />
              <Radio value="replace" label="Replace by those of the file" />
              <Radio value="refuse" label="Count as mistakes" />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              disabled={file === null}
              loading={send.isPending && isChecked}
              onClick={() => send.mutate({ dryRun: true })}
            >
              Check only
            </Button>
            <Button
              disabled={file === null}
              loading={send.isPending && !isChecked}
              onClick={() => send.mutate({ dryRun: false })}
            >
              Import
            </Button>
          </Group>
        </Panel>
        <ErrorNotice error={send.error} />
        {send.data && <ImportResult result={send.data.data} isChecked={isChecked} />}
      </Stack>
    </Page>
  );
}
