import { Button, Code, Stack, Text } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { Data } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { durationInWords } from '../../ui/duration.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { absoluteTime } from '../../ui/when.tsx';
import { HttpStatus, KeyLink } from './request-columns.tsx';

type Request = Data<'getRequest'>;

export default function RequestScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const request = useData('getRequest', { path: { id } });
  const { data } = request;
  return (
    <Page
      title={data === undefined ? 'Request' : `${data.method} ${data.route ?? data.path}`}
      back={{ to: '/developers/requests', label: 'Request log' }}
      actions={
        data?.docsUrl && (
          <Button
            component="a"
            href={data.docsUrl}
            target="_blank"
            variant="default"
            leftSection={<IconBook size={16} />}
          >
            Documentation
          </Button>
        )
      }
    >
      <Loaded query={request}>
        {(data) => (
          <Stack>
            <Panel title="Request">
              <Facts facts={factsOf(data)} />
              <CodeBlock label="Path" code={data.query === null ? data.path : `${data.path}?${data.query}`} />
            </Panel>
            {data.status >= 400 ? <Failure request={data} /> : <Success />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const factsOf = (request: Request): Parameters<typeof Facts>[0]['facts'] => [
  ['Status', <HttpStatus key="s" request={request} />],
  ['Time taken', durationInWords(request.durationMs / 1000)],
  ['When', absoluteTime(new Date(request.at))],
  ['Key', <KeyLink key="k" of={request} />],
  ['Request id', <Code key="i">{request.requestId}</Code>],
];

function Failure({ request: { answer, body } }: { request: Request }) {
  return (
    <>
      <Panel title="Answer">
        <CodeBlock label="Answer" code={pretty(answer) ?? 'None was recorded.'} />
      </Panel>
      <Panel title="Body" description="At most 4 KiB, without passwords, tokens and keys.">
        <CodeBlock label="Body" code={pretty(body) ?? 'No JSON was read.'} />
      </Panel>
    </>
  );
}

const Success = () => (
  <Text c="dimmed" size="sm">
    It succeeded, so neither its body nor its answer was kept.
  </Text>
);

/** Indented, if it is whole; as it is otherwise. */
function pretty(text: string | null): string | null {
  if (text === null) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
