import { Anchor, Button, Code, Group, Select, Text, TextInput } from '@mantine/core';
import { IconHistory, IconX } from '@tabler/icons-react';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { endOf, startOf } from '../../ui/days.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { absoluteTime, When } from '../../ui/when.tsx';
import { ACTIONS, inPlainWords } from './actions.ts';
import { Chain } from './chain.tsx';
import { type Entry, EntryDetails } from './entry-details.tsx';

const show = (entry: Entry) => openDialog(`Entry ${entry.id}`, () => <EntryDetails entry={entry} />, 'lg');

export default function AuditLog() {
  const [filters, filter] = useFilters('action', 'actorId', 'subjectId', 'from', 'to');
  const { from, to, ...exact } = filters;
  const entries = useList('listAuditLog', { query: { ...exact, since: startOf(from), until: endOf(to) } });
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () =>
    filter({ action: undefined, actorId: undefined, subjectId: undefined, from: undefined, to: undefined });
  return (
    <Page
      title="Audit log"
      description="Who changed what in this tenant. Entries cannot be edited or deleted; each is sealed by the one after."
    >
      <Chain />
      <Group align="flex-end" gap="sm">
        <Select
          label="Action"
          placeholder="All"
          clearable
          searchable
          data={ACTIONS.map((action) => ({ value: action, label: inPlainWords(action) }))}
          value={filters.action ?? null}
          onChange={(action) => filter({ action: action ?? undefined })}
        />
        <TextInput
          label="From"
          type="date"
          value={from ?? ''}
          onChange={(event) => filter({ from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={to ?? ''}
          onChange={(event) => filter({ to: event.currentTarget.value })}
        />
        {isFiltered && (
          <Button variant="subtle" leftSection={<IconX size={14} />} onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      <DataList
        label="Audit log"
        list={entries}
        rowKey={(entry) => entry.id}
        columns={columns((actorId) => filter({ actorId }))}
        empty={
          <EmptyState icon={IconHistory} title={isFiltered ? 'Nothing matches' : 'Nothing has happened yet'}>
            {isFiltered
              ? 'Widen the time or clear the filters.'
              : 'Changes to keys, staff and webhooks appear here.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns = (byActor: (id: string) => void): Column<Entry>[] => [
  {
    header: 'What',
    render: (entry) => (
      <Anchor component="button" type="button" ta="left" onClick={() => show(entry)}>
        {inPlainWords(entry.action)}
      </Anchor>
    ),
  },
  {
    header: 'Who',
    render: ({ actor }) =>
      actor.id === null ? (
        actor.name
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          onClick={() => byActor(actor.id!)}
          aria-label={`${actor.name}: only this one`}
        >
          {actor.name}
        </Anchor>
      ),
  },
  {
    header: 'Subject',
    from: 'md',
    render: ({ subject }) => (
      <Text size="sm" c="dimmed">
        {subject.type.replaceAll('_', ' ')} <Code>{subject.id.slice(0, 8)}</Code>
      </Text>
    ),
  },
  {
    header: 'When',
    align: 'right',
    render: (entry) => (
      <>
        <When at={entry.at} />
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {absoluteTime(new Date(entry.at))}
        </Text>
      </>
    ),
  },
];
