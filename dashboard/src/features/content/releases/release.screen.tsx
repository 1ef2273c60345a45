import { ActionIcon, Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPackage, IconPlus, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../../api.ts';
import { useRights } from '../../../session/type-rights.ts';
import { useHasRole } from '../../../session/use-session.ts';
import type { Column } from '../../../ui/data-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { counted } from '../../../ui/formats.ts';
import type { BulkAction } from '../../../ui/list/bulk-actions.tsx';
import { LongName } from '../../../ui/list/long-name.tsx';
import { asList, SortedList } from '../../../ui/list/short-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useAction, useData } from '../../../ui/use-data.ts';
import { STATUSES } from '../entry-status.tsx';
import { localeName } from '../fields.ts';
import { useTypes } from '../use-types.ts';
import { openAddEntries } from './add-entries.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseProblems } from './release-outcome.tsx';
import {
  again,
  CHANGED,
  isOutdated,
  nameOf,
  outdatedOf,
  type Release,
  type ReleaseEntry,
  ReleaseStatus,
} from './release-status.tsx';

const back = { to: '/content/releases', label: 'Releases' };

export default function ReleaseScreen() {
  const { id = '' } = useParams({ strict: false });
  const release = useData('getRelease', { path: { id } }, { refetchInterval: 10_000 });
  if (release.data) return <ReleasePage key={id} release={release.data} />;
  return (
    <Page title="Release" back={back}>
      <Loaded query={release}>{() => null}</Loaded>
    </Page>
  );
}

function ReleasePage({ release }: { release: Release }) {
  const mayEdit = useHasRole('editor');
  const has = useRights();
  const { entries, failure } = release;
  const hidden = release.entryCount - entries.length;
  const mayPublish = mayEdit && hidden === 0 && entries.every(({ type }) => has(type, 'publish'));
  return (
    <Page
      title={release.name}
      isWide
      back={back}
      description={<ReleaseStatus release={release} isExact />}
      actions={mayPublish && <ReleaseActions release={release} />}
    >
      {failure && (
        <ReleaseProblems
          title={failure.at ? `Nothing was published at its time: ${failure.message}` : failure.message}
          problems={
            failure.problems.length > 0 ? failure.problems : [{ path: 'Release', message: failure.message }]
          }
          release={release}
        />
      )}
      <Outdated release={release} />
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {counted(hidden, 'more entry', 'more entries')} of types that you may not read.
        </Text>
      )}
      <Entries release={release} mayEdit={mayEdit && release.status === 'open'} />
    </Page>
  );
}

