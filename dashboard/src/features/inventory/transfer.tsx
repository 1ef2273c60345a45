import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { MOVED } from './adjust.tsx';
import { useLocationOptions } from './locations.ts';

type Line = { sku: string; quantity: number | string };
const NO_LINE: Line = { sku: '', quantity: '' };

/** Moves units between two locations; `sku` is the first line. */
export const openTransfer = (sku: string | null) =>
  openDialog('Transfer stock', (close) => <Transfer sku={sku} close={close} />, 'lg');

function Transfer({ sku, close }: { sku: string | null; close: () => void }) {
  const locations = useLocationOptions();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      from: locations[0]?.value ?? null,
      to: locations[1]?.value ?? null,
      reason: '',
      lines: [{ ...NO_LINE, sku: sku ?? '' }],
    } as { from: string | null; to: string | null; reason: string; lines: Line[] },
    send: ({ from, to, reason, lines }) =>
      api.createTransfer({
        body: {
          from: from ?? '',
          to: to ?? '',
          ...(reason.trim() !== '' && { reason }),
          lines: lines.map((line) => ({ sku: line.sku, quantity: line.quantity as number })),
        },
      }),
    invalidates: [...MOVED],
    successMessage: 'The stock is moved',
    done: close,
  });
  const { lines } = form.values;
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Transfer" noValidate>
      <Group grow align="flex-start">
        <Select
          label="From"
          data={locations}
          allowDeselect={false}
          data-path="from"
          {...form.getInputProps('from')}
        />
        <Select
          label="To"
          data={locations}
          allowDeselect={false}
          data-path="to"
          {...form.getInputProps('to')}
        />
      </Group>
      {lines.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            label={index === 0 ? 'SKU' : undefined}
            aria-label={`SKU of line ${index + 1}`}
            flex={1}
            required
            data-autofocus={index === 0 || undefined}
            data-path={`lines.${index}.sku`}
            {...form.getInputProps(`lines.${index}.sku`)}
          />
          <NumberField
            label={index === 0 ? 'Units' : undefined}
            aria-label={`Units of line ${index + 1}`}
            least={1}
            w={110}
            required
            data-path={`lines.${index}.quantity`}
            {...form.getInputProps(`lines.${index}.quantity`)}
          />
          {lines.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={index === 0 ? 26 : 0}
              aria-label={`Remove line ${index + 1}`}
              onClick={() => form.removeListItem('lines', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Button
        variant="subtle"
        w="fit-content"
        leftSection={<IconPlus size={16} />}
        onClick={() => form.insertListItem('lines', { ...NO_LINE })}
      >
        Add a line
      </Button>
      <TextInput label="Reason" maxLength={500} {...form.getInputProps('reason')} />
    </FormFrame>
  );
}
