import { Box, Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { formatMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
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
        columns={columnsOf(mayEdit)}
        nouns={['code', 'codes']}
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

function stateOf({ active, startsAt, endsAt, maxUses, used }: Discount) {
  if (!active) return <StatusBadge tone="quiet">Off</StatusBadge>;
  if (maxUses !== null && used >= maxUses) return <StatusBadge tone="quiet">Used up</StatusBadge>;
  if (endsAt !== null && new Date(endsAt) <= new Date()) return <StatusBadge tone="quiet">Ended</StatusBadge>;
  if (startsAt !== null && new Date(startsAt) > new Date())
    return <StatusBadge tone="busy">Not yet</StatusBadge>;
  return <StatusBadge tone="good">Active</StatusBadge>;
}

const columnsOf = (mayEdit: boolean): Column<Discount>[] => [
  {
    header: 'Code',
    text: ({ code }) => code,
    render: (discount) => (
      <>
        <bdi>{discount.code}</bdi>
        <Box hiddenFrom="xs">{stateOf(discount)}</Box>
      </>
    ),
  },
  { header: 'Takes off', render: (discount) => <bdi>{effectOf(discount)}</bdi> },
  { header: 'State', from: 'xs', render: stateOf },
  {
    header: 'Used',
    from: 'sm',
    align: 'right',
    render: ({ used, maxUses }) =>
      maxUses === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(maxUses)}`,
  },
  { header: 'Until', from: 'md', render: ({ endsAt }) => <When at={endsAt} fallback="No end" /> },
  ...(mayEdit
    ? [
        {
          header: 'Actions',
          render: (discount: Discount) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change ${discount.code}`}
              onClick={() => openDiscount(discount)}
            >
              Change
            </Button>
          ),
        },
      ]
    : []),
];
