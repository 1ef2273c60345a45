import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Item } from '../../../api.ts';
import { useHasRole, useSession } from '../../../session/use-session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { NoteText } from '../../../ui/note-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useAction, useList } from '../../../ui/use-data.ts';
import { When } from '../../../ui/when.tsx';
import { blocksOf, type ContentType, fieldsOf, labelOf, localeName } from '../fields.ts';
import { CommentBox } from './comment-box.tsx';
import classes from './comments.module.css';
import { useSeeking } from './discussed.ts';

type Thread = Item<'listEntryComments'>;
type Comment = Thread['replies'][number];

/** The threads of an entry, or of one of its blocks, with a box for a new one. */
export function ThreadList(props: {
  entryId: string;
  type: ContentType;
  language: string | undefined;
  blockId?: string;
  /** Settled ones too. */
  isAll?: boolean;
}) {
  const { entryId, type, language, blockId, isAll = false } = props;
  const mayWrite = useHasRole('editor');
  const query = { ...(!isAll && { resolved: false }), ...(blockId !== undefined && { blockId }) };
  const threads = useList(
    'listEntryComments',
    { path: { id: entryId }, query: { limit: 20, ...query } },
    { refetchInterval: 10_000, atOnce: true },
  );
  return (
    <Stack>
      {mayWrite && <CommentBox entryId={entryId} type={type} language={language} blockId={blockId} />}
      {threads.error && <ErrorNotice error={threads.error} retry={() => void threads.refetch()} />}
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {threads.rows.map((thread) => (
          <ThreadOf
            key={thread.id}
            thread={thread}
            type={type}
            mayWrite={mayWrite}
            isAtBlock={blockId !== undefined}
          />
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
    </Stack>
  );
}

/** A field may be gone since. */
function placeOf({ field, locale, block }: Thread, type: ContentType, isAtBlock: boolean): string | null {
  const found = fieldsOf(type).find(({ name }) => name === field);
  const kind = block && (blocksOf(type).get(block.type)?.title ?? block.type);
  const parts = [
    !isAtBlock && field !== null && (found ? labelOf(found) : field),
    !isAtBlock && kind,
    locale !== null && localeName(locale),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(', ');
}

/** What a thread is about; a block is shown on request, also one inside of closed ones. */
function PlaceOf({ thread, type, isAtBlock }: { thread: Thread; type: ContentType; isAtBlock: boolean }) {
  const { seek } = useSeeking();
  const { block, locale } = thread;
  const place = placeOf(thread, type, isAtBlock);
  const leads = block !== null && !block.isRemoved && !isAtBlock;
  return (
    <>
      {place !== null && (
        <Text size="xs" fw={600} dir="auto">
          {leads ? (
            <Anchor component="button" type="button" size="xs" fw={600} onClick={() => seek(block, locale)}>
              {place}
            </Anchor>
          ) : (
            place
          )}
        </Text>
      )}
      {block?.isRemoved && (
        <Text size="xs" c="dimmed">
          The block was removed.
        </Text>
      )}
    </>
  );
}

function ThreadOf(props: { thread: Thread; type: ContentType; mayWrite: boolean; isAtBlock: boolean }) {
  const { thread, type, mayWrite, isAtBlock } = props;
  const [isAnswering, answer] = useState(false);
  const isSettled = thread.resolvedAt !== null;
  const settle = useAction(
    () => api.updateComment({ path: { id: thread.id }, body: { resolved: !isSettled } }),
    {
      invalidates: ['listEntryComments', 'listEntryCommentPlaces'],
      successMessage: isSettled ? 'Open again' : 'Settled',
    },
  );
  return (
    <li className={classes.thread} data-settled={isSettled || undefined}>
      <PlaceOf thread={thread} type={type} isAtBlock={isAtBlock} />
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
    invalidates: ['listEntryComments', 'listEntryCommentPlaces'],
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
