import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { formatMoney } from '../../ui/money.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type NewOrderValues, newLine, totalsOf, withItem } from './new-order.ts';
import classes from './orders.module.css';
import { SkuInput } from './sku-input.tsx';

const MOST_LINES = 500;

/** The lines of a new order, each with its total. */
export function NewLines({ form }: { form: UseFormReturnType<NewOrderValues> }) {
  const { items, currency } = form.values;
  const totals = totalsOf(form.values);
  const field = (index: number, name: string) => form.getInputProps(`items.${index}.${name}`);
  return (
    <Panel title="Lines">
      <Stack gap="sm">
        {items.map((line, index) => (
          <fieldset key={line.key} className={classes.newLine} aria-label={`Line ${index + 1}`}>
            <SkuInput
              currency={currency}
              take={(item) => {
                form.setFieldValue(`items.${index}`, withItem(line, item));
                for (const name of ['sku', 'name', 'unitPrice'])
                  form.clearFieldError(`items.${index}.${name}`);
              }}
              {...field(index, 'sku')}
            />
            <TextInput label="Name" maxLength={500} {...field(index, 'name')} />
            <NumberField label="Quantity" least={1} most={1_000_000_000} {...field(index, 'quantity')} />
            <NumberField label="Unit price" placeholder="0" decimals={6} {...field(index, 'unitPrice')} />
            <NumberField label="Tax" currency={currency} suffix="" {...field(index, 'taxAmount')} />
            <Text size="sm" fw={500}>
              {totals === null ? '–' : formatMoney(totals.lines[index] ?? 0, currency)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove line ${index + 1}`}
              disabled={items.length === 1}
              onClick={() => form.removeListItem('items', index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </fieldset>
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          disabled={items.length >= MOST_LINES}
          onClick={() => form.insertListItem('items', newLine())}
        >
          Add line
        </Button>
      </Stack>
    </Panel>
  );
}
