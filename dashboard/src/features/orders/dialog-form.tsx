import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useHeldDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import classes from '../../ui/ui.module.css';
import { OrderChanges } from './order-changes.tsx';
import type { DialogProps } from './order-dialog.ts';
import type { Step } from './steps.ts';

/** The frame of an order dialog: its inputs and two buttons. It stays open until the server has agreed. */
export function DialogForm(
  props: DialogProps & {
    kind: Step['kind'];
    action: string;
    danger?: boolean;
    disabled?: boolean;
    submit: () => void;
    children: ReactNode;
  },
) {
  const { step, kind, danger } = props;
  const [isTouched, setTouched] = useState(false);
  useHeldDialog(isTouched || step.sending);
  const isPossible = step.order.allowedActions.includes(kind);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!step.sending) props.submit();
  };
  return (
    <form onSubmit={submit} onInput={() => setTouched(true)}>
      <Stack>
        {step.former !== null && (
          <OrderChanges before={step.former} now={step.order} isPossible={isPossible} />
        )}
        {props.children}
        <ErrorNotice error={step.failure} />
        <Group justify="flex-end" gap="sm" className={classes.dialogFoot}>
          <Button variant="default" onClick={props.close} disabled={step.sending}>
            Back
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            data-danger={danger || undefined}
            loading={step.sending}
            disabled={props.disabled || !isPossible}
          >
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
