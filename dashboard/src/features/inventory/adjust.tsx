import { Autocomplete, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useLocationOptions } from './locations.ts';
import { onHandAt, type StockItem } from './stock-state.tsx';

/** Operations whose answers a movement of stock changes. */
export const MOVED = ['listItems', 'getItem', 'listMovements', 'listReservations'] as const;

const WAYS = [
  { value: 'received', label: 'Received' },
  { value: 'removed', label: 'Removed' },
  { value: 'counted', label: 'Counted' },
];
const REASONS: Record<string, string[]> = {
  received: ['Delivery from the supplier', 'Production', 'Found'],
  removed: ['Damaged', 'Lost', 'Own use', 'Sample'],
  counted: ['Stock-taking', 'Correction'],
};

type Way = 'received' | 'removed' | 'counted';
type Values = { way: Way; locationId: string; units: number | string; reason: string };

export const openAdjust = (item: StockItem, locationId: string | undefined) =>
  openDialog(`Adjust ${item.sku}`, (close) => (
    <Adjust item={item} locationId={locationId ?? item.levels[0]?.locationId} close={close} />
  ));

function Adjust(props: { item: StockItem; locationId: string | undefined; close: () => void }) {
  const { item, close } = props;
  const locations = useLocationOptions();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      way: 'received',
      locationId: props.locationId ?? locations[0]?.value ?? '',
      units: '',
      reason: '',
    } as Values,
    send: (values) => api.createAdjustment({ body: bodyOf(item, values) }),
    places: {
      'lines.0.count': 'units',
      'lines.0.change': 'units',
      'lines.0.sku': 'units',
      'lines.0.locationId': 'locationId',
    },
    invalidates: [...MOVED],
    successMessage: 'The stock is adjusted',
    done: close,
  });
  const { way, locationId, units } = form.values;
  const onHand = onHandAt(item, locationId);
  const after = typeof units === 'number' ? resultOf(way, onHand, units) : onHand;

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SegmentedControl
          aria-label="What happened"
          data={WAYS}
          {...form.getInputProps('way')}
          onChange={(value) => form.setFieldValue('way', value as Way)}
        />
        {locations.length > 1 && (
          <Select
            label="Location"
            data={locations}
            allowDeselect={false}
            {...form.getInputProps('locationId')}
          />
        )}
        <NumberField
          label={way === 'counted' ? 'Units that are there' : 'Units'}
          least={way === 'counted' ? 0 : 1}
          required
          data-autofocus
          data-path="units"
          {...form.getInputProps('units')}
        />
        <Autocomplete
          label="Reason"
          description="Stays in the ledger"
          maxLength={500}
          placeholder={REASONS[way]![0]}
          data={REASONS[way]}
          {...form.getInputProps('reason')}
        />
        <Text size="sm" role="status">
          On hand: {formatNumber(onHand)} now, <strong>{formatNumber(after)}</strong> after it
        </Text>
        <ErrorNotice error={failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending} disabled={typeof units !== 'number'}>
            Adjust stock
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf(item: StockItem, { way, locationId, units, reason }: Values) {
  const line = { sku: item.sku, locationId };
  const number = typeof units === 'number' ? units : 0;
  const change = { ...line, change: way === 'removed' ? -number : number };
  return {
    reason: reason.trim() || REASONS[way]![0]!,
    kind: way === 'received' ? ('received' as const) : ('adjusted' as const),
    lines: [way === 'counted' ? { ...line, count: number, seen: onHandAt(item, locationId) } : change],
  };
}

function resultOf(way: Way, onHand: number, units: number): number {
  if (way === 'counted') return units;
  return way === 'removed' ? onHand - units : onHand + units;
}
