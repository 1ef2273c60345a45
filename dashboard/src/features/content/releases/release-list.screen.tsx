import { Button, TextInput } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api, type Item } from '../../../api.ts';
import { useHasRole } from '../../../session/use-session.ts';
import { type Column, DataList } from '../../../ui/data-list.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { Page } from '../../../ui/page.tsx';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { useList } from '../../../ui/use-data.ts';
import { When } from '../../../ui/when.tsx';
import { ContentTabs } from '../content-tabs.tsx';
import { CHANGED, ReleaseStatus } from './release-status.tsx';

const COLUMNS: Column<Item<'listReleases'>>[] = [
  { header: 'Release', render: ({ name }) => <bdi>{name}</bdi> },
  { header: 'Status', render: (release) => <ReleaseStatus release={release} /> },
  { header: 'Entries', from: 'xs', align: 'right', render: ({ entryCount }) => entryCount },
  { header: 'Made by', from: 'sm', render: ({ createdBy }) => <bdi>{createdBy.name}</bdi> },
  { header: 'Made', from: 'md', render: ({ createdAt }) => <When at={createdAt} /> },
];

export default function ReleaseList() {
  const mayEdit = useHasRole('editor');
  const navigate = useNavigate();
  const make = () =>
    openDialog('New release', (close) => (
      <NewRelease
        close={close}
        done={(id) => {
          close();
          void navigate({ to: `/content/releases/${id}` });
        }}
      />
    ));
  return (
    <Page
      title="Releases"
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={make}>
            New release
          </Button>
        )
      }
    >
      <ContentTabs current="/content/releases" />
      <DataList
        label="Releases"
        list={useList('listReleases')}
        rowKey={({ id }) => id}
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

function NewRelease({ close, done }: { close: () => void; done: (id: string) => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name: '' },
    send: (body) => api.createRelease({ body }),
    invalidates: CHANGED,
    done: ({ data }) => done(data.id),
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Make release">
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
    </FormFrame>
  );
}
