import { Box, Button, Stack } from '@mantine/core';
import { IconPlus, IconReceiptTax, IconTruckDelivery } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCountry, formatNumber } from '../../ui/formats.ts';
import { formatMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { openShippingOption, type ShippingOption } from './shipping-form.tsx';
import { openTaxRate, type TaxRate } from './tax-form.tsx';
import { TryAddress } from './try-address.tsx';

export default function Shipping() {
  const mayEdit = useHasRole('editor');
  const options = useList('listShippingOptions', { query: { limit: 100 } });
  const rates = useList('listTaxRates', { query: { limit: 100 } });
  return (
    <Page title="Shipping and tax" description="What a checkout adds to the prices of its lines.">
      <Stack gap="lg">
        <Panel
          title="Shipping"
          description="Shoppers choose among the options for their country"
          actions={mayEdit && <Add what="shipping option" onClick={() => openShippingOption(null)} />}
        >
          <DataList
            isPart
            label="Shipping options"
            list={options}
            rowKey={({ id }) => id}
            columns={optionColumns(mayEdit)}
            empty={
              <EmptyState icon={IconTruckDelivery} title="No shipping options yet">
                Until there is one, only what is not shipped can be bought.
              </EmptyState>
            }
          />
        </Panel>
        <Panel
          title="Tax rates"
          description="The most exact rate for the address and the tax code of a product counts; without one, no tax"
          actions={mayEdit && <Add what="tax rate" onClick={() => openTaxRate(null)} />}
        >
          <DataList
            isPart
            label="Tax rates"
            list={rates}
            rowKey={({ id }) => id}
            columns={rateColumns(mayEdit)}
            empty={
              <EmptyState icon={IconReceiptTax} title="No tax rates yet">
                Such as 19 % in Germany, and 7 % there for products with the tax code “reduced”.
              </EmptyState>
            }
          />
        </Panel>
        <TryAddress options={options.rows} rates={rates.rows} />
      </Stack>
    </Page>
  );
}

const Add = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onClick}>
    Add {what}
  </Button>
);

const change = <Row,>(
  mayEdit: boolean,
  nameOf: (row: Row) => string,
  open: (row: Row) => void,
): Column<Row>[] =>
  mayEdit
    ? [
        {
          header: 'Actions',
          align: 'right',
          render: (row) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change ${nameOf(row)}`}
              onClick={() => open(row)}
            >
              Change
            </Button>
          ),
        },
      ]
    : [];

function amountsOf({ tiers, currency }: ShippingOption): string {
  const amounts = tiers.map(({ amount }) => amount);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const show = (amount: number) => (amount === 0 ? 'Free' : formatMoney(amount, currency));
  return least === most ? show(least) : `${show(least)} to ${show(most)}`;
}

const ActiveState = ({ active }: { active: boolean }) => (
  <StatusBadge tone={active ? 'good' : 'quiet'}>{active ? 'Active' : 'Off'}</StatusBadge>
);

const optionColumns = (mayEdit: boolean): Column<ShippingOption>[] => [
  {
    header: 'Option',
    render: ({ name, active }) => (
      <>
        <bdi>{name}</bdi>
        <Box hiddenFrom="xs">
          <ActiveState active={active} />
        </Box>
      </>
    ),
  },
  { header: 'Costs', render: (option) => <bdi>{amountsOf(option)}</bdi> },
  {
    header: 'Countries',
    from: 'sm',
    render: ({ countries }) => countries.map(formatCountry).join(', ') || 'All',
  },
  {
    header: 'State',
    from: 'xs',
    render: ActiveState,
  },
  ...change<ShippingOption>(mayEdit, ({ name }) => name, openShippingOption),
];

const placeOf = ({ country, region }: TaxRate) => (
  <bdi>{[formatCountry(country), region].filter(Boolean).join(', ')}</bdi>
);

const rateColumns = (mayEdit: boolean): Column<TaxRate>[] => [
  {
    header: 'Rate',
    render: (rate) => (
      <>
        <bdi>{rate.name}</bdi>
        <Box hiddenFrom="xs" fw={400} c="dimmed">
          {placeOf(rate)}
        </Box>
      </>
    ),
  },
  { header: 'Where', from: 'xs', render: placeOf },
  { header: 'Tax code', from: 'sm', render: ({ taxCode }) => <bdi>{taxCode ?? 'All others'}</bdi> },
  {
    header: 'Percent',
    align: 'right',
    render: ({ percent }) => formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 4 }),
  },
  ...change<TaxRate>(mayEdit, ({ name }) => name, openTaxRate),
];
