import { Button, Text } from '@mantine/core';
import { IconFileImport, IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { useLayout } from '../../ui/list/use-layout.ts';
import { Page } from '../../ui/page.tsx';
import { LIVE, useData, useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { useViews, type View } from '../../ui/views/use-views.ts';
import { ViewBar } from '../../ui/views/view-bar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { ORDER_FILTERS } from './order-filter-fields.tsx';
import { type OrderFilters, queryOf, useOrderFilters } from './order-filters.ts';

// Needed once a row is selected.
const OrderBulk = lazy(() => import('./order-bulk.tsx'));

const BUILT_IN: View[] = [
  { id: 'to-fulfil', name: 'To fulfil', query: { status: 'placed,partially_fulfilled' } },
  { id: 'unpaid', name: 'Unpaid', query: { owed: 'true' } },
];

export default function OrderList() {
  const [filters, filter] = useOrderFilters();
  const layout = useLayout('Orders');
  const views = useViews('orders', BUILT_IN, layout);
  const query = queryOf(filters);
  const { by, isDescending } = useSorting();
  const sort = { sort: by as 'createdAt', order: isDescending ? ('desc' as const) : ('asc' as const) };
  const orders = useList(
    'listOrders',
    { query: { ...query, ...sort, limit: 100 } },
    { refetchInterval: LIVE, enabled: !views.isDeciding },
  );
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = orders.rows.length === 0 && !isFiltered && !orders.isPending;
  const count = useCount(filters, !isEmpty && orders.hasNextPage);
  return (
    <Page
      title="Orders"
      isWide
      actions={
        <>
          {!isEmpty && <ExportMenu query={query} />}
          <WaysToAdd />
        </>
      }
    >
      {!isEmpty && (
        <>
          <ViewBar list="orders" views={views} countOf={(view) => <Count view={view} />} />
          <FilterBar
            fields={ORDER_FILTERS}
            filters={filters}
            change={filter}
            search={{
              name: 'q',
              label: 'Search orders',
              placeholder: 'Number, customer, product, parcel, payment …',
            }}
          />
        </>
      )}
      <DataList
        label="Orders"
        nouns={['order', 'orders']}
        list={orders}
        layout={layout}
        count={count?.isExact ? count.count : undefined}
        sorting={useOrderSorting()}
        rowKey={(order) => order.id}
        to={(order) => `/orders/${order.id}`}
        columns={ORDER_COLUMNS}
        bulk={(selected, clear) => (
          <Suspense>
            <OrderBulk orders={selected} clear={clear} />
          </Suspense>
        )}
        empty={isFiltered ? <NothingMatches /> : <NoOrders />}
      />
    </Page>
  );
}

/** Totals of different currencies cannot be compared, so sorting by total chooses the currency of the tenant. */
function useOrderSorting() {
  const { currency } = useSession().tenant;
  const sorting = useSorting();
  const [filters, change] = useFilters('currency', 'sort', 'order');
  const isByTotal = sorting.by === 'total';
  return {
    ...sorting,
    inWords: isByTotal
      ? `by total in ${filters.currency ?? currency}, ${sorting.isDescending ? 'highest' : 'lowest'} first`
      : undefined,
    set: (by: string, isDescending: boolean) =>
      by === 'total' && filters.currency === undefined
        ? change({ currency, sort: by, order: isDescending ? undefined : 'asc' })
        : sorting.set(by, isDescending),
  };
}

const A_MINUTE = 60_000;

function useCount(filters: OrderFilters, enabled: boolean) {
  const options = { enabled, refetchInterval: A_MINUTE };
  return useData('countOrders', { query: queryOf(filters) }, options).data;
}

/** The number of orders in a view; the list itself says how many there are of all. */
function Count({ view }: { view: View }) {
  const isAll = Object.keys(view.query).length === 0;
  const counted = useCount(view.query as OrderFilters, !isAll);
  if (isAll || counted === undefined) return null;
  return (
    <Text span size="xs" opacity={0.75}>
      {formatNumber(counted.count)}
      {!counted.isExact && '+'}
    </Text>
  );
}

function WaysToAdd() {
  if (!useHasRole('editor')) return null;
  return (
    <>
      <Button
        component={Link}
        to="/orders/import"
        variant="default"
        leftSection={<IconFileImport size={16} />}
      >
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
