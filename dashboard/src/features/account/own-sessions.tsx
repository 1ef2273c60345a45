import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

type Session = Data<'listAuthSessions'>[number];

/** Lists the sessions of the account. */
export function OwnSessions() {
  const sessions = useData('listAuthSessions');
  const end = useAction((id: string) => api.deleteAuthSession({ path: { id } }), {
    invalidates: ['listAuthSessions'],
    successMessage: 'Signed out there',
  });
  const endOthers = useAction(() => api.endOtherSessions(), {
    invalidates: ['listAuthSessions'],
    successMessage: 'Signed out everywhere else',
  });
  const ask = () =>
    confirm({
      title: 'Sign out everywhere else?',
      children: 'Every other browser has to sign in again.',
      action: 'Sign out everywhere else',
      run: () => endOthers.mutateAsync(undefined),
    });
  const others = (sessions.data ?? []).some((session) => !session.current);
  return (
    <Panel
      title="Where you are signed in"
      description="If you do not know one of them, sign it out and change your password."
      actions={
        others && (
          <Button variant="default" onClick={ask}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loaded query={sessions}>
        {(all) => (
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {all.map((session) => (
              <SessionRow key={session.id} session={session} end={() => end.mutate(session.id)} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function SessionRow({ session, end }: { session: Session; end: () => void }) {
  const device = deviceOf(session.userAgent);
  return (
    <Group component="li" justify="space-between" align="flex-start">
      <div>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {session.current && (
            <Badge variant="default" tt="none">
              This one
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <bdi>{session.tenant.name}</bdi> · {session.address ?? 'unknown address'} · signed in{' '}
          <When at={session.createdAt} />, last used <When at={session.lastUsedAt} />
        </Text>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          onClick={end}
          aria-label={`Sign out ${device}, ${session.address}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Guesses the device, well enough for an account to recognise its own. */
function deviceOf(userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return userAgent?.slice(0, 40) || 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}