/** What keeps the release from being published, before someone tries. */
function Outdated({ release }: { release: Release }) {
  const { length } = outdatedOf(release);
  if (length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${counted(length, 'entry', 'entries')} changed after ${length === 1 ? 'it was' : 'they were'} added`}
    >
      The release waits, because nobody chose the later versions for it. Take them if they are right, or
      remove the entries.
    </Alert>
  );
}

function Entries({ release, mayEdit }: { release: Release; mayEdit: boolean }) {
  const { typeOf } = useTypes();
  const columns = useMemo(
    () => (mayEdit ? [...columnsOf(release, typeOf), actionsOf(release)] : columnsOf(release, typeOf)),
    [release, mayEdit, typeOf],
  );
  const has = useRights();
  const actions = bulkOf(release, ({ type }) => has(type, 'write'));
  const list = useMemo(() => asList(release.entries), [release.entries]);
  return (
    <SortedList
      label="Entries of the release"
      list={list}
      rowKey={({ id, action }) => `${id} ${action}`}
      to={({ id, purged }) => (purged ? undefined : `/content/${id}`)}
      columns={columns}
      nouns={['entry', 'entries']}
      bulk={mayEdit && { actions, invalidates: CHANGED }}
      empty={
        <EmptyState
          icon={IconPackage}
          title="No entries yet"
          action={
            mayEdit && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => openAddEntries(release)}>
                Add entries
              </Button>
            )
          }
        >
          Readers get all entries of a release at one moment, or nothing. The list of entries and the page of
          an entry can add to it, too.
        </EmptyState>
      }
    />
  );
}

/** "Goes live": what happens to the entry, and in which languages, if not in all. */
const changeOf = ({ action, locales }: ReleaseEntry) =>
  [action === 'publish' ? 'Goes live' : 'Is taken down', locales?.map(localeName).join(', ')]
    .filter(Boolean)
    .join(': ');

const statusOf = ({ purged, status }: ReleaseEntry) =>
  purged ? { label: 'Deleted for good', tone: 'bad' as const } : STATUSES[status];

function Version({ release, entry }: { release: Release; entry: ReleaseEntry }) {
  if (entry.action === 'unpublish') return '–';
  if (!isOutdated(release, entry)) return entry.version;
  return (
    <>
      {entry.version}
      <Box>
        <StatusBadge tone="warn">{`Saved since: version ${entry.currentVersion}`}</StatusBadge>
      </Box>
    </>
  );
}

const columnsOf = (
  release: Release,
  typeOf: ReturnType<typeof useTypes>['typeOf'],
): Column<ReleaseEntry>[] => [
  {
    header: 'Entry',
    width: '32%',
    text: nameOf,
    render: (entry) => (
      <>
        <LongName>{nameOf(entry)}</LongName>
        <Box hiddenFrom="sm" fw={400} fz="sm" c="dimmed">
          {changeOf(entry)}
          {isOutdated(release, entry) && (
            <Box>
              <StatusBadge tone="warn">{`Saved since: version ${entry.currentVersion}`}</StatusBadge>
            </Box>
          )}
        </Box>
      </>
    ),
  },
  { header: 'Change', from: 'sm', isShort: true, text: changeOf, render: changeOf },
  {
    header: 'Version',
    from: 'sm',
    text: ({ version }) => version,
    render: (entry) => <Version release={release} entry={entry} />,
  },
  {
    header: release.status === 'published' ? 'Status' : 'Status now',
    from: 'md',
    text: (entry) => statusOf(entry).label,
    render: (entry) => <StatusBadge tone={statusOf(entry).tone}>{statusOf(entry).label}</StatusBadge>,
  },
  {
    header: 'Type',
    from: 'xl',
    text: ({ type }) => type,
    render: ({ type }) => <LongName>{typeOf(type)?.title ?? type}</LongName>,
  },
];

const actionsOf = (release: Release): Column<ReleaseEntry> => ({
  header: 'Actions',
  align: 'right',
  render: (entry) => <Actions release={release} entry={entry} />,
});

function Actions({ release, entry }: { release: Release; entry: ReleaseEntry }) {
  const path = { id: release.id };
  const name = nameOf(entry);
  const mayWrite = useRights()(entry.type, 'write');
  const take = useAction(() => api.addReleaseEntries({ path, body: { entries: [again(entry)] } }), {
    invalidates: CHANGED,
    successMessage: `Version ${entry.currentVersion} goes live`,
  });
  const remove = useAction(() => api.removeReleaseEntry({ path: { ...path, entryId: entry.id } }), {
    invalidates: CHANGED,
    successMessage: 'Removed from the release',
    undo: () => (entry.purged ? undefined : () => api.addReleaseEntries({ path, body: asBefore(entry) })),
  });
  if (!mayWrite) return null;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end" pos="relative">
      {isOutdated(release, entry) && (
        <Button
          size="compact-sm"
          variant="default"
          visibleFrom="sm"
          aria-label={`Take version ${entry.currentVersion} of ${name}`}
          loading={take.isPending}
          onClick={() => take.mutate(undefined)}
        >
          Take version {entry.currentVersion}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Puts a removed entry back, with the version that it had. */
const asBefore = ({ id, action, version, locales }: ReleaseEntry) => ({
  entries: [{ id, action, version, ...(locales && { locales }) }],
});

const bulkOf = (release: Release, mayWrite: (entry: ReleaseEntry) => boolean): BulkAction<ReleaseEntry>[] => {
  const path = { id: release.id };
  return [
    {
      label: 'Take latest',
      title: (count) => `Take the latest versions of ${count}`,
      of: (entry) => isOutdated(release, entry) && mayWrite(entry),
      says: 'They go live as they were saved last.',
      done: 'with the latest version',
      run: (entry) => api.addReleaseEntries({ path, body: { entries: [again(entry)] } }),
    },
    {
      label: 'Remove',
      of: mayWrite,
      says: 'They stay as they are, and leave the release.',
      done: 'removed',
      run: ({ id }) => api.removeReleaseEntry({ path: { ...path, entryId: id } }),
      undo: (entry) =>
        entry.purged ? undefined : () => api.addReleaseEntries({ path, body: asBefore(entry) }),
    },
  ];
};
