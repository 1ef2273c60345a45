import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { api, type Data } from '../../api.ts';
import { renew } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useAction } from '../../ui/use-data.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { WithPassword } from './with-password.tsx';

/** Renews the session, which may have lacked a required factor until now; a first factor then shows the recovery codes. */
function useEnrolled(close: () => void) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const enrolled = async ({ recoveryCodes }: Data<'confirmTotp'>) => {
    await renew();
    if (recoveryCodes === null) close();
    else setCodes(recoveryCodes);
  };
  return { shown: codes && <RecoveryCodes codes={codes} close={close} />, enrolled };
}

export function AddApp({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<Data<'beginTotp'> | null>(null);
  const { shown, enrolled } = useEnrolled(close);
  if (shown) return shown;
  if (begun !== null) return <ConfirmApp begun={begun} enrolled={enrolled} />;
  return (
    <WithPassword
      action="Go on"
      send={(password) => api.beginTotp({ body: { password } })}
      done={({ data }) => setBegun(data)}
    >
      You need an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password.
    </WithPassword>
  );
}

function ConfirmApp(props: {
  begun: Data<'beginTotp'>;
  enrolled: (result: Data<'confirmTotp'>) => Promise<void>;
}) {
  const { id, secret, address } = props.begun;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { code: '' },
    kept: false,
    send: async (body) => props.enrolled((await api.confirmTotp({ path: { id }, body })).data),
    invalidates: ['getAuthSecondFactors', 'listAuthSessions'],
  });
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 4 }))}`;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Scan this with the app, or type the key into it.</Text>
        <Group justify="center">
          <img src={picture} alt="The key, for your app to scan" width={200} height={200} />
        </Group>
        <Code block data-testid="totp-secret" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {secret}
        </Code>
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={sending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function AddPasskey({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<Data<'beginPasskey'> | null>(null);
  const { shown, enrolled } = useEnrolled(close);
  if (shown) return shown;
  if (begun !== null) return <MakePasskey begun={begun} enrolled={enrolled} />;
  return (
    <WithPassword
      action="Go on"
      send={(password) => api.beginPasskey({ body: { password } })}
      done={({ data }) => setBegun(data)}
    >
      Your phone, your computer or a security key stores it, and only this site can ask for it.
    </WithPassword>
  );
}

function MakePasskey(props: {
  begun: Data<'beginPasskey'>;
  enrolled: (result: Data<'confirmPasskey'>) => Promise<void>;
}) {
  const { ticket, options } = props.begun;
  const [name, setName] = useState('Passkey');
  const make = useAction(
    async () => {
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = { ...(await startRegistration({ optionsJSON })) };
      await props.enrolled((await api.confirmPasskey({ body: { ticket, name, response } })).data);
    },
    { showsFailure: true, invalidates: ['getAuthSecondFactors', 'listAuthSessions'] },
  );
  return (
    <Stack>
      <TextInput
        label="Name"
        description="To recognise it later, for example the name of its device."
        value={name}
        maxLength={100}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ErrorNotice error={make.error} />
      <Group justify="flex-end">
        <Button loading={make.isPending} disabled={name === ''} onClick={() => make.mutate(undefined)}>
          Make the passkey
        </Button>
      </Group>
    </Stack>
  );
}
