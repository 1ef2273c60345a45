import { Code, Stack } from '@mantine/core';
import type { Item } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Facts } from '../../ui/panel.tsx';
import { absoluteTime } from '../../ui/when.tsx';
import { inPlainWords } from './actions.ts';

export type Entry = Item<'listAuditLog'>;

export function EntryDetails({ entry }: { entry: Entry }) {
  return (
    <Stack>
      <Facts
        facts={[
          ['What', inPlainWords(entry.action)],
          ['Who', `${entry.actor.name} (${entry.actor.type.replaceAll('_', ' ')})`],
          ['When', absoluteTime(new Date(entry.at))],
          ['Subject', <Code key="subject">{entry.subject.id}</Code>],
        ]}
      />
      <CodeBlock label="Details" code={JSON.stringify(entry.details, null, 2)} />
    </Stack>
  );
}
