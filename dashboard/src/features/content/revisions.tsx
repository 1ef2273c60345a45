import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { api, type Item } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction, useData, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { Changes } from './changes.tsx';
import type { ContentType, Entry } from './fields.ts';

type Revision = Item<'listEntryRevisions'>;

const REASONS: Record<Revision['reason'], string> = {
  created: 'created it',
  saved: 'saved',
  restored: 'restored',
  migrated: 'changed the type',
};

/** Lists every save with its author and time. A click shows its changes and offers to restore it. */
export function Revisions(props: { entry: Entry; type: ContentType; mayRestore: boolean }) {
  const { entry, type, mayRestore } = props;
  const revisions = useList('listEntryRevisions', { path: { id: entry.id }, query: { limit: 10 } });
  const show = (revision: Revision) =>
    openDialog(
      `Version ${revision.version}`,
      (close) => <Comparison {...{ entry, type, revision, mayRestore, close }} />,
      'lg',
    );
  return (
    <Panel title="Revisions">
      {revisions.error && <ErrorNotice error={revisions.error} retry={() => void revisions.refetch()} />}
      <Stack gap="xs">
        {revisions.rows.map((revision) => (
          <Text size="sm" key={revision.version}>
            <Anchor component="button" type="button" size="sm" fw={500} onClick={() => show(revision)}>
              Version {revision.version}
            </Anchor>{' '}
            {revision.author.name} {REASONS[revision.reason]}{' '}
            <Text span c="dimmed" size="sm">
              <When at={revision.createdAt} />
            </Text>
          </Text>
        ))}
      </Stack>
      {revisions.hasNextPage && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={revisions.isFetchingNextPage}
            onClick={() => void revisions.fetchNextPage()}
          >
            Earlier ones
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Comparison(props: {
  entry: Entry;
  type: ContentType;
  revision: Revision;
  mayRestore: boolean;
  close: () => void;
}) {
  const { entry, type, revision, mayRestore, close } = props;
  const { version } = revision;
  const isLatest = version === entry.version;
  // Compares the latest revision with the one before it, and any other with the latest.
  const query = isLatest ? { to: version } : { from: version, to: entry.version };
  const isFirst = isLatest && version === 1;
  const diff = useData('compareEntryRevisions', { path: { id: entry.id }, query }, { enabled: !isFirst });
  const restore = useAction(() => api.restoreEntryRevision({ path: { id: entry.id, version } }), {
    invalidates: ['getEntry', 'listEntries', 'listEntryRevisions', 'compareEntryRevisions'],
    successMessage: `Version ${version} is the draft again`,
    showsFailure: true,
    done: close,
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {isLatest ? 'What it changed:' : `What has changed since, up to version ${entry.version}:`}
      </Text>
      {isFirst ? (
        <Text size="sm">The beginning: there is nothing before it.</Text>
      ) : (
        <Loaded query={diff}>{({ changes }) => <Changes changes={changes} type={type} />}</Loaded>
      )}
      <ErrorNotice error={restore.error} />
      {!isLatest && mayRestore && (
        <Group justify="flex-end">
          <Button loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
            Restore version {version}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
