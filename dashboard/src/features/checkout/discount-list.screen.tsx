import { Box, Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney, formatNumber } from '../../ui/formats.ts';
import { turnOnAndOff } from '../../ui/list/bulk-actions.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { type Discount, openDiscount } from './discount-form.tsx';

export default function Discounts() {
  const mayEdit = useHasRole('editor');
  const button = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => openDiscount(null)}>
      Add code
    </Button>
  );
  return (
    <Page
      title="Discount codes"
      isWide
      description="Shoppers type a code in their cart. It is never used more often than its limit."
      actions={button}
    >
      <ShortList
        name="listDiscounts"
        label="Discount codes"
        nouns={['code', 'codes']}
        file="discount-codes.csv"
        columns={COLUMNS}
        open={mayEdit ? openDiscount : undefined}
        bulk={mayEdit && { actions: ACTIONS, invalidates: ['listDiscounts', 'getDiscount'] }}
        empty={
          <EmptyState icon={IconTicket} title="No discount codes yet">
            Such as WELCOME for ten percent, or SHIPFREE for orders from 50 on.
          </EmptyState>
        }
      />
    </Page>
  );
}

const ACTIONS = [
  ...turnOnAndOff<Discount>(
    (id, ifMatch, active) => api.updateDiscount({ path: { id }, ifMatch, body: { active } }),
    {
      on: 'Shoppers can use them at once, within their times and limits.',
      off: 'Carts that have them lose them. They can be turned on again.',
    },
  ),
  {
    label: 'Delete',
    says: 'Carts that have them lose them. Orders that used them stay as they are.',
    done: 'deleted',
    danger: true,
    run: ({ id }: Discount) => api.deleteDiscount({ path: { id } }),
  },
];

/** 10 %, $5.00 or free shipping. */
function effectOf({ kind, value, currency }: Discount): string {
  if (kind === 'free_shipping') return 'Free shipping';
  if (kind === 'percent') return formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 2 });
  return currency === null ? formatNumber(value) : formatMoney(value, currency);
}

/** "From $40.00, once by each customer": what a cart needs. */
function conditionsOf({ minSubtotal, currency, maxUsesPerCustomer: each }: Discount): string | null {
  const all = [
    minSubtotal !== null && `from ${currency === null ? minSubtotal : formatMoney(minSubtotal, currency)}`,
    each !== null && (each === 1 ? 'once by each customer' : `${formatNumber(each)} times by each customer`),
  ].filter((one) => one !== false);
  const text = all.join(', ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function stateOf({ active, startsAt, endsAt, maxUses, used }: Discount): [Tone, string] {
  if (!active) return ['quiet', 'Off'];
  if (maxUses !== null && used >= maxUses) return ['quiet', 'Used up'];
  if (endsAt !== null && new Date(endsAt) <= new Date()) return ['quiet', 'Ended'];
  if (startsAt !== null && new Date(startsAt) > new Date()) return ['busy', 'Scheduled'];
  return ['good', 'Active'];
}

/** Its state, and the next time at which that changes. */
function State({ of }: { of: Discount }) {
  const [tone, word] = stateOf(of);
  const next = word === 'Scheduled' ? of.startsAt : word === 'Active' ? of.endsAt : null;
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {next && (
        <Box fz="xs" c="dimmed" fw={400}>
          {word === 'Active' ? 'Ends ' : 'Starts '}
          <When at={next} />
        </Box>
      )}
    </>
  );
}

const COLUMNS: Column<Discount>[] = [
  {
    header: 'Code',
    text: ({ code }) => code,
    render: (discount) => (
      <>
        <LongName>{discount.code}</LongName>
        <Box hiddenFrom="xs">
          <State of={discount} />
        </Box>
      </>
    ),
  },
  {
    header: 'Discount',
    text: effectOf,
    value: ({ kind, value }) => (kind === 'free_shipping' ? null : value),
    render: (discount) => (
      <>
        <bdi>{effectOf(discount)}</bdi>
        <Box hiddenFrom="md" fz="xs" c="dimmed">
          {conditionsOf(discount)}
        </Box>
      </>
    ),
  },
  {
    header: 'State',
    from: 'xs',
    text: (discount) => stateOf(discount)[1],
    render: (discount) => <State of={discount} />,
  },
  {
    header: 'Conditions',
    from: 'md',
    text: conditionsOf,
    render: (discount) => conditionsOf(discount) ?? '–',
  },
  {
    header: 'From',
    isOptional: true,
    text: ({ startsAt }) => startsAt,
    render: ({ startsAt }) => <When at={startsAt} fallback="Always" />,
  },
  {
    header: 'Until',
    isOptional: true,
    text: ({ endsAt }) => endsAt,
    render: ({ endsAt }) => <When at={endsAt} fallback="No end" />,
  },
  {
    header: 'Uses in all',
    isOptional: true,
    align: 'right',
    text: ({ maxUses }) => maxUses,
    render: ({ maxUses }) => (maxUses === null ? 'Any number' : formatNumber(maxUses)),
  },
  {
    header: 'Used',
    align: 'right',
    isShort: true,
    text: ({ used }) => used,
    render: ({ used, maxUses }) =>
      maxUses === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(maxUses)}`,
  },
];
