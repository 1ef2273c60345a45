import { Accordion, Anchor, Badge, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useData } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

type EventType = Item<'listEventTypes'>;

export default function EventTypes() {
  const types = useData('listEventTypes');
  const [{ q = '' }, filter] = useFilters('q');
  const matches = ({ type, description }: EventType) =>
    `${type} ${description}`.toLowerCase().includes(q.toLowerCase());
  return (
    <Page
      title="Events"
      isWide
      description="Every type of event, with the shape of its data. Those marked can be subscribed to."
    >
      <WebhookTabs current="/webhooks/events" />
      <TextInput
        aria-label="Find an event type"
        placeholder="Find an event type"
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={320}
        value={q}
        onChange={(event) => filter({ q: event.currentTarget.value })}
      />
      <Loaded query={types}>
        {(all) => (
          <Accordion variant="separated" order={2}>
            {all
              .filter(matches)
              .toSorted((a, b) => Number(b.subscribable) - Number(a.subscribable))
              .map((type) => (
                <Accordion.Item key={type.type} value={type.type}>
                  <Accordion.Control>
                    <Group gap="sm">
                      <Text fw={500}>{type.type}</Text>
                      {type.subscribable && (
                        <Badge variant="default" tt="none">
                          Subscribable
                        </Badge>
                      )}
                    </Group>
                    <Text size="sm" c="dimmed">
                      {type.description}
                    </Text>
                  </Accordion.Control>
                  <Accordion.Panel>
                    <Stack>
                      {type.subscribable && (
                        <Anchor
                          component={Link}
                          to="/webhooks/deliveries"
                          search={{ eventType: type.type } as never}
                          size="sm"
                          underline="always"
                        >
                          Deliveries of {type.type}
                        </Anchor>
                      )}
                      <EventShape type={type} />
                    </Stack>
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
          </Accordion>
        )}
      </Loaded>
    </Page>
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
