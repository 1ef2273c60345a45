import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { type SecondStep, type Session, signInWith } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useAction } from '../../ui/use-data.ts';

/** Continues after this sign-in has succeeded. */
type Go = (signingIn: Promise<Session>) => Promise<unknown>;
type Way = SecondStep['methods'][number];

const OTHER_WAYS: Record<Way, string> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery_code: 'Use a recovery code',
};

/** The step after the password: a code, a passkey or a recovery code. */
export function SecondStepForm(props: { step: SecondStep; go: Go; back: () => void }) {
  const { ticket, methods, passkey } = props.step;
  const [way, setWay] = useState<Way>(methods[0]!);
  return (
    <Stack>
      {way === 'passkey' ? (
        <PasskeyStep ticket={ticket} options={passkey!} go={props.go} />
      ) : (
        <CodeStep key={way} ticket={ticket} way={way} go={props.go} />
      )}
      {methods
        .filter((other) => other !== way)
        .map((other) => (
          <Anchor key={other} component="button" type="button" size="sm" onClick={() => setWay(other)}>
            {OTHER_WAYS[other]}
          </Anchor>
        ))}
      <Anchor component="button" type="button" size="sm" onClick={props.back}>
        Begin again
      </Anchor>
    </Stack>
  );
}

function CodeStep({ ticket, way, go }: { ticket: string; way: Way; go: Go }) {
  const field = way === 'totp' ? 'code' : 'recoveryCode';
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { code: '', recoveryCode: '' },
    send: (values) => go(signInWith(ticket, { [field]: values[field] })),
    isGuarded: false,
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {way === 'totp' ? (
          <TextInput
            label="Code"
            description="The six digits that your authenticator app shows."
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
            {...form.getInputProps('code')}
          />
        ) : (
          <TextInput
            label="Recovery code"
            description="One of your ten codes; each works once."
            autoComplete="off"
            required
            autoFocus
            {...form.getInputProps('recoveryCode')}
          />
        )}
        <ErrorNotice error={failure} />
        <Button type="submit" loading={sending} fullWidth>
          Go on
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyStep(props: { ticket: string; options: Record<string, unknown>; go: Go }) {
  const use = useAction(
    async () => {
      const optionsJSON = props.options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const passkey = await startAuthentication({ optionsJSON });
      await props.go(signInWith(props.ticket, { passkey: { ...passkey } }));
    },
    { showsFailure: true },
  );
  return (
    <Stack>
      <ErrorNotice error={use.error} />
      <Button onClick={() => use.mutate(undefined)} loading={use.isPending} fullWidth autoFocus>
        Use your passkey
      </Button>
    </Stack>
  );
}
