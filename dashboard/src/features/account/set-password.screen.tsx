import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useLinkSecret } from './link-secret.ts';
import { NewPassword } from './new-password.tsx';
import { Front } from './public-layout.tsx';

/** Opened by a link from the operator, or by a sign-in with a password that another person chose. */
export default function SetPassword() {
  const token = useLinkSecret();
  const navigate = useNavigate();
  const send = async (newPassword: string) => {
    await api.setPassword({ body: { token, newPassword } });
    await navigate({ to: '/sign-in', search: { set: 'password' } as never, replace: true });
  };
  return (
    <Front title="Set your password" subtitle="One that nobody else has chosen or knows.">
      {token === '' ? (
        <Text>Open the link that you were given, or sign in.</Text>
      ) : (
        <NewPassword name="newPassword" action="Set password" send={send}>
          <Text size="sm" c="dimmed">
            Your sign-ins elsewhere end. Then you sign in with the new password.
          </Text>
        </NewPassword>
      )}
    </Front>
  );
}
