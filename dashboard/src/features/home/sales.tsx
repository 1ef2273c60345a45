import { Group, SegmentedControl, Select, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { changeOf, daysOf, type Metrics, mainCurrency, periodsOf } from './period.ts';

// The figures show at once; the chart's code, the largest part of the dashboard, loads afterwards.
const SalesChart = lazy(() => import('./sales-chart.tsx'));

const LENGTHS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** Orders and revenue over time, compared with the period before. */
export function Sales() {
  const [length, setLength] = useState('30');
  const [wanted, setWanted] = useState<string | null>(null);
  const periods = periodsOf(Number(length), Date.now());
  const now = useData('getOrderMetrics', { query: periods.now }, { refetchInterval: 60_000 });
  const before = useData('getOrderMetrics', { query: { ...periods.before, by: 'currency' } });
  return (
    <Panel
      title="Orders and revenue"
      actions={<SegmentedControl aria-label="Period" data={LENGTHS} value={length} onChange={setLength} />}
    >
      <Loaded query={now}>
        {(metrics) => {
          const currency = metrics.totals.some((total) => total.currency === wanted)
            ? wanted!
            : mainCurrency(metrics);
          if (currency === undefined) return <NoSales />;
          return (
            <>
              {metrics.totals.length > 1 && (
                <Select
                  aria-label="Currency"
                  maw={140}
                  allowDeselect={false}
                  data={metrics.totals.map((total) => total.currency)}
                  value={currency}
                  onChange={setWanted}
                />
              )}
              <Figures now={metrics} before={before.data} currency={currency} />
              <Suspense fallback={<Skeleton height={260} />}>
                <SalesChart days={daysOf(metrics, currency)} currency={currency} />
              </Suspense>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const NoSales = () => (
  <EmptyState icon={IconChartBar} title="No orders in this time">
    As soon as there are some, you see here how many came in and what they brought.
  </EmptyState>
);

function Figures(props: { now: Metrics; before: Metrics | undefined; currency: string }) {
  const { currency } = props;
  const of = (metrics: Metrics | undefined) =>
    metrics?.totals.find((total) => total.currency === currency) ?? { revenue: 0, orders: 0, average: 0 };
  const [now, before] = [of(props.now), of(props.before)];
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currency));
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <Figure label="Revenue" value={money(now.revenue)} change={changeOf(now.revenue, before.revenue)} />
      <Figure
        label="Orders"
        value={now.orders.toLocaleString('en')}
        change={changeOf(now.orders, before.orders)}
      />
      <Figure
        label="Average order"
        value={money(now.average)}
        change={changeOf(now.average ?? 0, before.average ?? 0)}
      />
    </SimpleGrid>
  );
}

function Figure({ label, value, change }: { label: string; value: string; change: number | null }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={8} align="baseline">
        <Text fz={22} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Text>
        {change !== null && (
          <Text size="xs" c="dimmed">
            {change > 0 ? '+' : ''}
            {change} % on the time before
          </Text>
        )}
      </Group>
    </div>
  );
}
