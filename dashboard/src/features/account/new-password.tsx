import { Button, PasswordInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

/** Two inputs for the same new password. `name` is its name in the API. */
export function NewPassword(props: {
  name: 'password' | 'newPassword';
  action: string;
  send: (password: string) => Promise<unknown>;
  children?: ReactNode;
}) {
  const { name, action, children } = props;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { [name]: '', repeated: '' } as Record<string, string>,
    send: (values) => props.send(values[name]!),
    isGuarded: false,
  });
  const { repeated } = form.values;
  const differs = repeated !== '' && form.values[name] !== repeated;
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <PasswordInput
          label="Password"
          description="At least 10 characters; a few words are easier to remember than symbols."
          autoComplete="new-password"
          required
          minLength={10}
          {...form.getInputProps(name)}
        />
        <PasswordInput
          label="Password, once more"
          autoComplete="new-password"
          required
          {...form.getInputProps('repeated')}
          error={differs ? 'The two are not the same' : form.errors.repeated}
        />
        <ErrorNotice error={failure} />
        <Button type="submit" loading={sending} disabled={differs} fullWidth>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
