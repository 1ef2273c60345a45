import { Anchor, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Item } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useData } from '../../ui/use-data.ts';
import { EventShape } from './event-types.screen.tsx';

type EventType = Item<'listEventTypes'>;

/** The event types as checkboxes; a click shows the data of a type. */
export function EventPicker(props: {
  value?: string[];
  onChange: (events: string[]) => void;
  error?: ReactNode;
}) {
  const types = useData('listEventTypes');
  return (
    <Loaded query={types}>
      {(all) => {
        const topics = Map.groupBy(
          all.filter((type) => type.subscribable),
          (type) => type.topic,
        );
        return (
          <Checkbox.Group
            label="Events"
            data-path="events"
            tabIndex={-1}
            description="Events of these types are sent to the address above."
            value={props.value}
            onChange={props.onChange}
            error={props.error}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm" spacing="lg">
              {[...topics].map(([topic, inside]) => (
                <Stack key={topic} gap="xs">
                  <Text size="sm" fw={600} tt="capitalize">
                    {topic}
                  </Text>
                  {inside.map((type) => (
                    <Choice key={type.type} type={type} />
                  ))}
                </Stack>
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        );
      }}
    </Loaded>
  );
}

function Choice({ type }: { type: EventType }) {
  const show = () => openDialog(type.type, () => <EventShape type={type} />, 'lg');
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <Checkbox value={type.type} label={type.type} description={type.description} />
      <Anchor component="button" type="button" size="xs" onClick={show} aria-label={`Shape of ${type.type}`}>
        Shape
      </Anchor>
    </Group>
  );
}
