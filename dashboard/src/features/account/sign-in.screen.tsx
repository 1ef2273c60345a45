import { Anchor, Button, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { safeNext } from '../../session/safe-next.ts';
import {
  type AlsoOpens,
  type SecondStep,
  type Session,
  secondStepOf,
  signIn,
  signOutHere,
} from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useAction } from '../../ui/use-data.ts';
import { Credentials } from './credentials.tsx';
import { keepSecret } from './link-secret.ts';
import { Front } from './public-layout.tsx';
import { SecondStepForm } from './second-step.tsx';

/** Returns the token that an account gets when another person chose its password. */
const tokenToSetPassword = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'password_change_required'
    ? (error.details as { token: string }).token
    : null;

export default function SignIn() {
  const search = useSearch({ strict: false }) as { next?: string };
  const navigate = useNavigate();
  const next = safeNext(search.next);
  const [step, setStep] = useState<SecondStep | null>(null);
  const [opened, setOpened] = useState<Session | null>(null);
  const enter = async () => {
    const tenants = (await api.listAuthTenants()).data;
    // Choosing a tenant reloads the page, which would lose the secret of a pending invitation.
    if (tenants.length > 1 && next !== '/accept-invitation')
      await navigate({ to: '/choose-tenant', search: { next } as never });
    else await navigate({ href: next, replace: true });
  };
  /** Signs in, or navigates to the step that must come first. */
  const go = async (signingIn: Promise<Session>) => {
    try {
      const session = await signingIn;
      if (session.alsoOpens !== undefined) return setOpened(session);
    } catch (error) {
      const token = tokenToSetPassword(error);
      const second = secondStepOf(error);
      if (second !== null) return setStep(second);
      if (token === null) throw error;
      keepSecret('/set-password', token);
      return navigate({ to: '/set-password' });
    }
    return enter();
  };
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { email: '', password: '' },
    send: ({ email, password }) => go(signIn(email, password)),
    isGuarded: false,
  });
  const instead = useAction(
    async (slug: string) => {
      const { email, password } = form.getValues();
      if (opened !== null) await signOutHere();
      setStep(null);
      setOpened(null);
      await go(signIn(email, password, slug));
    },
    { showsFailure: true },
  );
  const stay = useAction(enter, { showsFailure: true });
  const isChosen = instead.isPending || stay.isPending;
  if (opened !== null)
    return (
      <Front title="Which account?" subtitle="Several accounts have this address and password.">
        <Stack gap="sm">
          <Button variant="default" size="md" onClick={() => stay.mutate()} disabled={isChosen}>
            {opened.tenant.name}
          </Button>
          {opened.alsoOpens?.map(({ name, slug }) => (
            <Button
              key={slug}
              variant="default"
              size="md"
              onClick={() => instead.mutate(slug)}
              disabled={isChosen}
            >
              {name}
            </Button>
          ))}
          <ErrorNotice error={stay.error ?? instead.error} />
        </Stack>
      </Front>
    );
  if (step !== null)
    return (
      <Front title="One more step" subtitle="Your account has a second factor.">
        <Stack>
          <SecondStepForm step={step} go={go} back={() => setStep(null)} />
          <OtherAccounts accounts={step.alsoOpens ?? []} choose={(slug) => instead.mutate(slug)} />
        </Stack>
      </Front>
    );
  return (
    <Front title="Sign in" subtitle="Welcome to Colonnade.">
      <form onSubmit={submit}>
        <Stack>
          <Credentials form={form} />
          <ErrorNotice error={failure ?? instead.error} />
          <Button type="submit" loading={sending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </Front>
  );
}

/** Offers the other accounts that have the same e-mail address and password. */
function OtherAccounts(props: { accounts: AlsoOpens; choose: (slug: string) => void }) {
  return props.accounts.map(({ name, slug }) => (
    <Anchor key={slug} component="button" type="button" size="sm" onClick={() => props.choose(slug)}>
      Sign in to {name} instead
    </Anchor>
  ));
}
