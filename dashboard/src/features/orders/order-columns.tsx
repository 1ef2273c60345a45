import { Box, Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { Money } from '../../ui/money.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { CHANNELS, paymentToneOf, toneOf } from './states.ts';

export type ListedOrder = Item<'listOrders'>;

export const ORDER_COLUMNS: Column<ListedOrder>[] = [
  {
    header: 'Order',
    sort: 'orderNumber',
    text: (order) => order.orderNumber,
    render: (order) => (
      <>
        {order.orderNumber}
        <Text size="sm" hiddenFrom="xs">
          <LongName>{order.customerName}</LongName>
        </Text>
        <Box hiddenFrom="xs" fw={400}>
          <StatusBadge tone={toneOf(order.status)}>{inWords(order.status)}</StatusBadge>
          <Text size="xs" c="dimmed">
            {inWords(order.paymentStatus)} · <When at={order.createdAt} />
          </Text>
        </Box>
      </>
    ),
  },
  {
    header: 'Customer',
    from: 'xs',
    text: (order) => order.customerName,
    render: (order) => <LongName>{order.customerName}</LongName>,
  },
  {
    header: 'Status',
    from: 'xs',
    text: ({ status }) => inWords(status),
    render: ({ status }) => <StatusBadge tone={toneOf(status)}>{inWords(status)}</StatusBadge>,
  },
  {
    header: 'Payment',
    from: 'sm',
    text: ({ paymentStatus }) => inWords(paymentStatus),
    render: ({ paymentStatus }) => (
      <StatusBadge tone={paymentToneOf(paymentStatus)}>{inWords(paymentStatus)}</StatusBadge>
    ),
  },
  {
    header: 'Channel',
    from: 'lg',
    isShort: true,
    text: ({ channel }) => (channel === null ? null : CHANNELS[channel]),
    render: ({ channel }) => (
      <Text size="sm" c="dimmed">
        {channel === null ? '–' : CHANNELS[channel]}
      </Text>
    ),
  },
  {
    header: 'Lines',
    isOptional: true,
    align: 'right',
    text: ({ lineCount }) => lineCount,
    render: ({ lineCount }) => lineCount,
  },
  {
    header: 'Placed',
    from: 'md',
    sort: 'createdAt',
    text: (order) => order.createdAt,
    render: (order) => <When at={order.createdAt} />,
  },
  {
    header: 'Currency',
    isOptional: true,
    text: ({ currency }) => currency,
    render: ({ currency }) => currency,
  },
  {
    header: 'Owed',
    isOptional: true,
    align: 'right',
    text: ({ balance }) => balance,
    render: ({ balance, currency }) => (balance > 0 ? <Money amount={balance} currency={currency} /> : '–'),
  },
  {
    header: 'Total',
    align: 'right',
    sort: 'total',
    text: ({ total }) => total,
    render: (order) => <Money amount={order.total} currency={order.currency} />,
  },
];
