import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconReceiptTax, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCountry, formatMoney, formatNumber } from '../../ui/formats.ts';
import { turnOnAndOff } from '../../ui/list/bulk-actions.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { openShippingOption, type ShippingOption } from './shipping-form.tsx';
import { openTaxRate, type TaxRate } from './tax-form.tsx';
import { TryAddress } from './try-address.tsx';

export default function Shipping() {
  return (
    <Page
      title="Shipping and tax"
      isWide
      description="What a checkout adds to the prices of its lines. Orders that are placed stay as they are."
    >
      <Stack gap="xl">
        <ShippingOptions />
        <TaxRates />
        <TryAddress />
      </Stack>
    </Page>
  );
}

/** A list that is one of several on its page. */
const Section = (props: { title: string; description: string; action: ReactNode; children: ReactNode }) => (
  <Stack gap="sm" component="section" aria-label={props.title}>
    <Group justify="space-between" align="flex-end" gap="sm">
      <div>
        <Title order={2} size="h4">
          {props.title}
        </Title>
        <Text size="sm" c="dimmed">
          {props.description}
        </Text>
      </div>
      {props.action}
    </Group>
    {props.children}
  </Stack>
);

const Add = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onClick}>
    Add {what}
  </Button>
);

function ShippingOptions() {
  const mayEdit = useHasRole('editor');
  return (
    <Section
      title="Shipping"
      description="A shopper chooses among those for their country and currency, in this order."
      action={mayEdit && <Add what="shipping option" onClick={() => openShippingOption(null)} />}
    >
      <ShortList
        name="listShippingOptions"
        label="Shipping options"
        nouns={['option', 'options']}
        file="shipping-options.csv"
        columns={OPTION_COLUMNS}
        usual={byPosition}
        open={mayEdit ? openShippingOption : undefined}
        bulk={mayEdit && { actions: OPTION_ACTIONS, invalidates: ['listShippingOptions'] }}
        empty={
          <EmptyState icon={IconTruckDelivery} title="No shipping options yet">
            Until there is one, shoppers can buy only what is not shipped. Such as Standard, free from a
            subtotal of 50 on.
          </EmptyState>
        }
      />
    </Section>
  );
}

const OPTION_ACTIONS = [
  ...turnOnAndOff<ShippingOption>(
    (id, ifMatch, active) => api.updateShippingOption({ path: { id }, ifMatch, body: { active } }),
    {
      on: 'Shoppers in their countries can choose them at once.',
      off: 'Checkouts that chose them must choose others. They can be turned on again.',
    },
  ),
  {
    label: 'Delete',
    says: 'Checkouts that chose them must choose others. Orders stay as they are.',
    done: 'deleted',
    danger: true,
    run: ({ id }: ShippingOption) => api.deleteShippingOption({ path: { id } }),
  },
];

/** As shoppers see them. */
const byPosition = (one: ShippingOption, other: ShippingOption) =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

/** "$4.90, free from $50.00". */
function costsOf({ tiers, currency, basis }: ShippingOption): string {
  const show = (amount: number) => (amount === 0 ? 'Free' : formatMoney(amount, currency));
  const steps = tiers.toSorted((one, other) => one.from - other.from);
  const [first, last] = [steps[0]!, steps.at(-1)!];
  if (steps.length === 1) return show(first.amount);
  const from = basis === 'weight' ? `${formatNumber(last.from)} g` : formatMoney(last.from, currency);
  if (last.amount === 0 && steps.length === 2) return `${show(first.amount)}, free from ${from}`;
  const amounts = steps.map(({ amount }) => amount);
  const range = `${show(Math.min(...amounts))} to ${show(Math.max(...amounts))}`;
  return basis === 'weight' ? `${range}, by weight` : range;
}

const countriesOf = ({ countries }: ShippingOption) => countries.map(formatCountry).join(', ') || 'All';

/** So many countries are named; the list of a continent would make a row high. */
const NAMED = 3;

function Countries({ option }: { option: ShippingOption }) {
  const { countries } = option;
  if (countries.length <= NAMED + 1) return countriesOf(option);
  return (
    <span title={countriesOf(option)}>
      {countries.slice(0, NAMED).map(formatCountry).join(', ')} and {countries.length - NAMED} more
    </span>
  );
}

