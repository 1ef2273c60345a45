import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Item } from '../../../api.ts';
import { useHasRole, useSession } from '../../../session/use-session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { NoteText } from '../../../ui/note-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useAction, useList } from '../../../ui/use-data.ts';
import { When } from '../../../ui/when.tsx';
import { type ContentType, type Entry, fieldsOf, labelOf, localeName } from '../fields.ts';
import { CommentBox } from './comment-box.tsx';
import classes from './comments.module.css';

type Thread = Item<'listEntryComments'>;
type Comment = Thread['replies'][number];

/** Comments of the staff on an entry, by thread; readers of the site never get them. */
export function Comments(props: { entry: Entry; type: ContentType; language: string | undefined }) {
  const { entry, type, language } = props;
  const [isAll, showAll] = useState(false);
  const mayWrite = useHasRole('editor');
  const query = isAll ? {} : { resolved: false };
  const threads = useList(
    'listEntryComments',
    { path: { id: entry.id }, query: { limit: 20, ...query } },
    { refetchInterval: 10_000, atOnce: true },
  );
  return (
    <Panel
      title="Comments"
      description="For your colleagues; readers never see them."
      actions={
        <Checkbox
          size="xs"
          label="Settled ones too"
          checked={isAll}
          onChange={(event) => showAll(event.currentTarget.checked)}
        />
      }
    >
      {mayWrite && <CommentBox entryId={entry.id} type={type} language={language} />}
      {threads.error && <ErrorNotice error={threads.error} retry={() => void threads.refetch()} />}
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {threads.rows.map((thread) => (
          <ThreadOf key={thread.id} thread={thread} type={type} mayWrite={mayWrite} />
        ))}
      </Stack>
      {threads.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={threads.isFetchingNextPage}
          onClick={() => void threads.fetchNextPage()}
        >
          Earlier ones
        </Button>
      )}
    </Panel>
  );
}

/** A field may be gone since. */
function placeOf({ field, locale }: Thread, type: ContentType): string | null {
  if (field === null) return locale === null ? null : localeName(locale);
  const found = fieldsOf(type).find(({ name }) => name === field);
  return `${found ? labelOf(found) : field}${locale === null ? '' : `, ${localeName(locale)}`}`;
}

function ThreadOf({ thread, type, mayWrite }: { thread: Thread; type: ContentType; mayWrite: boolean }) {
  const [isAnswering, answer] = useState(false);
  const isSettled = thread.resolvedAt !== null;
  const settle = useAction(
    () => api.updateComment({ path: { id: thread.id }, body: { resolved: !isSettled } }),
    { invalidates: ['listEntryComments'], successMessage: isSettled ? 'Open again' : 'Settled' },
  );
  const place = placeOf(thread, type);
  return (
    <li className={classes.thread} data-settled={isSettled || undefined}>
      {place !== null && (
        <Text size="xs" fw={600} dir="auto">
          {place}
        </Text>
      )}
      <Words comment={thread} replies={thread.replies.length} />
      {thread.replies.length > 0 && (
        <ul className={classes.replies}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <Words comment={reply} replies={0} />
            </li>
          ))}
        </ul>
      )}
      {isSettled && (
        <Group gap="xs">
          <StatusBadge tone="good">Settled</StatusBadge>
          <Text size="xs" c="dimmed">
            by <bdi>{thread.resolvedBy?.name}</bdi> <When at={thread.resolvedAt} />
          </Text>
        </Group>
      )}
      {mayWrite && (
        <Group gap="xs" mt={4}>
          <Button size="compact-xs" variant="default" onClick={() => answer(!isAnswering)}>
            Answer
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            loading={settle.isPending}
            onClick={() => settle.mutate(undefined)}
          >
            {isSettled ? 'Open again' : 'Settle'}
          </Button>
        </Group>
      )}
      {isAnswering && (
        <CommentBox entryId={thread.entryId} threadId={thread.id} type={type} done={() => answer(false)} />
      )}
    </li>
  );
}

function Words({ comment, replies }: { comment: Comment; replies: number }) {
  const { actor } = useSession();
  const isAdmin = useHasRole('admin');
  const isOwn = comment.author.type === actor.type && comment.author.id === actor.id;
  const remove = useAction(() => api.deleteComment({ path: { id: comment.id } }), {
    invalidates: ['listEntryComments'],
    successMessage: 'The comment is deleted',
    showsFailure: true,
  });
  const ask = () =>
    confirm({
      title: 'Delete this comment?',
      children: replies > 0 ? 'Its answers are deleted too.' : 'It cannot be brought back.',
      action: 'Delete comment',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <div>
      <Group gap={6} justify="space-between" wrap="nowrap" align="baseline">
        <Text size="xs" c="dimmed" className={classes.author}>
          <Text span fw={600} size="xs" c="var(--mantine-color-text)">
            <bdi>{comment.author.name}</bdi>
          </Text>{' '}
          <When at={comment.createdAt} />
          {comment.editedAt && ', edited'}
        </Text>
        {(isAdmin || (isOwn && replies === 0)) && (
          <Button size="compact-xs" variant="subtle" color="gray" flex="none" onClick={ask}>
            Delete
          </Button>
        )}
      </Group>
      <NoteText text={comment.text} />
    </div>
  );
}
