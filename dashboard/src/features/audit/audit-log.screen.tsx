import { Anchor, Box, Code, Select, Stack, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { endOf, startOf } from '../../ui/days.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { absoluteTime, When } from '../../ui/when.tsx';
import { ACTIONS, inPlainWords, subjectInWords } from './actions.ts';
import { Chain } from './chain.tsx';
import { type Entry, EntryDetails } from './entry-details.tsx';
import { SubjectName } from './subject.tsx';

const show = (entry: Entry) => openDialog(`Entry ${entry.id}`, () => <EntryDetails entry={entry} />, 'lg');

export default function AuditLog() {
  const [filters, filter] = useFilters('action', 'actorId', 'subjectId', 'from', 'to');
  const { from, to, ...exact } = filters;
  const input = { query: { ...exact, since: startOf(from), until: endOf(to) } };
  const entries = useList('listAuditLog', input, { refetchInterval: LIVE });
  const isFiltered = Object.keys(filters).length > 0;
  const all = useMemo(() => columns((actorId) => filter({ actorId })), [filter]);
  return (
    <Page
      title="Audit log"
      isWide
      description="Who changed what in this tenant. Entries cannot be edited or deleted; each is sealed by the one after."
    >
      <Chain />
      <FilterBar fields={FILTERS} filters={filters} change={filter} />
      <DataList
        label="Audit log"
        list={entries}
        rowKey={(entry) => entry.id}
        open={show}
        columns={all}
        nouns={['entry', 'entries']}
        tools={<ExportButton file="audit-log.csv" name="listAuditLog" input={input} columns={all} />}
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

const DAYS = { from: 'From', to: 'Until' };

const FILTERS: FilterField<'action' | 'actorId' | 'subjectId' | 'from' | 'to'>[] = [
  {
    label: 'Action',
    names: ['action'],
    inWords: ({ action }) => action && inPlainWords(action),
    control: ({ action }, change) => (
      <Select
        label="Action"
        placeholder="All"
        clearable
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        data={ACTIONS.map((each) => ({ value: each, label: inPlainWords(each) }))}
        value={action ?? null}
        onChange={(chosen) => change({ action: chosen ?? undefined })}
      />
    ),
  },
  {
    label: 'Person',
    names: ['actorId'],
    inWords: ({ actorId }) => actorId && <PersonName id={actorId} />,
    control: ({ actorId }, change) => <PersonSelect id={actorId} change={(id) => change({ actorId: id })} />,
  },
  {
    label: 'Time',
    names: ['from', 'to'],
    inWords: ({ from, to }) => [from ?? '…', to ?? '…'].join(' – '),
    control: (filters, change) => (
      <Stack gap="xs">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            label={DAYS[name]}
            type="date"
            value={filters[name] ?? ''}
            onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
      </Stack>
    ),
  },
  {
    label: 'Record',
    names: ['subjectId'],
    inWords: ({ subjectId }) => subjectId && `…${subjectId.slice(-6)}`,
    control: ({ subjectId }, change) => (
      <SearchInput
        label="Id of the record"
        placeholder="Its whole id"
        value={subjectId}
        onChange={(id) => change({ subjectId: id })}
      />
    ),
  },
];

function PersonSelect({ id, change }: { id: string | undefined; change: (id: string | undefined) => void }) {
  const { rows } = useList('listStaff', { query: { limit: 100 } });
  return (
    <Select
      label="Person"
      placeholder="Everybody"
      clearable
      searchable
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      data={rows.map((member) => ({ value: member.id, label: member.name }))}
      value={id ?? null}
      onChange={(chosen) => change(chosen ?? undefined)}
    />
  );
}

function PersonName({ id }: { id: string }) {
  const { rows } = useList('listStaff', { query: { limit: 100 } });
  return <bdi>{rows.find((member) => member.id === id)?.name ?? `…${id.slice(-6)}`}</bdi>;
}

const columns = (byActor: (id: string) => void): Column<Entry>[] => [
  {
    header: 'What',
    text: (entry) => inPlainWords(entry.action),
    render: (entry) => inPlainWords(entry.action),
  },
  {
    header: 'Who',
    text: ({ actor }) => actor.name,
    render: ({ actor }) =>
      actor.id === null ? (
        <bdi>{actor.name}</bdi>
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          size="sm"
          pos="relative"
          miw={72}
          ta="left"
          onClick={() => byActor(actor.id!)}
          aria-label={`${actor.name}: only this one`}
        >
          <bdi>{actor.name}</bdi>
        </Anchor>
      ),
  },
  {
    header: 'Subject',
    from: 'sm',
    text: subjectInWords,
    render: (entry) => <SubjectName entry={entry} />,
  },
  {
    header: 'Id',
    isOptional: true,
    text: ({ subject }) => subject.id,
    render: ({ subject }) => <Code>{subject.id}</Code>,
  },
  {
    header: 'When',
    align: 'right',
    text: (entry) => entry.at,
    render: (entry) => (
      <>
        <Box hiddenFrom="sm">
          <When at={entry.at} />
        </Box>
        <Box visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
          {absoluteTime(new Date(entry.at))}
        </Box>
      </>
    ),
  },
];
