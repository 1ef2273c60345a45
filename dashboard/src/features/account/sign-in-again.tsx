import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type SecondStep, type Session, secondStepOf, signIn } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { Credentials } from './credentials.tsx';
import { SecondStepForm } from './second-step.tsx';

/** Lies over a page whose session is over. The page stays as it is, and goes on after the same person has signed in. */
export default function SignInAgain() {
  const { actor, tenant } = useSession();
  const [step, setStep] = useState<SecondStep | null>(null);
  const go = async (signingIn: Promise<Session>) => {
    try {
      await signingIn;
    } catch (error) {
      const second = secondStepOf(error);
      if (second === null) throw error;
      setStep(second);
    }
  };
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { email: '', password: '' },
    send: ({ email, password }) => go(signIn(email, password, tenant.slug)),
    isGuarded: false,
  });
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
        {step === null ? (
          <form onSubmit={submit}>
            <Stack>
              <Credentials form={form} />
              <ErrorNotice error={failure} />
              <Button type="submit" loading={sending} fullWidth>
                Sign in
              </Button>
            </Stack>
          </form>
        ) : (
          <SecondStepForm step={step} go={go} back={() => setStep(null)} />
        )}
        <Anchor href="/sign-in" size="sm">
          Leave this page, and sign in as someone else
        </Anchor>
      </Stack>
    </Modal>
  );
}
