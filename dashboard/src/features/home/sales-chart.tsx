import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { formatMoney } from '../../ui/money.tsx';
import type { Day } from './period.ts';

const short = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A screen reader gets the same figures as a table. */
export default function SalesChart({ days, currency }: { days: Day[]; currency: string }) {
  const points = days.map((day) => ({ ...day, day: short.format(new Date(day.day)) }));
  const compact = new Intl.NumberFormat('en', { style: 'currency', currency, notation: 'compact' });
  return (
    <figure style={{ margin: 0 }}>
      <div aria-hidden>
        <CompositeChart
          h={260}
          data={points}
          dataKey="day"
          withLegend
          withRightYAxis
          withDots={false}
          tickLine="none"
          gridAxis="x"
          curveType="monotone"
          valueFormatter={(value) => value.toLocaleString('en')}
          yAxisProps={{ width: 56, tickFormatter: (value: number) => compact.format(value) }}
          rightYAxisProps={{ width: 32, allowDecimals: false }}
          xAxisProps={{ minTickGap: 24 }}
          series={[
            { name: 'orders', label: 'Orders', type: 'bar', color: 'gray.5', yAxisId: 'right' },
            { name: 'revenue', label: 'Revenue', type: 'line', color: 'brand.5' },
          ]}
          // The accessibility layer adds a tab stop without any action.
          composedChartProps={{ accessibilityLayer: false }}
          tooltipProps={{ isAnimationActive: false }}
        />
      </div>
      <figcaption style={HIDDEN}>
        <table>
          <caption>Orders and revenue by day</caption>
          <thead>
            <tr>
              <th>Day</th>
              <th>Orders</th>
              <th>Revenue</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, orders, revenue }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{orders}</td>
                <td>{formatMoney(revenue, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
