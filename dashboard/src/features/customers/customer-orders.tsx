import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { paymentToneOf, toneOf } from '../orders/states.ts';

export function CustomerOrders({ id }: { id: string }) {
  const orders = useList('listCustomerOrders', { path: { id } });
  const mayEdit = useHasRole('editor');
  return (
    <Stack gap="sm" component="section" aria-label="Orders">
      <Title order={2} size="h4">
        Orders
      </Title>
      <DataList
        isPart
        label="Orders of this customer"
        list={orders}
        rowKey={(order) => order.id}
        to={(order) => `/orders/${order.id}`}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={IconReceipt}
            title="No orders yet"
            action={
              mayEdit && (
                <Button
                  component={Link}
                  to="/orders/new"
                  search={{ customer: id } as never}
                  variant="default"
                  leftSection={<IconPlus size={16} />}
                >
                  Create order
                </Button>
              )
            }
          >
            What they order appears here, newest first.
          </EmptyState>
        }
      />
    </Stack>
  );
}

const COLUMNS: Column<Item<'listCustomerOrders'>>[] = [
  {
    header: 'Order',
    render: ({ orderNumber, status, paymentStatus, createdAt }) => (
      <>
        {orderNumber}
        <Box hiddenFrom="xs" fw={400}>
          <StatusBadge tone={toneOf(status)}>{inWords(status)}</StatusBadge>
          <Text size="xs" c="dimmed">
            {inWords(paymentStatus)} · <When at={createdAt} />
          </Text>
        </Box>
      </>
    ),
  },
  {
    header: 'Status',
    from: 'xs',
    render: ({ status }) => <StatusBadge tone={toneOf(status)}>{inWords(status)}</StatusBadge>,
  },
  {
    header: 'Payment',
    from: 'sm',
    render: ({ paymentStatus }) => (
      <StatusBadge tone={paymentToneOf(paymentStatus)}>{inWords(paymentStatus)}</StatusBadge>
    ),
  },
  { header: 'Placed', from: 'xs', render: (order) => <When at={order.createdAt} /> },
  {
    header: 'Total',
    align: 'right',
    render: (order) => <Money amount={order.total} currency={order.currency} />,
  },
];
