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

const FilterRows = ({ form }: { form: Form }) => (
  <Pairs
    form={form}
    list="filter"
    name="field"
    title="Filter"
    description="Only events whose data has one of the values in each field. The shape of an event shows its fields, such as type, propertyId or changedLocales."
    what="field"
    placeholder="propertyId"
    blank={{ field: '', values: [] }}
    second={({ field, values }, index) => (
      <TagsInput
        aria-label={`Values of ${field || 'the field'}`}
        placeholder={values.length === 0 ? 'Value, then Enter' : ''}
        flex={1}
        miw={0}
        acceptValueOnBlur
        {...form.getInputProps(`filter.${index}.values`)}
      />
    )}
  />
);

const HeaderRows = ({ form }: { form: Form }) => (
  <Pairs
    form={form}
    list="headers"
    name="name"
    title="Headers"
    description="Sent with every delivery, for example to authorise it. Values are stored encrypted and not shown again."
    what="header"
    placeholder="Authorization"
    blank={{ name: '', secret: '', isStored: false }}
    isFixed={({ isStored }) => isStored}
    second={({ name, isStored }, index) => (
      <PasswordInput
        aria-label={`Value of ${name || 'the header'}`}
        placeholder={isStored ? 'Stored; type to replace it' : 'Value'}
        autoComplete="off"
        flex={1}
        miw={0}
        {...form.getInputProps(`headers.${index}.secret`)}
      />
    )}
  />
);

type Lists = Pick<SubscriptionValues, 'filter' | 'headers'>;

/** Rows of a name and its value or values. */
function Pairs<List extends keyof Lists>(props: {
  form: Form;
  list: List;
  /** The property of a row that is its name. */
  name: keyof Lists[List][number] & string;
  title: string;
  description: string;
  what: string;
  placeholder: string;
  blank: Lists[List][number];
  isFixed?: (row: Lists[List][number]) => boolean;
  second: (row: Lists[List][number], index: number) => ReactNode;
}) {
  const { form, list, name, what } = props;
  const rows: Lists[List][number][] = form.values[list];
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} miw={0}>
      <Text size="sm" fw={500} component="legend">
        {props.title}
      </Text>
      <Text size="xs" c="dimmed">
        {props.description}
      </Text>
      {rows.map((row, index) => (
        <Group key={index.toString()} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            aria-label={what === 'field' ? 'Field' : 'Header'}
            placeholder={props.placeholder}
            w="40%"
            readOnly={props.isFixed?.(row)}
            {...form.getInputProps(`${list}.${index}.${name}`)}
            error={form.errors[`${list}.${row[name]}`]}
          />
          {props.second(row, index)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove ${what} ${row[name]}`}
            onClick={() => form.removeListItem(list, index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {form.errors[list] && (
        <Text size="xs" c="red" role="alert">
          {form.errors[list]}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem(list, props.blank as never)}
        >
          Add a {what}
        </Button>
      </Group>
    </Stack>
  );
}
