import { ActionIcon, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useHasRole } from '../../../session/use-session.ts';
import classes from './comments.module.css';
import { useDiscussed } from './discussed.ts';

/** At a block: its open threads, and the way to begin one. */
export function BlockComments({ blockId, name }: { blockId: string; name: string }) {
  const discussed = useDiscussed();
  const mayWrite = useHasRole('editor');
  const threads = discussed?.threadsOn(blockId) ?? null;
  if (discussed === null || threads === null || (threads === 0 && !mayWrite)) return null;
  const label =
    threads === 0
      ? `Comment on ${name}`
      : `${threads} open ${threads === 1 ? 'thread' : 'threads'} on ${name}`;
  return (
    <ActionIcon
      variant={threads === 0 ? 'subtle' : 'light'}
      color={threads === 0 ? 'gray' : undefined}
      aria-label={label}
      title={label}
      className={classes.atBlock}
      data-open={threads > 0 || undefined}
      onClick={() => discussed.open(blockId, name)}
    >
      <IconMessage size={15} aria-hidden />
      {threads > 0 && (
        <Text span size="xs" fw={600} aria-hidden>
          {threads}
        </Text>
      )}
    </ActionIcon>
  );
}
