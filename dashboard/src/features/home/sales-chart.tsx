import { Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatMoney, formatMoneyShortly, formatNumber } from '../../ui/formats.ts';
import { CHANNELS } from '../orders/states.ts';
import { type Bar, channelsOf, type Measure } from './period.ts';
import classes from './sales-chart.module.css';
import { SalesTable } from './sales-table.tsx';

type Props = { bars: Bar[]; currency: string; measure: Measure; isByChannel: boolean };

const COLORS = ['brand', 'teal', 'orange', 'grape', 'cyan', 'gray'];
const colorOf = (index: number) => `var(--mantine-color-${COLORS[index % COLORS.length]}-6)`;
const channelName = (channel: string) => CHANNELS[channel as keyof typeof CHANNELS] ?? 'No channel';

export const spanName = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Bars of the period and a line of the one before, on one axis. A screen reader gets the same figures as a table. */
export default function SalesChart({ bars, currency, measure, isByChannel }: Props) {
  const show = (value: number) => (measure === 'orders' ? formatNumber(value) : formatMoney(value, currency));
  const showShortly = (value: number) =>
    measure === 'orders' ? formatNumber(value, { notation: 'compact' }) : formatMoneyShortly(value, currency);
  const channels = isByChannel ? channelsOf(bars) : [];
  const ticks = ticksOf(Math.max(...bars.map(({ total, before }) => Math.max(total, before?.total ?? 0))));
  const most = ticks.at(-1)!;
  const widest = ticks.map(showShortly).reduce((a, b) => (b.length > a.length ? b : a));
  const legend = isByChannel
    ? channels.map((channel, index) => ({ words: channelName(channel), color: colorOf(index) }))
    : [{ words: 'This period', color: colorOf(0) }];
  return (
    <figure style={{ margin: 0 }}>
      <div className={classes.chart} data-chart aria-hidden>
        <div className={classes.axis}>
          <span className={classes.measure}>{widest}</span>
          {ticks.map((tick) => (
            <span key={tick} className={classes.tick} style={{ bottom: `${(tick / most) * 100}%` }}>
              {showShortly(tick)}
            </span>
          ))}
        </div>
        <div className={classes.plot}>
          {ticks.map((tick) => (
            <div key={tick} className={classes.grid} style={{ bottom: `${(tick / most) * 100}%` }} />
          ))}
          <Columns {...{ bars, channels, most, show, isByChannel }} />
          <Before bars={bars} most={most} />
        </div>
        <Days bars={bars} />
        <ul className={classes.legend}>
          {[{ words: 'The period before', color: 'var(--mantine-color-gray-6)' }, ...legend].map(
            ({ words, color }) => (
              <li key={words}>
                <span className={classes.mark} style={{ background: color }} />
                {words}
              </li>
            ),
          )}
        </ul>
      </div>
      <SalesTable {...{ bars, channels, show, channelName }} />
    </figure>
  );
}

/** From 0 to a round number that no bar exceeds. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((each) => each >= rough) ?? 10 * unit;
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / whole) + 1 }, (_, n) => n * whole);
}

function Columns(props: {
  bars: Bar[];
  channels: string[];
  most: number;
  show: (value: number) => string;
  isByChannel: boolean;
}) {
  const { bars, channels, most, show, isByChannel } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const height = (value: number) => `${(Math.max(0, value) / most) * 100}%`;
  return (
    <div className={classes.bars}>
      {bars.map((bar, index) => (
        // The table has the same figures for keyboards and screen readers.
        <div
          key={bar.from}
          className={classes.column}
          onPointerEnter={() => setPointed(index)}
          onPointerLeave={() => setPointed(null)}
        >
          {isByChannel ? (
            channels.map((channel, place) => (
              <div
                key={channel}
                className={classes.bar}
                style={{ height: height(bar.values[channel] ?? 0), background: colorOf(place) }}
              />
            ))
          ) : (
            <div className={classes.bar} style={{ height: height(bar.total), background: colorOf(0) }} />
          )}
          {pointed === index && (
            <div className={classes.tip} style={index < bars.length / 2 ? { left: 0 } : { right: 0 }}>
              <Tip bar={bar} show={show} channels={channels} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function Before({ bars, most }: { bars: Bar[]; most: number }) {
  const points = bars.flatMap(({ before }, index) =>
    before === undefined || before === null
      ? []
      : [`${((index + 0.5) / bars.length) * 100},${100 - (Math.max(0, before.total) / most) * 100}`],
  );
  return (
    <svg className={classes.before} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const MOST_DAYS = 7;

function Days({ bars }: { bars: Bar[] }) {
  const step = Math.max(1, Math.ceil(bars.length / MOST_DAYS));
  return (
    <div className={classes.days}>
      {bars.map(({ from }, index) => {
        if (index % step !== 0) return null;
        const left = `${((index + 0.5) / bars.length) * 100}%`;
        return (
          <span key={from} style={{ left }}>
            {formatDay(from)}
          </span>
        );
      })}
    </div>
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
