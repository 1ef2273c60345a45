import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useSession } from '../../session/use-session.ts';
import { showSignIn } from '../sign-in/steps.ts';

/** Lies over a page whose session is over. The page stays as it is, and goes on after the same person has signed in. */
export default function SignInAgain() {
  const { actor, tenant } = useSession();
  const show = useCallback(
    (root: HTMLDivElement | null) => {
      if (root !== null) showSignIn({ root, tenant: tenant.slug, done: () => {} });
    },
    [tenant.slug],
  );
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      zIndex={1000}
      overlayProps={{ backgroundOpacity: 0.7, blur: 6 }}
      title="Sign in again"
    >
      <Stack>
        <Text size="sm">
          Your sign-in has ended. Nothing on this page is lost: it goes on once {actor.name} has signed in
          again.
        </Text>
        <div ref={show} />
        <Anchor href="/sign-in" size="sm">
          Leave this page, and sign in as someone else
        </Anchor>
      </Stack>
    </Modal>
  );
}
