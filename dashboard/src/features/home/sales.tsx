import { Checkbox, Group, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { type HomeOrders, mainCurrency } from './home.ts';
import { barsOf, type Measure } from './period.ts';
import { PeriodChoice, periodOf, type Range, RECENT } from './period-choice.tsx';
import { SalesFigures } from './sales-figures.tsx';

// The figures show at once; the chart's code, the largest part of the dashboard, loads afterwards.
const SalesChart = lazy(() => import('./sales-chart.tsx'));

const MEASURES = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'orders', label: 'Orders' },
];

/** Orders and revenue over time, beside the period before. The last thirty days came with home. */
export function Sales({ recent }: { recent: HomeOrders['sales'] }) {
  const { tenant } = useSession();
  const [range, setRange] = useState<Range>(RECENT);
  const [wanted, setWanted] = useState<string | null>(null);
  const [measure, setMeasure] = useState<Measure>('revenue');
  const [isByChannel, setByChannel] = useState(false);
  const isRecent = range.kind === RECENT.kind;
  const asked = useData(
    'getOrderMetrics',
    { query: { ...periodOf(range, recent.to), by: 'day_and_channel', compare: true } },
    { enabled: !isRecent, refetchInterval: 60_000 },
  );
  const query = isRecent ? { ...asked, data: recent } : asked;
  return (
    <Panel
      title="Orders and revenue"
      actions={<PeriodChoice range={range} setRange={setRange} today={recent.to} />}
    >
      <Loaded query={query as typeof asked}>
        {(metrics) => {
          const currencies = metrics.totals.map((total) => total.currency);
          const currency =
            wanted !== null && currencies.includes(wanted)
              ? wanted
              : mainCurrency(metrics.totals, tenant.currency);
          if (metrics.totals.length === 0) return <NoSales />;
          return (
            <>
              <SalesFigures metrics={metrics} currency={currency} />
              <Group gap="md">
                <SegmentedControl
                  size="xs"
                  aria-label="Shown in the chart"
                  data={MEASURES}
                  value={measure}
                  onChange={(value) => setMeasure(value as Measure)}
                />
                <Checkbox
                  size="xs"
                  label="By channel"
                  checked={isByChannel}
                  onChange={(event) => setByChannel(event.currentTarget.checked)}
                />
                {currencies.length > 1 && (
                  <Select
                    size="xs"
                    aria-label="Currency"
                    w={90}
                    allowDeselect={false}
                    data={currencies}
                    value={currency}
                    onChange={setWanted}
                  />
                )}
              </Group>
              <Suspense fallback={<Skeleton height={240} />}>
                <SalesChart
                  bars={barsOf(metrics, currency, measure)}
                  {...{ currency, measure, isByChannel }}
                />
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
