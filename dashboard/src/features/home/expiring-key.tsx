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
          The key “<bdi>{apiKey.label}</bdi>” expires <When at={apiKey.expiresAt} />. Rotate it, and put the
          new one in place before.
        </Text>
        <Button component={Link} to={`/developers/keys/${apiKey.id}`} size="xs" variant="default">
          Open key
        </Button>
      </Group>
    </Alert>
  );
}
