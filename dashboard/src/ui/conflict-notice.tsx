import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../sdk/errors.ts';

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'precondition_failed';

/** Shows the values of the other save beside the typed ones, and offers a choice that loses neither by accident. */
export function ConflictNotice(props: {
  theirs: ReactNode;
  /** Puts the other save's values into the form. */
  takeTheirs: () => void;
  /** Sends the form again, over the version now shown. */
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
