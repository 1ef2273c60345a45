import { Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NumberField, problemWith } from '../../ui/number-field.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import type { DialogProps } from './order-dialog.ts';
import { openUnits } from './steps.ts';

const WORDS = {
  fulfill: { action: 'Fulfil', open: 'to fulfil' },
  deliver: { action: 'Mark delivered', open: 'on the way' },
};

/** Asks how many units of each line; all open units are preset. */
export function UnitsDialog({ kind, order, act, close }: DialogProps & { kind: 'fulfill' | 'deliver' }) {
  const lines = openUnits(order.items, kind);
  const [units, setUnits] = useState(
    () => new Map<number, number | string>(lines.map(({ line, open }) => [line, open])),
  );
  const [tracking, setTracking] = useState({ carrier: '', number: '', url: '' });
  const items = [...units].flatMap(([line, typed]) =>
    Number(typed) > 0 ? [{ line, quantity: Number(typed) }] : [],
  );
  const isGood = lines.every(({ line, open }) => problemWith(units.get(line)!, { most: open }) === null);
  const submit = () => {
    if (kind === 'deliver') return act({ kind, body: { items } });
    const { carrier, number, url } = tracking;
    const told = { carrier: optionalText(carrier), number: optionalText(number), url: optionalText(url) };
    const isTold = Object.values(told).some((text) => text !== undefined);
    act({ kind, body: { items, ...(isTold && { tracking: told }) } });
  };
  return (
    <DialogForm
      action={WORDS[kind].action}
      disabled={items.length === 0 || !isGood}
      close={close}
      submit={submit}
    >
      {lines.map(({ line, name, sku, open }) => (
        <Group key={line} justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {sku} · {open} {WORDS[kind].open}
            </Text>
          </div>
          <NumberField
            aria-label={`Units of ${name}`}
            w={110}
            flex="none"
            most={open}
            value={units.get(line)}
            onChange={(typed) => setUnits(new Map(units).set(line, typed))}
          />
        </Group>
      ))}
      {kind === 'fulfill' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Carrier"
            description="Optional."
            maxLength={100}
            value={tracking.carrier}
            onChange={(event) => setTracking({ ...tracking, carrier: event.currentTarget.value })}
          />
          <TextInput
            label="Tracking number"
            description="Optional."
            maxLength={200}
            value={tracking.number}
            onChange={(event) => setTracking({ ...tracking, number: event.currentTarget.value })}
          />
          <TextInput
            label="Tracking page"
            description="Optional. Begins with https://"
            type="url"
            pattern="https?://.*"
            maxLength={2000}
            value={tracking.url}
            onChange={(event) => setTracking({ ...tracking, url: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </DialogForm>
  );
}
