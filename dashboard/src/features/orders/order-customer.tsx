import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';

export function OrderCustomer({ id }: { id: string }) {
  const customer = useData('getCustomer', { path: { id } });
  return (
    <Panel title="Customer">
      <Loaded query={customer}>
        {({ name, email, phone }) => (
          <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
            <Group>
              <Anchor component={Link} to={`/customers/${id}`} fw={500}>
                <bdi>{name}</bdi>
              </Anchor>
            </Group>
            {email !== null && <Text size="sm">{email}</Text>}
            {phone !== null && <Text size="sm">{phone}</Text>}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
