import { Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { NumberField, problemWith } from '../../ui/number-field.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import { type DialogProps, useStepValues } from './order-dialog.ts';
import { openUnits } from './steps.ts';

const WORDS = {
  fulfill: { action: 'Fulfil', open: 'to fulfil' },
  deliver: { action: 'Mark delivered', open: 'on the way' },
};

/** Asks how many units of each line; all open units are preset, so a parcel needs no more than its tracking number, which comes first. */
export function UnitsDialog({ kind, ...props }: DialogProps & { kind: 'fulfill' | 'deliver' }) {
  const { order, act } = props.step;
  const lines = openUnits(order.items, kind);
  const [{ units, carrier, number, url }, change] = useStepValues(kind, order, {
    units: Object.fromEntries(lines.map(({ line, open }): [number, number | string] => [line, open])),
    carrier: '',
    number: '',
    url: '',
  });
  // A line that opened meanwhile has no typed number.
  const typedOf = (line: number) => units[line] ?? 0;
  const items = lines.flatMap(({ line }) =>
    Number(typedOf(line)) > 0 ? [{ line, quantity: Number(typedOf(line)) }] : [],
  );
  const isGood = lines.every(({ line, open }) => problemWith(typedOf(line), { most: open }) === null);
  const submit = () => {
    if (kind === 'deliver') return act({ kind, body: { items } });
    const told = { carrier: optionalText(carrier), number: optionalText(number), url: optionalText(url) };
    const isTold = Object.values(told).some((text) => text !== undefined);
    act({ kind, body: { items, ...(isTold && { tracking: told }) } });
  };
  return (
    <DialogForm
      {...props}
      kind={kind}
      action={WORDS[kind].action}
      disabled={items.length === 0 || !isGood}
      submit={submit}
    >
      {kind === 'fulfill' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Tracking number"
            description="Optional."
            data-autofocus
            maxLength={200}
            value={number}
            onChange={(event) => change({ number: event.currentTarget.value })}
          />
          <TextInput
            label="Carrier"
            description="Optional."
            maxLength={100}
            value={carrier}
            onChange={(event) => change({ carrier: event.currentTarget.value })}
          />
          <TextInput
            label="Tracking page"
            description="Optional. Begins with https://"
            type="url"
            pattern="https?://.*"
            maxLength={2000}
            value={url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
      {lines.map(({ line, name, sku, open }) => (
        <Group key={line} justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={500}>
              <bdi>{name}</bdi>
            </Text>
            <Text size="xs" c="dimmed">
              <bdi>{sku}</bdi> · {open} {WORDS[kind].open}
            </Text>
          </div>
          <NumberField
            aria-label={`Units of ${name}`}
            w={110}
            flex="none"
            most={open}
            value={typedOf(line)}
            onChange={(typed) => change({ units: { ...units, [line]: typed } })}
          />
        </Group>
      ))}
    </DialogForm>
  );
}
