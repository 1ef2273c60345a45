import { Box, Button, Text } from '@mantine/core';
import { IconFileImport, IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { queryOf, useOrderFilters } from './order-filters.ts';
import { CHANNELS, paymentToneOf, toneOf } from './states.ts';
import { ViewBar } from './view-bar.tsx';

export default function OrderList() {
  const [filters, filter] = useOrderFilters();
  const query = queryOf(filters);
  const orders = useList('listOrders', { query: { ...query, limit: 100 } });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = orders.rows.length === 0 && !isFiltered && !orders.isPending;
  return (
    <Page
      title="Orders"
      actions={
        <>
          {!isEmpty && <ExportMenu query={query} />}
          <WaysToAdd />
        </>
      }
    >
      {!isEmpty && (
        <>
          <ViewBar filters={filters} filter={filter} />
          <FilterBar filters={filters} filter={filter} />
        </>
      )}
      <DataList
        label="Orders"
        list={orders}
        rowKey={(order) => order.id}
        to={(order) => `/orders/${order.id}`}
        columns={COLUMNS}
        empty={isFiltered ? <NothingMatches /> : <NoOrders />}
      />
    </Page>
  );
}

function WaysToAdd() {
  if (!useHasRole('editor')) return null;
  return (
    <>
      <Button component={Link} to="/imports" variant="default" leftSection={<IconFileImport size={16} />}>
        Import
      </Button>
      <Button component={Link} to="/orders/new" leftSection={<IconPlus size={16} />}>
        Create order
      </Button>
    </>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconReceipt} title="No order matches">
    Search looks at the beginnings of words: of the number, the customer and the products. Widen the filters,
    or clear them.
  </EmptyState>
);

const NoOrders = () => (
  <EmptyState icon={IconReceipt} title="No orders yet">
    Orders come from your shop through the API, from a file, or by hand: create one to see how it goes from
    placed to paid to delivered.
  </EmptyState>
);

const COLUMNS: Column<Item<'listOrders'>>[] = [
  {
    header: 'Order',
    render: (order) => (
      <>
        {order.orderNumber}
        <Text size="sm" hiddenFrom="xs">
          {order.customerName}
        </Text>
        <Box hiddenFrom="xs" fw={400}>
          <StatusBadge tone={toneOf(order.status)}>{inWords(order.status)}</StatusBadge>
        </Box>
      </>
    ),
  },
  { header: 'Customer', from: 'xs', render: (order) => order.customerName },
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
  {
    header: 'Channel',
    from: 'lg',
    render: ({ channel }) => (
      <Text size="sm" c="dimmed">
        {channel === null ? '–' : CHANNELS[channel]}
      </Text>
    ),
  },
  { header: 'Placed', from: 'md', render: (order) => <When at={order.createdAt} /> },
  {
    header: 'Total',
    align: 'right',
    render: (order) => <Money amount={order.total} currency={order.currency} />,
  },
];
