import { Button } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api, type Item } from '../../../api.ts';
import { useHasRole } from '../../../session/use-session.ts';
import type { Column } from '../../../ui/data-list.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LongName } from '../../../ui/list/long-name.tsx';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { When } from '../../../ui/when.tsx';
import { ContentTabs } from '../content-tabs.tsx';
import { ReleaseName } from './release-name.tsx';
import { CHANGED, ReleaseStatus, STATUSES } from './release-status.tsx';

type Listed = Item<'listReleases'>;

const COLUMNS: Column<Listed>[] = [
  { header: 'Release', text: ({ name }) => name, render: ({ name }) => <LongName>{name}</LongName> },
  {
    header: 'Status',
    text: ({ status }) => STATUSES[status].label,
    render: (release) => <ReleaseStatus release={release} />,
  },
  {
    header: 'Entries',
    from: 'xs',
    align: 'right',
    text: ({ entryCount }) => entryCount,
    render: ({ entryCount }) => entryCount,
  },
  {
    header: 'Made by',
    from: 'sm',
    text: ({ createdBy }) => createdBy.name,
    render: ({ createdBy }) => <bdi>{createdBy.name}</bdi>,
  },
  {
    header: 'Made',
    from: 'md',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
];

const DELETE = {
  label: 'Delete',
  says: 'Their entries stay as they are.',
  done: 'deleted',
  danger: true,
  run: ({ id }: Listed) => api.deleteRelease({ path: { id } }),
};

export default function ReleaseList() {
  const mayEdit = useHasRole('editor');
  const navigate = useNavigate();
  const make = () =>
    openDialog('New release', (close) => (
      <ReleaseName
        action="Make release"
        send={(body) => api.createRelease({ body })}
        done={({ data }) => {
          close();
          void navigate({ to: `/content/releases/${data.id}` });
        }}
        close={close}
      />
    ));
  return (
    <Page
      title="Releases"
      isWide
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={make}>
            New release
          </Button>
        )
      }
    >
      <ContentTabs current="/content/releases" />
      <ShortList
        name="listReleases"
        label="Releases"
        file="releases.csv"
        bulk={mayEdit && { actions: [DELETE], invalidates: CHANGED }}
        to={({ id }) => `/content/releases/${id}`}
        columns={COLUMNS}
        nouns={['release', 'releases']}
        empty={
          <EmptyState icon={IconPackage} title="No releases yet">
            A release is a set of entries that go live at one moment, such as an issue or a campaign. Readers
            get all of it or nothing.
          </EmptyState>
        }
      />
    </Page>
  );
}
