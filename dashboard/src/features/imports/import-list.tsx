import { Stack, Text, Title } from '@mantine/core';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { useList } from '../../ui/use-data.ts';
import { absoluteTime } from '../../ui/when.tsx';
import { type Import, isOver, outcomeOf, State } from './import-state.tsx';

/** Lists earlier imports and dry runs. */
export function ImportList() {
  const imports = useList('listImports');
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
        to={(one) => `/imports/${one.id}`}
        columns={COLUMNS}
        empty={null}
      />
    </Stack>
  );
}

const COLUMNS: Column<Import>[] = [
  { header: 'When', render: (one) => absoluteTime(new Date(one.createdAt)) },
  { header: 'State', render: (one) => <State of={one} /> },
  {
    header: 'Outcome',
    from: 'sm',
    render: (one) => (
      <Text size="sm" c="dimmed">
        {isOver(one) ? (one.reason ?? outcomeOf(one)) : '–'}
      </Text>
    ),
  },
];
