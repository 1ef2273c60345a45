import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { useList } from '../../ui/use-data.ts';
import { type EventType, receives } from './event-topics.ts';

/** The subscriptions that receive a type, and the shape of its data. */
export function EventDetails({ type }: { type: EventType }) {
  return (
    <Stack>
      {type.subscribable && <Receivers type={type.type} />}
      <EventShape type={type} />
    </Stack>
  );
}

function Receivers({ type }: { type: string }) {
  const { rows, isPending } = useList('listWebhookSubscriptions', { query: { limit: 100 } });
  const mayAdd = useHasRole('admin');
  const receiving = rows.filter(({ events }) => receives(events, type));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Subscribed
      </Text>
      {receiving.length === 0 && !isPending && (
        <Text size="sm" c="dimmed">
          Nothing receives it.
        </Text>
      )}
      {receiving.map(({ id, name, url, active }) => (
        <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={`/webhooks/${id}`} underline="always" inherit>
            <bdi>{name}</bdi>
          </Anchor>{' '}
          <Text span c="dimmed" inherit>
            {url}
            {!active && ', paused'}
          </Text>
        </Text>
      ))}
      <Group gap="sm">
        {mayAdd && (
          <Button
            component={Link}
            to="/webhooks/new"
            search={{ event: type } as never}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
          >
            Subscribe to it
          </Button>
        )}
        <Anchor
          component={Link}
          to="/webhooks/deliveries"
          search={{ eventType: type } as never}
          size="sm"
          underline="always"
        >
          Deliveries of {type}
        </Anchor>
      </Group>
    </Stack>
  );
}

export function EventShape({ type }: { type: EventType }) {
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        Example of its data
      </Text>
      <CodeBlock label={`Example of ${type.type}`} code={JSON.stringify(type.example, null, 2)} />
      <Text size="sm" fw={500}>
        JSON Schema
      </Text>
      <CodeBlock label={`Schema of ${type.type}`} code={JSON.stringify(type.schema, null, 2)} />
    </Stack>
  );
}
