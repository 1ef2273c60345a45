import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { api } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AccountTabs } from './account-tabs.tsx';
import { Profile } from './profile.tsx';

const NO_PASSWORDS = { currentPassword: '', newPassword: '', repeated: '' };

export default function Account() {
  const { actor, secondFactorNeeded } = useSession();
  return (
    <Page
      title="Your account"
      description={
        <>
          You are signed in as <bdi>{actor.name}</bdi>, with the role {actor.role}.
        </>
      }
    >
      <AccountTabs current="/account" />
      <Stack maw={720} gap="lg">
        {!secondFactorNeeded && <Profile />}
        <ChangePassword />
      </Stack>
    </Page>
  );
}

function ChangePassword() {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: NO_PASSWORDS,
    isGuarded: false,
    send: ({ currentPassword, newPassword }) =>
      api.changePassword({ body: { currentPassword, newPassword } }),
    done: () => form.setValues(NO_PASSWORDS),
    successMessage: 'Your password is changed; your other sign-ins have ended.',
  });
  const { newPassword, repeated } = form.values;
  const differs = repeated !== '' && newPassword !== repeated;
  return (
    <Panel
      title="Change password"
      description="It applies to every tenant you work for. All your other sign-ins end."
    >
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters; a few words are easier to remember than symbols."
            autoComplete="new-password"
            required
            minLength={10}
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            label="New password, once more"
            autoComplete="new-password"
            required
            {...form.getInputProps('repeated')}
            error={differs ? 'The two are not the same' : form.errors.repeated}
          />
          <ErrorNotice error={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={sending} disabled={differs}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
