import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import { formatDay, formatMoney, formatMoneyShortly, formatNumber } from '../../ui/formats.ts';
import { CHANNELS } from '../orders/states.ts';
import { type Bar, channelsOf, type Measure } from './period.ts';
import { SalesTable } from './sales-table.tsx';

type Props = { bars: Bar[]; currency: string; measure: Measure; isByChannel: boolean };

const COLORS = ['brand.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'gray.6'];
const channelName = (channel: string) => CHANNELS[channel as keyof typeof CHANNELS] ?? 'No channel';

export const spanName = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Bars of the period and a line of the one before, on one axis. A screen reader gets the same figures as a table. */
export default function SalesChart({ bars, currency, measure, isByChannel }: Props) {
  const show = (value: number) => (measure === 'orders' ? formatNumber(value) : formatMoney(value, currency));
  const showShortly = (value: number) =>
    measure === 'orders' ? formatNumber(value, { notation: 'compact' }) : formatMoneyShortly(value, currency);
  const channels = isByChannel ? channelsOf(bars) : [];
  const series = isByChannel
    ? channels.map((channel, index) => ({
        name: `channel ${channel}`,
        label: channelName(channel),
        type: 'bar' as const,
        color: COLORS[index % COLORS.length]!,
      }))
    : [{ name: 'total', label: 'This period', type: 'bar' as const, color: 'brand.6' }];
  const before = {
    name: 'before',
    label: 'The period before',
    type: 'line' as const,
    color: 'gray.6',
    strokeDasharray: '4 4',
  };
  const data = bars.map((bar, index) => ({
    index,
    label: formatDay(bar.from),
    total: bar.total,
    before: bar.before?.total,
    ...Object.fromEntries(channels.map((channel) => [`channel ${channel}`, bar.values[channel] ?? 0])),
  }));
  const widest = Math.max(...bars.map(({ total }) => showShortly(total).length), 3);
  return (
    <figure style={{ margin: 0 }}>
      <div aria-hidden>
        <CompositeChart
          h={240}
          data={data}
          dataKey="label"
          withLegend
          legendProps={{ verticalAlign: 'bottom', height: 36 }}
          withDots={false}
          tickLine="none"
          gridAxis="x"
          curveType="linear"
          strokeWidth={1.5}
          maxBarWidth={28}
          valueFormatter={show}
          yAxisProps={{
            width: 16 + 7 * widest,
            allowDecimals: measure === 'revenue',
            tickFormatter: showShortly,
          }}
          xAxisProps={{ minTickGap: 24 }}
          series={[...series, before]}
          barProps={{ stackId: 'period' }}
          // The accessibility layer adds a tab stop without any action.
          composedChartProps={{ accessibilityLayer: false }}
          tooltipProps={{
            isAnimationActive: false,
            content: ({ payload }) => <Tip bar={bars[payload?.[0]?.payload.index]} {...{ show, channels }} />,
          }}
        />
      </div>
      <SalesTable {...{ bars, channels, show, channelName }} />
    </figure>
  );
}

function Tip(props: { bar: Bar | undefined; show: (value: number) => string; channels: string[] }) {
  const { bar, show, channels } = props;
  if (bar === undefined) return null;
  return (
    <Paper withBorder shadow="md" px="sm" py={6}>
      <Text size="xs" fw={600}>
        {spanName(bar)}: <bdi>{show(bar.total)}</bdi>
      </Text>
      {channels
        .filter((channel) => bar.values[channel])
        .map((channel) => (
          <Text key={channel} size="xs">
            {channelName(channel)}: <bdi>{show(bar.values[channel] ?? 0)}</bdi>
          </Text>
        ))}
      {bar.before && (
        <Text size="xs" c="dimmed">
          {spanName(bar.before)}: <bdi>{show(bar.before.total)}</bdi>
        </Text>
      )}
    </Paper>
  );
}
