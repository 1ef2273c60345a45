import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, api, type Data } from '../../api.ts';
import { signIn, signOutHere, switchTenant } from '../../session/session.ts';
import { useSessionOrNull } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { useLinkSecret } from './link-secret.ts';
import { NewPassword } from './new-password.tsx';
import { Front } from './public-layout.tsx';

type Invitation = Data<'lookUpInvitation'>;
type Props = { invitation: Invitation; token: string };

/** The page of an invitation's link. It does not reveal whether an account with that e-mail address exists. */
export default function AcceptInvitation() {
  const token = useLinkSecret();
  const found = useData('lookUpInvitation', { body: { token } }, { enabled: token !== '' });
  const signedIn = useSessionOrNull() !== null;
  const { data, error } = found;
  const subtitle =
    data === undefined
      ? 'To the staff of a tenant.'
      : `${data.tenant.name} invites ${data.email} to its staff, as ${data.role}.`;
  if (token === '' || (error instanceof ApiError && error.status === 404)) {
    return (
      <Front title="Invitation" subtitle={subtitle}>
        <Text>{error?.message ?? 'Open the link that you were given.'}</Text>
      </Front>
    );
  }
  return (
    <Front title="Invitation" subtitle={subtitle}>
      <Loaded query={found}>
        {(invitation) =>
          signedIn ? (
            <AcceptFromInside invitation={invitation} token={token} />
          ) : (
            <JoinWithPassword invitation={invitation} token={token} />
          )
        }
      </Loaded>
    </Front>
  );
}

/** Shows the account and its tenants, so that a visitor does not accept with the account of another person. */
function AcceptFromInside({ invitation, token }: Props) {
  const account = useData('getAuthAccount');
  const tenants = useData('listAuthTenants');
  const accept = useAction(
    async () => {
      await api.acceptInvitation({ body: { token } });
      await switchTenant(invitation.tenant.slug);
    },
    { showsFailure: true },
  );
  const leave = useAction(signOutHere);
  return (
    <Loaded query={account}>
      {({ email }) => (
        <Stack>
          <Text>
            You are signed in as <b>{email}</b>
            {tenants.data && `, and work for ${tenants.data.map(({ name }) => name).join(', ')}`}. If you
            accept, {invitation.tenant.name} joins this account.
          </Text>
          <ErrorNotice error={accept.error} />
          <Button loading={accept.isPending} onClick={() => accept.mutate()} fullWidth>
            Accept with this account
          </Button>
          <Text size="sm" ta="center">
            Not you?{' '}
            <Anchor component="button" type="button" inherit onClick={() => leave.mutate()}>
              Sign out and use another account
            </Anchor>
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

function JoinWithPassword({ invitation, token }: Props) {
  const navigate = useNavigate();
  const { email, tenant } = invitation;
  const send = async (password: string) => {
    await api.joinByInvitation({ body: { token, password } });
    // The invitation is accepted even if this sign-in fails.
    const isIn = await signIn(email, password, tenant.slug).then(
      () => true,
      () => false,
    );
    await navigate({ to: isIn ? '/' : '/sign-in', replace: true });
  };
  return (
    <Stack>
      <NewPassword name="password" action="Set password and join" send={send}>
        <TextInput label="E-mail" value={email} readOnly autoComplete="username" />
      </NewPassword>
      <Divider label="or" />
      <Button
        variant="default"
        fullWidth
        onClick={() =>
          void navigate({ to: '/sign-in', search: { next: '/accept-invitation' } as never, hash: token })
        }
      >
        I have an account: sign in
      </Button>
    </Stack>
  );
}
