import { Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
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
  const [units, setUnits] = useState(() => new Map(lines.map(({ line, open }) => [line, open])));
  const [tracking, setTracking] = useState({ carrier: '', number: '', url: '' });
  const items = [...units].flatMap(([line, quantity]) => (quantity > 0 ? [{ line, quantity }] : []));
  const submit = () => {
    if (kind === 'deliver') return act({ kind, body: { items } });
    const { carrier, number, url } = tracking;
    const told = { carrier: optionalText(carrier), number: optionalText(number), url: optionalText(url) };
    const isTold = Object.values(told).some((text) => text !== undefined);
    act({ kind, body: { items, ...(isTold && { tracking: told }) } });
  };
  return (
    <DialogForm action={WORDS[kind].action} disabled={items.length === 0} close={close} submit={submit}>
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
          <NumberInput
            aria-label={`Units of ${name}`}
            w={110}
            flex="none"
            min={0}
            max={open}
            allowDecimal={false}
            clampBehavior="strict"
            value={units.get(line)}
            onChange={(quantity) => setUnits(new Map(units).set(line, Number(quantity) || 0))}
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
