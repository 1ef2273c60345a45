import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

/** A form for an action that asks for the password again. */
export function WithPassword<Result>(props: {
  children: ReactNode;
  action: string;
  danger?: boolean;
  send: (password: string) => Promise<Result>;
  done: (result: Result) => void;
  invalidates?: OperationName[];
  successMessage?: string;
}) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { password: '' },
    send: ({ password }) => props.send(password),
    isGuarded: false,
    done: props.done,
    invalidates: props.invalidates,
    successMessage: props.successMessage,
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{props.children}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={sending} color={props.danger ? 'red' : undefined}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
