import { Accordion, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { oneOf } from '../../ui/filter-fields.tsx';
import { counted } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { EventDetails } from './event-details.tsx';
import { type EventType, receives, topicsOf } from './event-topics.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

const FILTERS: FilterField<'q' | 'offered'>[] = [
  oneOf('Webhooks', 'offered', { true: 'Carried by webhooks' }),
];

export default function EventTypes() {
  const types = useData('listEventTypes');
  const [filters, filter] = useFilters('q', 'offered');
  const { q = '', offered } = filters;
  return (
    <Page
      title="Event types"
      isWide
      description="Every type of event by its topic, with an example of its data and the subscriptions that receive it."
    >
      <WebhookTabs current="/webhooks/events" />
      <FilterBar
        fields={FILTERS}
        filters={filters}
        change={filter}
        search={{ name: 'q', label: 'Find an event type', placeholder: 'Find an event type' }}
      />
      <Loaded query={types}>
        {(all) => {
          const shown = offered === 'true' ? all.filter(({ subscribable }) => subscribable) : all;
          const topics = topicsOf(shown, q);
          if (topics.length === 0) return <Nothing />;
          return (
            <Stack gap="xl">
              {topics.map(([topic, inside]) => (
                <Topic key={topic} topic={topic} types={inside} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

const Nothing = () => (
  <EmptyState icon={IconWebhook} title="No event type matches">
    Search for a part of a name, such as “publish”, or for a topic.
  </EmptyState>
);

function Topic({ topic, types }: { topic: string; types: EventType[] }) {
  return (
    <section aria-label={topic}>
      <Group gap="xs" mb="xs" align="baseline">
        <Title order={2} size="h4">
          {inWords(topic)}
        </Title>
        <Text size="sm" c="dimmed">
          {counted(types.length, 'type')}
        </Text>
      </Group>
      <Accordion variant="contained" order={3}>
        {types.map((type) => (
          <Accordion.Item key={type.type} value={type.type}>
            <Accordion.Control>
              <Group gap="sm">
                <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {type.type}
                </Text>
                <Subscribers type={type} />
              </Group>
              <Text size="sm" c="dimmed">
                {type.description}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <EventDetails type={type} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}

function Subscribers({ type }: { type: EventType }) {
  const { rows, hasNextPage } = useList('listWebhookSubscriptions', { query: { limit: 100 } });
  if (!type.subscribable) {
    return (
      <Text span size="xs" c="dimmed">
        Not carried by webhooks
      </Text>
    );
  }
  const count = rows.filter(({ events }) => receives(events, type.type)).length;
  if (count === 0) return null;
  return (
    <Badge variant="light" tt="none">
      {hasNextPage ? `${count}+` : count} subscribed
    </Badge>
  );
}
