import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import classes from './ui.module.css';

/** The frame of a form in a dialog: fields, the error of the whole form, and its buttons. */
export function FormFrame(props: {
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  sending: boolean;
  failure: unknown;
  close: () => void;
  /** The words of the button that submits. */
  action: string;
  danger?: boolean;
  disabled?: boolean;
  /** The API's errors appear beside the fields, in place of the browser's. */
  noValidate?: boolean;
  /** A button on the other side, such as one that deletes. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { danger, aside } = props;
  return (
    <form onSubmit={props.submit} noValidate={props.noValidate}>
      <Stack>
        {props.children}
        <ErrorNotice error={props.failure} />
        <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm" className={classes.dialogFoot}>
          {aside}
          <Group gap="sm">
            <Button variant="default" onClick={props.close}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : undefined}
              data-danger={danger || undefined}
              loading={props.sending}
              disabled={props.disabled}
            >
              {props.action}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
