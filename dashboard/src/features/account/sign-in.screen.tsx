import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { safeNext } from '../../app/router.tsx';
import { signIn } from '../../app/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { Front } from './front.tsx';

export default function SignIn() {
  const search = useSearch({ strict: false }) as { next?: string };
  const navigate = useNavigate();
  const next = safeNext(search.next);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { email: '', password: '' },
    send: async ({ email, password }) => {
      await signIn(email, password);
      return (await api.listAuthTenants()).data;
    },
    done: (tenants) => {
      if (tenants.length > 1) void navigate({ to: '/choose-tenant', search: { next } as never });
      else void navigate({ href: next, replace: true });
    },
  });
  return (
    <Front title="Sign in" subtitle="Welcome to Colonnade.">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <ErrorNotice error={failure} />
          <Button type="submit" loading={sending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </Front>
  );
}
