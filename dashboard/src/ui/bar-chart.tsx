/** Successes and failures by hour or by day, as bars. A screen reader gets the same figures as a table. */
import { Group, Text, VisuallyHidden } from '@mantine/core';
import classes from './bar-chart.module.css';
import { formatDay, formatMoment, formatNumber } from './formats.ts';
import { StatusBadge } from './status-badge.tsx';

export type Bar = { at: string; good: number; failed: number };

type Props = {
  bars: Bar[];
  /** By hour, else by day. */
  isHourly: boolean;
  label: string;
  names: { good: string; failed: string };
};

export function BarChart({ bars, isHourly, label, names }: Props) {
  const most = Math.max(1, ...bars.map(({ good, failed }) => good + failed));
  const sum = (pick: (bar: Bar) => number) => formatNumber(bars.reduce((total, bar) => total + pick(bar), 0));
  const share = (value: number) => `${(value / most) * 100}%`;
  const at = (bar: Bar | undefined) => {
    if (bar === undefined) return '';
    return isHourly ? formatMoment(new Date(bar.at)) : formatDay(bar.at.slice(0, 10));
  };
  return (
    <figure className={classes.figure}>
      <Group gap="lg" mb="xs">
        <StatusBadge tone="good">{`${names.good}: ${sum((bar) => bar.good)}`}</StatusBadge>
        <StatusBadge tone="bad">{`${names.failed}: ${sum((bar) => bar.failed)}`}</StatusBadge>
        <Text size="xs" c="dimmed" ml="auto">
          At most {formatNumber(most)} {isHourly ? 'an hour' : 'a day'}
        </Text>
      </Group>
      <div className={classes.bars} aria-hidden>
        {bars.map((bar) => (
          <div
            key={bar.at}
            className={classes.bar}
            title={`${at(bar)}: ${formatNumber(bar.good)} ${names.good.toLowerCase()}, ${formatNumber(bar.failed)} ${names.failed.toLowerCase()}`}
          >
            {bar.failed > 0 && (
              <div className={classes.failed} style={{ height: share(bar.failed), minHeight: 2 }} />
            )}
            {bar.good > 0 && (
              <div className={classes.good} style={{ height: share(bar.good), minHeight: 2 }} />
            )}
          </div>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{at(bars[0])}</span>
        <span>{at(bars.at(-1))}</span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>Time</th>
              <th>{names.good}</th>
              <th>{names.failed}</th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ good, failed }) => good + failed > 0)
              .map((bar) => (
                <tr key={bar.at}>
                  <td>{at(bar)}</td>
                  <td>{bar.good}</td>
                  <td>{bar.failed}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

/** Adds hours up to days of the reader's time zone. */
export function byDay(hours: Bar[]): Bar[] {
  const days = Map.groupBy(hours, ({ at }) => new Date(at).toDateString());
  return [...days.values()].map((bars) => ({
    at: bars[0]!.at,
    good: bars.reduce((sum, bar) => sum + bar.good, 0),
    failed: bars.reduce((sum, bar) => sum + bar.failed, 0),
  }));
}
