import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../sdk/client.ts';

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'precondition_failed';

/** Somebody else saved first: what they wrote beside what one has typed, and a choice that loses neither by accident. */
export function ConflictNotice(props: {
  theirs: ReactNode;
  /** Puts what they saved into the form. */
  takeTheirs: () => void;
  /** Sends what is in the form again, now that one has seen theirs. */
  keepMine: () => void;
}) {
  return (
    <Alert color="yellow" icon={<IconGitMerge aria-hidden />} title="Someone else saved first" role="alert">
      <Stack gap="xs">
        <Text size="sm">Nothing of yours is lost: it is still in the form. This is what they saved:</Text>
        <Paper p="sm" withBorder>
          {props.theirs}
        </Paper>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={props.takeTheirs}>
            Use theirs
          </Button>
          <Button size="xs" variant="default" onClick={props.keepMine}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
