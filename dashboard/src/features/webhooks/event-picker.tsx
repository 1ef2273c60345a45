import { Anchor, Checkbox, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Item } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useData } from '../../ui/use-data.ts';
import { EventShape } from './event-types.screen.tsx';

type EventType = Item<'listEventTypes'>;

const ALL = '*';
const wildcardOf = (type: EventType) => `${type.type.split('.')[0]}.*`;

/** The event types as checkboxes, each topic and all of them by a wildcard; a click shows the data of a type. */
export function EventPicker(props: {
  value?: string[];
  onChange: (events: string[]) => void;
  error?: ReactNode;
}) {
  const types = useData('listEventTypes');
  const chosen = props.value ?? [];
  const toggle = (name: string) =>
    props.onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  const boxOf = (name: string, covers: string[] = []) => ({
    checked: chosen.includes(name) || covers.some((each) => chosen.includes(each)),
    // A type that a wildcard has chosen cannot be taken out of it.
    disabled: covers.some((each) => chosen.includes(each)),
    onChange: () => toggle(name),
  });
  return (
    <Loaded query={types}>
      {(all) => {
        const topics = Map.groupBy(
          all.filter((type) => type.subscribable),
          (type) => type.topic,
        );
        return (
          <Input.Wrapper
            label="Events"
            data-path="events"
            tabIndex={-1}
            description="Events of these types are sent to the address above."
            error={props.error}
            labelElement="div"
          >
            <Stack mt="sm">
              <Checkbox label="All events" description="Also types that are added later." {...boxOf(ALL)} />
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
                {[...topics].map(([topic, inside]) => {
                  const wildcard = wildcardOf(inside[0]!);
                  return (
                    <Stack key={topic} gap="xs" component="fieldset" m={0} p={0} bd={0}>
                      <Text size="sm" fw={600} tt="capitalize" component="legend" mb="xs">
                        {topic}
                      </Text>
                      <Checkbox label={`All of ${topic}`} {...boxOf(wildcard, [ALL])} />
                      {inside.map((type) => (
                        <Choice key={type.type} type={type} box={boxOf(type.type, [ALL, wildcard])} />
                      ))}
                    </Stack>
                  );
                })}
              </SimpleGrid>
            </Stack>
          </Input.Wrapper>
        );
      }}
    </Loaded>
  );
}

type Box = { checked: boolean; disabled: boolean; onChange: () => void };

function Choice({ type, box }: { type: EventType; box: Box }) {
  const show = () => openDialog(type.type, () => <EventShape type={type} />, 'lg');
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <Checkbox label={type.type} description={type.description} {...box} />
      <Anchor component="button" type="button" size="xs" onClick={show} aria-label={`Shape of ${type.type}`}>
        Shape
      </Anchor>
    </Group>
  );
}
