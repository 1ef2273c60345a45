import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** The fields of a sign-in. */
export function Credentials({ form }: { form: UseFormReturnType<{ email: string; password: string }> }) {
  return (
    <>
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
      />
    </>
  );
}
