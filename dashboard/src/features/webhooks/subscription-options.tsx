/** The options of a subscription that most do without. */
import {
  Accordion,
  ActionIcon,
  Button,
  Group,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NumberField } from '../../ui/number-field.tsx';
import type { SubscriptionValues } from './subscription-values.ts';

type Form = UseFormReturnType<SubscriptionValues>;

export function SubscriptionOptions({ form }: { form: Form }) {
  const { filter, headers, ordered, asymmetric, coalesceSeconds, rateLimit } = form.values;
  const used =
    filter.length + headers.length + [ordered, asymmetric, coalesceSeconds, rateLimit].filter(Boolean).length;
  return (
    <Accordion variant="separated" defaultValue={used > 0 ? 'options' : null}>
      <Accordion.Item value="options">
        <Accordion.Control>
          Options: filter, headers, order, bursts, rate{used > 0 && ` (${used} in use)`}
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="lg">
            <FilterRows form={form} />
            <HeaderRows form={form} />
            <Group align="flex-start" gap="lg">
              <NumberField
                label="At most, per second"
                description="How many deliveries your receiver takes each second."
                placeholder="No limit"
                least={1}
                most={10_000}
                maw={240}
                {...form.getInputProps('rateLimit')}
              />
              <NumberField
                label="Gather for, seconds"
                description="Events of so many seconds come as one delivery."
                placeholder="Each by itself"
                least={1}
                most={300}
                maw={240}
                {...form.getInputProps('coalesceSeconds')}
              />
            </Group>
            <Switch
              label="In order, for each object"
              description="A delivery waits until the one before it, about the same object, is over. One that fails holds up the next for up to 7.5 hours."
              {...form.getInputProps('ordered', { type: 'checkbox' })}
            />
            <Switch
              label="Sign with a key pair as well"
              description="An ed25519 signature, which your receiver verifies with a public key instead of the secret."
              {...form.getInputProps('asymmetric', { type: 'checkbox' })}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function FilterRows({ form }: { form: Form }) {
  const add = () => form.insertListItem('filter', { field: '', values: [] });
  return (
    <Rows
      title="Filter"
      description="Only events whose data has one of the values in each field. The shape of an event shows its fields, such as type, propertyId or changedLocales."
      add="Add a field"
      onAdd={add}
      error={form.errors.filter}
    >
      {form.values.filter.map((row, index) => (
        <Group key={index.toString()} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            aria-label="Field"
            placeholder="propertyId"
            w="40%"
            {...form.getInputProps(`filter.${index}.field`)}
            error={form.errors[`filter.${row.field}`]}
          />
          <TagsInput
            aria-label={`Values of ${row.field || 'the field'}`}
            placeholder={row.values.length === 0 ? 'Value, then Enter' : ''}
            flex={1}
            miw={0}
            acceptValueOnBlur
            {...form.getInputProps(`filter.${index}.values`)}
          />
          <Remove what={`field ${row.field}`} onClick={() => form.removeListItem('filter', index)} />
        </Group>
      ))}
    </Rows>
  );
}

function HeaderRows({ form }: { form: Form }) {
  const add = () => form.insertListItem('headers', { name: '', secret: '', isStored: false });
  return (
    <Rows
      title="Headers"
      description="Sent with every delivery, for example to authorise it. Values are stored encrypted and not shown again."
      add="Add a header"
      onAdd={add}
      error={form.errors.headers}
    >
      {form.values.headers.map((row, index) => (
        <Group key={index.toString()} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            aria-label="Header"
            placeholder="Authorization"
            w="40%"
            readOnly={row.isStored}
            {...form.getInputProps(`headers.${index}.name`)}
            error={form.errors[`headers.${row.name}`]}
          />
          <PasswordInput
            aria-label={`Value of ${row.name || 'the header'}`}
            placeholder={row.isStored ? 'Stored; type to replace it' : 'Value'}
            autoComplete="off"
            flex={1}
            miw={0}
            {...form.getInputProps(`headers.${index}.secret`)}
          />
          <Remove what={`header ${row.name}`} onClick={() => form.removeListItem('headers', index)} />
        </Group>
      ))}
    </Rows>
  );
}

function Rows(props: {
  title: string;
  description: string;
  add: string;
  onAdd: () => void;
  error?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} miw={0}>
      <Text size="sm" fw={500} component="legend">
        {props.title}
      </Text>
      <Text size="xs" c="dimmed">
        {props.description}
      </Text>
      {props.children}
      {props.error && (
        <Text size="xs" c="red" role="alert">
          {props.error}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={props.onAdd}
        >
          {props.add}
        </Button>
      </Group>
    </Stack>
  );
}

function Remove({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${what}`} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
