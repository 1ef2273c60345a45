/** The filters of the order list, each with its control and its words. */
import { Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { CURRENCIES } from '../../ui/currency.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { CheckList } from '../../ui/list/check-list.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';
import { type FilterName, several } from './order-filters.ts';
import { CHANNELS, PAYMENT_STATUSES, STATUSES } from './states.ts';

// Few filters are by customer, and the picker is large.
const CustomerPicker = lazy(async () => ({
  default: (await import('../customers/customer-picker.tsx')).CustomerPicker,
}));

type Field = FilterField<FilterName>;

function choice(
  label: string,
  name: 'status' | 'paymentStatus' | 'channel',
  words: [string, string][],
): Field {
  const byValue = new Map(words);
  return {
    label,
    names: [name],
    inWords: (filters) =>
      several(filters[name])
        .map((value) => byValue.get(value) ?? value)
        .join(', '),
    control: (filters, change) => (
      <CheckList
        label={label}
        of={words}
        value={several(filters[name])}
        onChange={(values) => change({ [name]: values.join(',') || undefined })}
      />
    ),
  };
}

const statesOf = (states: object) =>
  Object.keys(states).map((state): [string, string] => [state, inWords(state)]);

const DAYS: Field = {
  label: 'Placed',
  names: ['from', 'to'],
  inWords: ({ from, to }) => rangeInWords(from, to),
  control: (filters, change) => (
    <Stack gap="xs">
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={name === 'from' ? 'Placed from' : 'Placed until'}
          type="date"
          value={filters[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </Stack>
  ),
};

const TOTALS: Field = {
  label: 'Total',
  names: ['currency', 'totalFrom', 'totalTo'],
  inWords: ({ currency, totalFrom, totalTo }) =>
    [rangeInWords(totalFrom, totalTo), currency].filter(Boolean).join(' '),
  control: (filters, change) => (
    <Stack gap="xs">
      <Select
        label="Currency"
        description="Totals of different currencies cannot be compared."
        placeholder="Any"
        clearable
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        data={CURRENCIES}
        value={filters.currency ?? null}
        onChange={(currency) =>
          change({
            currency: currency ?? undefined,
            ...(currency === null && { totalFrom: undefined, totalTo: undefined }),
          })
        }
      />
      {(['totalFrom', 'totalTo'] as const).map((name) => (
        <TotalInput
          key={`${name} ${filters[name] === undefined}`}
          label={name === 'totalFrom' ? 'Total from' : 'Total until'}
          disabled={filters.currency === undefined}
          value={filters[name]}
          onChange={(total) => change({ [name]: total })}
        />
      ))}
    </Stack>
  ),
};

export const ORDER_FILTERS: Field[] = [
  choice('Status', 'status', statesOf(STATUSES)),
  choice('Payment', 'paymentStatus', statesOf(PAYMENT_STATUSES)),
  {
    label: 'Owed',
    names: ['owed'],
    inWords: ({ owed }) => (owed === 'true' ? 'to be paid' : ''),
    control: ({ owed }, change) => (
      <CheckList
        label="Owed"
        of={[['true', 'Money is owed, in full or in part']]}
        value={several(owed)}
        onChange={([value]) => change({ owed: value })}
      />
    ),
  },
  choice('Channel', 'channel', Object.entries(CHANNELS)),
  {
    label: 'Customer',
    names: ['customerId'],
    inWords: ({ customerId }) => customerId && <CustomerName id={customerId} />,
    control: ({ customerId }, change) => (
      <Suspense>
        <CustomerPicker
          label="Customer"
          placeholder="Anyone"
          isInPopover
          value={customerId ?? null}
          onChange={(customer) => change({ customerId: customer?.id })}
        />
      </Suspense>
    ),
  },
  DAYS,
  TOTALS,
];

function CustomerName({ id }: { id: string }) {
  return <bdi>{useData('getCustomer', { path: { id } }).data?.name ?? '…'}</bdi>;
}

const rangeInWords = (from: string | undefined, to: string | undefined) => {
  if (from === undefined && to === undefined) return '';
  if (from === to) return from!;
  if (to === undefined) return `from ${from}`;
  return from === undefined ? `until ${to}` : `${from} – ${to}`;
};

function TotalInput(props: {
  label: string;
  disabled: boolean;
  value: string | undefined;
  onChange: (total: string | undefined) => void;
}) {
  const tell = useDebouncedCallback((total: string) => props.onChange(total || undefined), 400);
  return (
    <TextInput
      label={props.label}
      placeholder={props.disabled ? 'Choose a currency first' : 'Any'}
      disabled={props.disabled}
      type="number"
      min={0}
      step="any"
      defaultValue={props.value}
      onChange={(event) => tell(event.currentTarget.value)}
    />
  );
}
