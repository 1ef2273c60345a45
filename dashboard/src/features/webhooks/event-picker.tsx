import { Anchor, Checkbox, Group, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';
import { EventShape } from './event-details.tsx';
import { ALL, type EventType, receives, topicsOf, wildcardOf } from './event-topics.ts';

/** The event types as checkboxes by topic, each topic and all of them by a wildcard; a click shows the data of a type. */
export function EventPicker(props: {
  value?: string[];
  onChange: (events: string[]) => void;
  error?: ReactNode;
}) {
  const types = useData('listEventTypes');
  const [q, setQ] = useState('');
  const chosen = props.value ?? [];
  const toggle = (name: string) =>
    props.onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  const boxOf: BoxOf = (name, covers = []) => ({
    checked: chosen.includes(name) || covers.some((each) => chosen.includes(each)),
    // A type that a wildcard has chosen cannot be taken out of it.
    disabled: covers.some((each) => chosen.includes(each)),
    onChange: () => toggle(name),
  });
  return (
    <Loaded query={types}>
      {(all) => {
        const offered = all.filter(({ subscribable }) => subscribable);
        const topics = topicsOf(offered, q);
        const count = offered.filter(({ type }) => receives(chosen, type)).length;
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
              <Group justify="space-between">
                <TextInput
                  aria-label="Find an event type"
                  placeholder="Find an event type"
                  leftSection={<IconSearch size={16} aria-hidden />}
                  flex={1}
                  maw={320}
                  value={q}
                  onChange={(event) => setQ(event.currentTarget.value)}
                  onKeyDown={stayInForm}
                />
                <Text size="sm" c="dimmed" role="status">
                  {count} of {offered.length} chosen
                </Text>
              </Group>
              {q === '' && (
                <Checkbox label="All events" description="Also types that are added later." {...boxOf(ALL)} />
              )}
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                {topics.map(([topic, inside]) => (
                  <Topic key={topic} name={topic} types={inside} isWhole={q === ''} boxOf={boxOf} />
                ))}
              </SimpleGrid>
              {topics.length === 0 && <Text c="dimmed">No event type matches.</Text>}
            </Stack>
          </Input.Wrapper>
        );
      }}
    </Loaded>
  );
}

/** Enter in the search must not send the form. */
const stayInForm = (event: React.KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

type Box = { checked: boolean; disabled: boolean; onChange: () => void };
type BoxOf = (name: string, covers?: string[]) => Box;

function Topic(props: { name: string; types: EventType[]; isWhole: boolean; boxOf: BoxOf }) {
  const { name, types, boxOf } = props;
  const wildcard = wildcardOf(types[0]!.type);
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
      <Text size="sm" fw={600} component="legend" mb="xs">
        {inWords(name)}
      </Text>
      {props.isWhole && (
        <Checkbox label={`All of ${inWords(name).toLowerCase()}`} {...boxOf(wildcard, [ALL])} />
      )}
      {types.map((type) => (
        <Choice key={type.type} type={type} box={boxOf(type.type, [ALL, wildcard])} />
      ))}
    </Stack>
  );
}

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
