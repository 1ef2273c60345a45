import { Alert, Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { When } from '../../ui/when.tsx';
import type { Home } from './home.ts';

type Key = NonNullable<Home['keys']>['expiring'][number];

/** Warns before a key expires, because its program then stops working. */
export function ExpiringKey({ apiKey }: { apiKey: Key }) {
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />}>
      <Group justify="space-between" align="flex-start">
        <Text size="sm">
          The key “<bdi>{apiKey.label}</bdi>” expires <When at={apiKey.expiresAt} />. Create a new one and put
          it in place before.
        </Text>
        <Button component={Link} to="/settings/ai-integrations" size="xs" variant="default">
          Open keys
        </Button>
      </Group>
    </Alert>
  );
}
