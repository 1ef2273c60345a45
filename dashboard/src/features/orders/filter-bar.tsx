import {
  Button,
  Collapse,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { CURRENCIES } from '../../ui/currency.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { CustomerPicker } from '../customers/customer-picker.tsx';
import { type FilterName, NOTHING, type OrderFilters, several } from './order-filters.ts';
import { CHANNELS, PAYMENT_STATUSES, STATUSES } from './states.ts';

const MORE: FilterName[] = [
  'paymentStatus',
  'channel',
  'customerId',
  'from',
  'to',
  'currency',
  'totalFrom',
  'totalTo',
];

type Props = { filters: OrderFilters; filter: (change: OrderFilters) => void };

export function FilterBar({ filters, filter }: Props) {
  const inUse = MORE.filter((name) => filters[name] !== undefined).length;
  const [opened, setOpened] = useState(inUse > 0);
  return (
    <div>
      <Group gap="sm">
        <SearchInput
          label="Search orders"
          placeholder="Number, customer, e-mail, product …"
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
        <Several
          name="Status"
          of={Object.keys(STATUSES)}
          value={filters.status}
          onChange={(status) => filter({ status })}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={opened}
          onClick={() => setOpened((before) => !before)}
        >
          {inUse === 0 ? 'More filters' : `More filters (${inUse})`}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} />}
            onClick={() => filter(NOTHING)}
          >
            Clear
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>
        <MoreFilters filters={filters} filter={filter} />
      </Collapse>
    </div>
  );
}

function MoreFilters({ filters, filter }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mt="sm">
      <Several
        name="Payment"
        withLabel
        of={Object.keys(PAYMENT_STATUSES)}
        value={filters.paymentStatus}
        onChange={(paymentStatus) => filter({ paymentStatus })}
      />
      <Several
        name="Channel"
        withLabel
        of={Object.keys(CHANNELS)}
        words={CHANNELS}
        value={filters.channel}
        onChange={(channel) => filter({ channel })}
      />
      <CustomerPicker
        label="Customer"
        placeholder="Anyone"
        value={filters.customerId ?? null}
        onChange={(customer) => filter({ customerId: customer?.id })}
      />
      <Select
        label="Currency"
        placeholder="Any"
        clearable
        searchable
        data={CURRENCIES}
        value={filters.currency ?? null}
        onChange={(currency) =>
          filter({ currency: currency ?? undefined, ...(currency === null && NO_TOTALS) })
        }
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={name === 'from' ? 'Placed from' : 'Placed until'}
          type="date"
          value={filters[name] ?? ''}
          onChange={(event) => filter({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      {(['totalFrom', 'totalTo'] as const).map((name) => (
        <TotalInput
          key={`${name} ${filters[name] === undefined}`}
          label={name === 'totalFrom' ? 'Total from' : 'Total until'}
          disabled={filters.currency === undefined}
          value={filters[name]}
          onChange={(total) => filter({ [name]: total })}
        />
      ))}
    </SimpleGrid>
  );
}

const NO_TOTALS = { totalFrom: undefined, totalTo: undefined };

function TotalInput(props: {
  label: string;
  disabled: boolean;
  value: string | undefined;
  onChange: (total: string | undefined) => void;
}) {
  const tell = useDebouncedCallback((total: string) => props.onChange(total || undefined), 400);
  return (
    <NumberInput
      label={props.label}
      placeholder={props.disabled ? 'Choose a currency first' : 'Any'}
      disabled={props.disabled}
      clampBehavior="none"
      allowNegative={false}
      hideControls
      defaultValue={props.value}
      onChange={(total) => tell(String(total))}
    />
  );
}

function Several(props: {
  name: string;
  of: string[];
  words?: Record<string, string>;
  withLabel?: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const chosen = several(props.value);
  return (
    <MultiSelect
      label={props.withLabel ? props.name : undefined}
      aria-label={props.name}
      placeholder={chosen.length === 0 ? (props.withLabel ? 'Any' : props.name) : undefined}
      clearable
      w={props.withLabel ? undefined : { base: '100%', xs: 220 }}
      data={props.of.map((value) => ({ value, label: props.words?.[value] ?? inWords(value) }))}
      value={chosen}
      onChange={(values) => props.onChange(values.join(',') || undefined)}
    />
  );
}
