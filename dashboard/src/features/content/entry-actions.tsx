import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCalendarClock,
  IconDots,
  IconEye,
  IconPackage,
  IconTrash,
  IconWorldOff,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useAction } from '../../ui/use-data.ts';
import type { Review } from './entry-status.tsx';
import { type ContentType, type Entry, localeName } from './fields.ts';
import { openPreview } from './preview.tsx';
import { isLiveIn, PublishButton } from './publish-button.tsx';
import { openAddToRelease } from './releases/add-to-release.tsx';
import { awaitsReview, ReviewButton } from './review.tsx';
import { openSchedule } from './schedule.tsx';
import type { useEntryForm } from './use-entry-form.ts';

type User = { id: string; type: string; slug: string | null };

/** The live entries for whose sake an entry was not taken down. */
const requiredBy = (error: unknown): User[] | undefined =>
  error instanceof ApiError ? (error.details as { requiredBy?: User[] } | undefined)?.requiredBy : undefined;

const invalidates = ['getEntry', 'listEntries', 'listEntryRevisions'] as const;

/**
 * The actions that an entry's status allows; the filled button is the next step for this person. Publishing saves first, so that the
 * values on the screen are published.
 */
export function EntryActions(props: {
  entry: Entry;
  type: ContentType;
  /** Undefined until it is known. */
  review: Review | null | undefined;
  editing: ReturnType<typeof useEntryForm>;
  /** Receives the reason why publishing failed; null clears it before another attempt. */
  refuse: (error: unknown) => void;
  /** The language on the screen, if the entry has several. */
  language: string | undefined;
  mayPublish: boolean;
}) {
  const { entry, type, review, editing, refuse, language, mayPublish } = props;
  const path = { id: entry.id };
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
      {awaitsReview(type, entry, review, editing.isDirty) ? (
        <ReviewButton {...{ entry, review, editing, mayPublish }} />
      ) : (
        mayPublish && <PublishButton {...{ entry, editing, refuse, language }} />
      )}
      <MoreActions {...{ entry, type, language, mayPublish }} />
    </>
  );
}

function MoreActions(props: {
  entry: Entry;
  type: ContentType;
  language: string | undefined;
  mayPublish: boolean;
}) {
  const { entry, type, language, mayPublish } = props;
  const navigate = useNavigate();
  const path = { id: entry.id };
  const unpublish = useAction(
    (body: { broken?: 'allow'; locales?: string[] }) => api.unpublishEntry({ path, body }),
    {
      invalidates: [...invalidates],
      successMessage: 'Taken down',
      // Publishing an entry that was changed since, or that was live in some languages, would show readers more than was taken down.
      undo: (_, { locales }) => {
        const states = (locales ?? Object.keys(entry.locales)).map((code) => entry.locales[code]!.status);
        if (states.some((status) => status !== 'published')) return undefined;
        return () => api.publishEntry({ path, ...(locales && { body: { locales } }) });
      },
      showsFailure: true,
    },
  );
  const remove = useAction(() => api.deleteEntry({ path }), {
    invalidates: [...invalidates],
    successMessage: 'Deleted; it can be restored for 30 days',
    undo: () => () => api.restoreEntry({ path }),
    showsFailure: true,
    done: () => void navigate({ to: '/content', ignoreBlocker: true }),
  });
  const askUnpublish = (code?: string) => {
    const wish = code === undefined ? {} : { locales: [code] };
    return confirm({
      title: code === undefined ? 'Take it down?' : `Take ${localeName(code)} down?`,
      children:
        code === undefined
          ? 'Readers no longer find it. The draft stays, and can be published again.'
          : 'Readers of this language see what another language offers them, or nothing. The draft stays, and can be published again.',
      action: 'Take down',
      run: async () => {
        try {
          await unpublish.mutateAsync(wish);
        } catch (error) {
          if (requiredBy(error) === undefined) throw error;
          askAnyway(requiredBy(error)!, wish);
        }
      },
    });
  };
  const askAnyway = (users: User[], wish: { locales?: string[] }) =>
    confirm({
      title: 'Live entries require it',
      children: `Readers of these then miss something: ${users.map(({ slug, type, id }) => `${type}/${slug ?? id}`).join(', ')}.`,
      action: 'Take down anyway',
      danger: true,
      run: () => unpublish.mutateAsync({ ...wish, broken: 'allow' }),
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
        {mayPublish && (
          <Menu.Item
            leftSection={<IconCalendarClock size={16} />}
            onClick={() => openSchedule(entry, type, language)}
          >
            Schedule …
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPackage size={16} />}
          onClick={() => openAddToRelease([entry], { language })}
        >
          Add to release …
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => openPreview(entry)}>
          Preview link …
        </Menu.Item>
        {mayPublish && entry.publishedVersion !== null && (
          <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => askUnpublish()}>
            Take down …
          </Menu.Item>
        )}
        {mayPublish && language !== undefined && isLiveIn(entry, [language]) && (
          <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => askUnpublish(language)}>
            Take down {localeName(language)} …
          </Menu.Item>
        )}
        {(mayPublish || entry.publishedVersion === null) && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={askDelete}>
            Delete …
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
