import { Alert, Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { expiresSoon } from '../keys/key-state.ts';
import { KEYS } from './places.ts';

/** A key that ends stops a program: better to see it coming. */
export function ExpiringKeys() {
  const keys = useList('listApiKeys', { query: { limit: 100 } });
  const soon = keys.rows.filter((key) => expiresSoon(key, Date.now()));
  return soon.map((key) => (
    <Alert key={key.id} color="yellow" icon={<IconKey aria-hidden />}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          The key “{key.label}” expires <When at={key.expiresAt} />. Create a new one and put it in place
          before.
        </Text>
        <Button component={Link} to={KEYS} size="xs" variant="default" flex="none">
          Open keys
        </Button>
      </Group>
    </Alert>
  ));
}
