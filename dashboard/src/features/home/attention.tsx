import { Stack, Text, Title } from '@mantine/core';
import { useMay } from '../../app/use-session.ts';
import { ExpiringKeys } from './expiring-keys.tsx';
import { Notices } from './notices.tsx';

/**
 * What needs someone, in one place: each kind asks the API for itself and shows nothing when there is nothing. Entries
 * that are scheduled belong here too, once the API of content lists them.
 */
export function Attention() {
  const isAdmin = useMay('admin');
  return (
    <Stack component="section" aria-label="Needs attention" gap="sm">
      <Title order={2} size="h4">
        Needs attention
      </Title>
      <Notices />
      {isAdmin && <ExpiringKeys />}
    </Stack>
  );
}

export const NothingToDo = () => (
  <Text size="sm" c="dimmed">
    No webhook fails at the moment.
  </Text>
);