const ActiveState = ({ active }: { active: boolean }) => (
  <StatusBadge tone={active ? 'good' : 'quiet'}>{active ? 'Active' : 'Off'}</StatusBadge>
);

const OPTION_COLUMNS: Column<ShippingOption>[] = [
  {
    header: 'Option',
    text: ({ name }) => name,
    render: (option) => (
      <>
        <LongName>{option.name}</LongName>
        <Box hiddenFrom="sm" fw={400} c="dimmed" fz="sm">
          <Countries option={option} />
        </Box>
        <Box hiddenFrom="sm">
          <ActiveState active={option.active} />
        </Box>
      </>
    ),
  },
  {
    header: 'Countries',
    from: 'sm',
    text: countriesOf,
    render: (option) => <Countries option={option} />,
  },
  {
    header: 'State',
    from: 'sm',
    text: ({ active }) => (active ? 'Active' : 'Off'),
    render: ActiveState,
  },
  {
    header: 'Place',
    isOptional: true,
    align: 'right',
    text: ({ position }) => position,
    render: ({ position }) => formatNumber(position),
  },
  {
    header: 'Currency',
    isOptional: true,
    text: ({ currency }) => currency,
    render: ({ currency }) => currency,
  },
  {
    header: 'Costs',
    align: 'right',
    text: costsOf,
    value: ({ tiers }) => Math.max(...tiers.map(({ amount }) => amount)),
    render: (option) => <bdi>{costsOf(option)}</bdi>,
  },
];

function TaxRates() {
  const mayEdit = useHasRole('editor');
  return (
    <Section
      title="Tax rates"
      description="The rate of the region counts before that of the country. Without one, no tax is added."
      action={mayEdit && <Add what="tax rate" onClick={() => openTaxRate(null)} />}
    >
      <ShortList
        name="listTaxRates"
        place="tax-"
        label="Tax rates"
        nouns={['tax rate', 'tax rates']}
        file="tax-rates.csv"
        columns={RATE_COLUMNS}
        usual={byPlace}
        open={mayEdit ? openTaxRate : undefined}
        bulk={
          mayEdit && {
            actions: RATE_ACTIONS,
            invalidates: ['listTaxRates'],
            nameOf: (rate: TaxRate) => `${rate.name}, ${placeOf(rate)}`,
          }
        }
        empty={
          <EmptyState icon={IconReceiptTax} title="No tax rates yet">
            Checkouts add no tax. Such as 19 % in Germany, and 7 % there for products with the tax code
            “reduced”.
          </EmptyState>
        }
      />
    </Section>
  );
}

const RATE_ACTIONS = [
  {
    label: 'Delete',
    says: 'Checkouts to these places add no tax, or that of another rate for them. Orders stay as they are.',
    done: 'deleted',
    danger: true,
    run: ({ id }: TaxRate) => api.deleteTaxRate({ path: { id } }),
  },
];

const placeOf = ({ country, region }: TaxRate) => [formatCountry(country), region].filter(Boolean).join(', ');

const byPlace = (one: TaxRate, other: TaxRate) =>
  placeOf(one).localeCompare(placeOf(other), 'en') ||
  (one.taxCode ?? '').localeCompare(other.taxCode ?? '', 'en');

const RATE_COLUMNS: Column<TaxRate>[] = [
  {
    header: 'Where',
    text: placeOf,
    render: (rate) => (
      <>
        <bdi>{placeOf(rate)}</bdi>
        <Box hiddenFrom="sm" fw={400} c="dimmed" fz="sm">
          <LongName>{[rate.name, rate.taxCode].filter(Boolean).join(', ')}</LongName>
        </Box>
      </>
    ),
  },
  { header: 'Name', from: 'sm', text: ({ name }) => name, render: ({ name }) => <LongName>{name}</LongName> },
  {
    header: 'Tax code',
    from: 'sm',
    text: ({ taxCode }) => taxCode,
    render: ({ taxCode }) => <bdi>{taxCode ?? 'All others'}</bdi>,
  },
  {
    header: 'Rate',
    align: 'right',
    text: ({ percent }) => percent,
    render: ({ percent }) => formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 4 }),
  },
];
