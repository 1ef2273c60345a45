import { Anchor, Group, Stack } from '@mantine/core';
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
            {email !== null && (
              <Anchor href={`mailto:${email}`} size="sm">
                {email}
              </Anchor>
            )}
            {phone !== null && (
              <Anchor href={`tel:${phone}`} size="sm">
                {phone}
              </Anchor>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
