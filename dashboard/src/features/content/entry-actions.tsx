import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCalendarClock, IconDots, IconEye, IconTrash, IconWorldOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { fieldErrors } from '../../ui/explain.ts';
import { useAction } from '../../ui/use-data.ts';
import type { ContentType, Entry } from './fields.ts';
import { openPreview } from './preview.tsx';
import { openSchedule } from './schedule.tsx';
import type { useEntryForm } from './use-entry-form.ts';

type User = { id: string; type: string; slug: string | null };

/** The live entries for whose sake an entry was not taken down. */
const requiredBy = (error: unknown): User[] | undefined =>
  error instanceof ApiError ? (error.details as { requiredBy?: User[] } | undefined)?.requiredBy : undefined;

const invalidates = ['getEntry', 'listEntries', 'listEntryRevisions'] as const;

/** The actions that an entry's status allows. Publishing saves first, so that the values on the screen are published. */
export function EntryActions(props: {
  entry: Entry;
  type: ContentType;
  editing: ReturnType<typeof useEntryForm>;
  /** Receives the reason why publishing failed; null clears it before another attempt. */
  refuse: (error: unknown) => void;
}) {
  const { entry, type, editing, refuse } = props;
  const path = { id: entry.id };
  const publish = useAction((version: number) => api.publishEntry({ path, ifMatch: version }), {
    invalidates: [...invalidates],
    successMessage: ({ data: { warnings } }) =>
      warnings.length === 0
        ? 'Published'
        : `Published; readers do not get ${warnings.length} of the entries and files that it refers to`,
    // An entry that readers saw before would have to show them its former version again.
    undo: () => (entry.publishedVersion === null ? () => api.unpublishEntry({ path }) : undefined),
    showsFailure: true,
  });
  const restore = useAction(() => api.restoreEntry({ path }), {
    invalidates: [...invalidates],
    successMessage: 'Restored as a draft',
  });
  if (entry.status === 'deleted') {
    return (
      <Button loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
        Restore
      </Button>
    );
  }
  const goLive = ({ version }: Entry) => {
    refuse(null);
    publish.mutate(version, {
      onError: (error) => {
        editing.form.setErrors(fieldErrors(error) ?? {});
        refuse(error);
      },
    });
  };
  const isLive = entry.status === 'published' && !editing.isDirty;
  return (
    <>
      <Button
        type="submit"
        form="entry"
        variant="default"
        loading={editing.sending}
        disabled={!editing.isDirty || editing.conflict !== null}
      >
        {editing.isDirty ? 'Save draft' : 'Saved'}
      </Button>
      <Button
        loading={publish.isPending}
        disabled={isLive || editing.conflict !== null}
        onClick={() => editing.saveThen(goLive)}
      >
        {isLive ? 'Published' : 'Publish'}
      </Button>
      <MoreActions entry={entry} type={type} />
    </>
  );
}

function MoreActions({ entry, type }: { entry: Entry; type: ContentType }) {
  const navigate = useNavigate();
  const path = { id: entry.id };
  const unpublish = useAction((broken?: 'allow') => api.unpublishEntry({ path, body: { broken } }), {
    invalidates: [...invalidates],
    successMessage: 'Taken down',
    // Publishing an entry that was changed since would show readers more than was taken down.
    undo: () => (entry.status === 'published' ? () => api.publishEntry({ path }) : undefined),
    showsFailure: true,
  });
  const remove = useAction(() => api.deleteEntry({ path }), {
    invalidates: [...invalidates],
    successMessage: 'Deleted; it can be restored for 30 days',
    undo: () => () => api.restoreEntry({ path }),
    showsFailure: true,
    done: () => void navigate({ to: '/content', ignoreBlocker: true }),
  });
  const askUnpublish = () =>
    confirm({
      title: 'Take it down?',
      children: 'Readers no longer find it. The draft stays, and can be published again.',
      action: 'Take down',
      run: async () => {
        try {
          await unpublish.mutateAsync(undefined);
        } catch (error) {
          if (requiredBy(error) === undefined) throw error;
          askAnyway(requiredBy(error)!);
        }
      },
    });
  const askAnyway = (users: User[]) =>
    confirm({
      title: 'Live entries require it',
      children: `Readers of these then miss something: ${users.map(({ slug, type, id }) => `${type}/${slug ?? id}`).join(', ')}.`,
      action: 'Take down anyway',
      danger: true,
      run: () => unpublish.mutateAsync('allow'),
    });
  const askDelete = () =>
    confirm({
      title: 'Delete this entry?',
      children:
        'It is taken down, and can be restored for 30 days: look for the status “Deleted” in the list.',
      action: 'Delete entry',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCalendarClock size={16} />} onClick={() => openSchedule(entry, type)}>
          Schedule …
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => openPreview(entry)}>
          Preview link …
        </Menu.Item>
        {entry.publishedVersion !== null && (
          <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={askUnpublish}>
            Take down …
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={askDelete}>
          Delete …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
