import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useHeldDialog } from '../../ui/dialog.tsx';

/** The frame of an order dialog: its inputs and two buttons. It closes at once; the screen shows the outcome. */
export function DialogForm(props: {
  action: string;
  danger?: boolean;
  disabled?: boolean;
  close: () => void;
  submit: () => void;
  children: ReactNode;
}) {
  const [isTouched, setTouched] = useState(false);
  useHeldDialog(isTouched);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.submit();
    props.close();
  };
  return (
    <form onSubmit={submit} onInput={() => setTouched(true)}>
      <Stack>
        {props.children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.close}>
            Back
          </Button>
          <Button type="submit" color={props.danger ? 'red' : undefined} disabled={props.disabled}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
