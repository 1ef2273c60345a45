import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPackage, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { useRights } from '../../../session/type-rights.ts';
import { useHasRole } from '../../../session/use-session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { counted } from '../../../ui/formats.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useAction, useData } from '../../../ui/use-data.ts';
import { STATUSES } from '../entry-status.tsx';
import { localeName } from '../fields.ts';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseProblems } from './release-outcome.tsx';
import {
  CHANGED,
  isOutdated,
  nameOf,
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
      back={back}
      description={<ReleaseStatus release={release} />}
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
      <Panel
        title={counted(entries.length, 'entry', 'entries')}
        description={[
          'Readers get all of it at one moment, or nothing.',
          ...(hidden > 0 ? [`${counted(hidden, 'entry', 'entries')} of types that you may not read.`] : []),
        ].join(' ')}
      >
        {entries.length === 0 ? (
          <EmptyState icon={IconPackage} title="No entries yet">
            Open an entry and choose “Add to release” from its actions, or select several in the list.
          </EmptyState>
        ) : (
          <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {entries.map((entry) => (
              <Row
                key={`${entry.id} ${entry.action}`}
                entry={entry}
                release={release}
                mayEdit={release.status === 'open' && has(entry.type, 'write')}
              />
            ))}
          </Stack>
        )}
      </Panel>
    </Page>
  );
}

function Row({ entry, release, mayEdit }: { entry: ReleaseEntry; release: Release; mayEdit: boolean }) {
  const path = { id: release.id };
  const { id, action, locales } = entry;
  const name = nameOf(entry);
  const again = { id, action, version: entry.currentVersion, ...(locales && { locales }) };
  const take = useAction(() => api.addReleaseEntries({ path, body: { entries: [again] } }), {
    invalidates: CHANGED,
    successMessage: `Version ${entry.currentVersion} goes live`,
  });
  const remove = useAction(() => api.removeReleaseEntry({ path: { ...path, entryId: id } }), {
    invalidates: CHANGED,
    successMessage: 'Removed from the release',
  });
  const outdated = isOutdated(release, entry);
  const { label, tone } = STATUSES[entry.status];
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ overflowWrap: 'anywhere' }}>
        {entry.purged ? (
          <Text component="bdi">{name}</Text>
        ) : (
          <Anchor component={Link} to={`/content/${id}`}>
            <bdi>{name}</bdi>
          </Anchor>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {action === 'publish' ? `Publish version ${entry.version}` : 'Take down'} · {entry.type}
            {locales && ` · ${locales.map(localeName).join(', ')}`}
          </Text>
          <StatusBadge tone={tone}>{entry.purged ? 'Deleted for good' : label}</StatusBadge>
          {outdated && <StatusBadge tone="bad">{`Saved since: version ${entry.currentVersion}`}</StatusBadge>}
        </Group>
      </div>
      {mayEdit && (
        <Group gap="xs" wrap="nowrap">
          {outdated && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              aria-label={`Take version ${entry.currentVersion} of ${name}`}
              loading={take.isPending}
              onClick={() => take.mutate(undefined)}
            >
              Take version {entry.currentVersion}
            </Button>
          )}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Remove ${name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
