import { Stack, Text, Title } from '@mantine/core';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { isOver, outcomeOf, Started, State } from './import-state.tsx';
import type { Import, Kind } from './kind.ts';

/** Lists earlier imports and dry runs. */
export function ImportList({ kind }: { kind: Kind }) {
  const imports = kind.useAll();
  if (imports.isPending || imports.rows.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Earlier imports">
      <Title order={2} size="h4">
        Earlier
      </Title>
      <DataList
        isPart
        label="Imports"
        list={imports}
        rowKey={(one) => one.id}
        to={(one) => `${kind.path}/${one.id}`}
        columns={columnsOf(kind)}
        empty={null}
      />
    </Stack>
  );
}

const columnsOf = (kind: Kind): Column<Import>[] => [
  {
    header: 'File',
    render: (one) => (
      <>
        <LongName>{one.fileName ?? 'A file without a name'}</LongName>
        <Text size="sm" c="dimmed" fw={400}>
          <Started of={one} />
        </Text>
        <Text size="sm" c="dimmed" fw={400} hiddenFrom="sm">
          {isOver(one) && (one.reason ?? outcomeOf(kind, one))}
        </Text>
      </>
    ),
  },
  { header: 'State', render: (one) => <State of={one} /> },
  {
    header: 'Outcome',
    from: 'sm',
    render: (one) => (
      <Text size="sm" c="dimmed">
        {isOver(one) ? (one.reason ?? outcomeOf(kind, one)) : '–'}
      </Text>
    ),
  },
];
