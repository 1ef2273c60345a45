import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { openDialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Question = {
  title: string;
  children: ReactNode;
  /** The label of the button: the action itself, never "OK". */
  action: string;
  danger?: boolean;
  /** The name that has to be typed first. */
  typed?: string;
  run: () => Promise<unknown>;
};

/** Asks before an action that cannot be undone. Stays open until it succeeds, and shows the error if it fails. */
export function confirm({ title, ...question }: Question): void {
  openDialog(title, (close) => <Confirmation {...question} close={close} />, { closesOutside: true });
}

function Confirmation(props: Omit<Question, 'title'> & { close: () => void }) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [typed, setTyped] = useState('');
  const isSure = props.typed === undefined || typed.trim() === props.typed;
  const go = async () => {
    setRunning(true);
    setFailure(null);
    try {
      await props.run();
      props.close();
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  };
  return (
    <Stack>
      <Text size="sm" component="div">
        {props.children}
      </Text>
      {props.typed !== undefined && (
        <TextInput
          label={`Type “${props.typed}” to go on`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ErrorNotice error={failure} />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={props.close}
          data-autofocus={props.typed === undefined || undefined}
        >
          Cancel
        </Button>
        <Button color={props.danger ? 'red' : undefined} loading={running} disabled={!isSure} onClick={go}>
          {props.action}
        </Button>
      </Group>
    </Stack>
  );
}
