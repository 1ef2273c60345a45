import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { AddApp, AddPasskey } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { WithPassword } from './with-password.tsx';

type Factor = Data<'getAuthSecondFactors'>['factors'][number];

const KINDS: Record<Factor['kind'], string> = { totp: 'Authenticator app', passkey: 'Passkey' };

/** The second factors of the account: the list, and the buttons to add one. */
export function SecondFactors() {
  const query = useData('getAuthSecondFactors');
  const { secondFactorNeeded } = useSession();
  const addApp = () => openDialog('Add an authenticator app', (close) => <AddApp close={close} />);
  const addPasskey = () => openDialog('Add a passkey', (close) => <AddPasskey close={close} />);
  return (
    <Panel
      title="Second factor"
      description="An app or a passkey, asked for after your password."
      actions={
        <>
          <Button variant="default" onClick={addApp}>
            Add an app
          </Button>
          <Button variant="default" onClick={addPasskey}>
            Add a passkey
          </Button>
        </>
      }
    >
      {secondFactorNeeded && (
        <Alert color="yellow" title="This tenant asks for a second factor">
          Set one up to go on. Everything else waits until then.
        </Alert>
      )}
      <Loaded query={query}>
        {({ factors, recoveryCodesLeft }) =>
          factors.length === 0 ? (
            <Group gap="md">
              <StatusBadge tone="warn">Off</StatusBadge>
              <Text size="sm">Your password alone opens your account.</Text>
            </Group>
          ) : (
            <Stack>
              <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
                {factors.map((factor) => (
                  <FactorRow key={factor.id} factor={factor} />
                ))}
              </Stack>
              <Codes left={recoveryCodesLeft} />
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

function FactorRow({ factor }: { factor: Factor }) {
  const remove = () =>
    openDialog(`Remove ${factor.name}`, (close) => (
      <WithPassword
        action="Remove"
        danger
        send={(password) => api.removeSecondFactor({ path: { id: factor.id }, body: { password } })}
        invalidates={['getAuthSecondFactors']}
        successMessage="Removed"
        done={close}
      >
        Without it, your password alone opens your account, unless you have another.
      </WithPassword>
    ));
  return (
    <Group component="li" justify="space-between" align="flex-start">
      <div>
        <Text fw={500}>{factor.name}</Text>
        <Text size="sm" c="dimmed">
          {KINDS[factor.kind]} · added <When at={factor.createdAt} />, last used{' '}
          <When at={factor.lastUsedAt} fallback="never" />
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={remove} aria-label={`Remove ${factor.name}`}>
        Remove
      </Button>
    </Group>
  );
}

function Codes({ left }: { left: number }) {
  const renew = () =>
    openDialog('New recovery codes', (close) => (
      <WithPassword
        action="Make new codes"
        send={(password) => api.renewRecoveryCodes({ body: { password } })}
        invalidates={['getAuthSecondFactors']}
        done={({ data }) => {
          close();
          openDialog('Your recovery codes', (shut) => (
            <RecoveryCodes codes={data.recoveryCodes} close={shut} />
          ));
        }}
      >
        Your former codes stop working.
      </WithPassword>
    ));
  return (
    <Group justify="space-between">
      <Text size="sm">{counted(left, 'recovery code')} left</Text>
      <Button variant="default" size="xs" onClick={renew}>
        New recovery codes
      </Button>
    </Group>
  );
}
