import { Box, Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { formatMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { DiscountBulk } from './discount-bulk.tsx';
import { type Discount, openDiscount } from './discount-form.tsx';

export default function Discounts() {
  const mayEdit = useHasRole('editor');
  const discounts = useList('listDiscounts', { query: { limit: 100 } });
  return (
    <Page
      title="Discount codes"
      description="What a shopper types in the basket. A limit of uses holds, however many try at once."
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => openDiscount(null)}>
            Add code
          </Button>
        )
      }
    >
      <DataList
        label="Discount codes"
        list={discounts}
        rowKey={({ id }) => id}
        columns={mayEdit ? [...COLUMNS, CHANGE] : COLUMNS}
        nouns={['code', 'codes']}
        bulk={mayEdit ? (selected, clear) => <DiscountBulk discounts={selected} clear={clear} /> : undefined}
        tools={<ExportButton file="discount-codes.csv" name="listDiscounts" input={{}} columns={COLUMNS} />}
        empty={
          <EmptyState icon={IconTicket} title="No discount codes yet">
            Such as WELCOME for ten percent, or SHIPFREE for orders from 50 on.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** 10 %, $5.00 or free shipping. */
function effectOf({ kind, value, currency }: Discount): string {
  if (kind === 'free_shipping') return 'Free shipping';
  if (kind === 'percent') return formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 2 });
  return currency === null ? formatNumber(value) : formatMoney(value, currency);
}

function stateOf({ active, startsAt, endsAt, maxUses, used }: Discount): [Tone, string] {
  if (!active) return ['quiet', 'Off'];
  if (maxUses !== null && used >= maxUses) return ['quiet', 'Used up'];
  if (endsAt !== null && new Date(endsAt) <= new Date()) return ['quiet', 'Ended'];
  if (startsAt !== null && new Date(startsAt) > new Date()) return ['busy', 'Not yet'];
  return ['good', 'Active'];
}

function State({ of }: { of: Discount }) {
  const [tone, word] = stateOf(of);
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const COLUMNS: Column<Discount>[] = [
  {
    header: 'Code',
    text: ({ code }) => code,
    render: (discount) => (
      <>
        <bdi>{discount.code}</bdi>
        <Box hiddenFrom="xs">
          <State of={discount} />
        </Box>
      </>
    ),
  },
  { header: 'Takes off', text: effectOf, render: (discount) => <bdi>{effectOf(discount)}</bdi> },
  {
    header: 'State',
    from: 'xs',
    text: (discount) => stateOf(discount)[1],
    render: (discount) => <State of={discount} />,
  },
  {
    header: 'Used',
    from: 'sm',
    align: 'right',
    text: ({ used }) => used,
    render: ({ used, maxUses }) =>
      maxUses === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(maxUses)}`,
  },
  {
    header: 'Uses in all',
    isOptional: true,
    align: 'right',
    text: ({ maxUses }) => maxUses,
    render: ({ maxUses }) => (maxUses === null ? 'Any number' : formatNumber(maxUses)),
  },
  {
    header: 'From',
    isOptional: true,
    text: ({ startsAt }) => startsAt,
    render: ({ startsAt }) => <When at={startsAt} fallback="Always" />,
  },
  {
    header: 'Until',
    from: 'md',
    text: ({ endsAt }) => endsAt,
    render: ({ endsAt }) => <When at={endsAt} fallback="No end" />,
  },
];

const CHANGE: Column<Discount> = {
  header: 'Actions',
  align: 'right',
  render: (discount) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Change ${discount.code}`}
      onClick={() => openDiscount(discount)}
    >
      Change
    </Button>
  ),
};
