import { Stack, Tabs, Text } from '@mantine/core';
import { useSession } from '../../session/use-session.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { setupsFor } from './assistant-setups.ts';
import type { Scope } from './scopes.ts';

export const NO_KEY = 'sk_live_…';

/** The ways to connect an assistant, each ready to paste. */
export function AssistantSetup({ secret, scopes }: { secret: string; scopes?: Scope[] }) {
  const { tenant } = useSession();
  const setups = setupsFor({ origin: location.origin, tenant: tenant.name, secret, scopes });
  return (
    <Tabs defaultValue={setups[0]!.name} keepMounted={false}>
      <Tabs.List>
        {setups.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {setups.map(({ name, hint, code }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
            <CodeBlock label={name} code={code} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
